// The outages that Gatus lists: the results of its API, GET /api/v1/endpoints/statuses.
import { type DocumentFields, fieldsIn, isTrue, listIn, textIn } from './drafting.ts'
import { parseJsonList, timeIn } from './parsing.ts'
import type { ImportedOutage } from './setup.ts'

const expected = 'the response of GET /api/v1/endpoints/statuses of Gatus, to compare outages'

export const readGatusOutages = (document: string): ImportedOutage[] =>
  parseJsonList(document, 'endpoints', expected).flatMap(outagesOf)

function outagesOf(endpoint: DocumentFields): ImportedOutage[] {
  const outages: ImportedOutage[] = []
  let open: Omit<ImportedOutage, 'endedAt'> | null = null
  const results = listIn(endpoint['results']).map((one) => ({
    result: fieldsIn(one),
    at: timeIn(fieldsIn(one)['timestamp']),
  }))
  for (const { result, at } of results.toSorted((a, b) => Number(a.at) - Number(b.at))) {
    if (at === null) continue
    if (!isTrue(result['success']))
      open ??= { key: `gatus-${textIn(endpoint['key'])}`, startedAt: at, message: reasonOf(result) }
    else if (open) {
      outages.push({ ...open, endedAt: at })
      open = null
    }
  }
  return open ? [...outages, { ...open, endedAt: null }] : outages
}

/** The error, or the conditions that failed. */
function reasonOf(result: DocumentFields): string {
  const errors = listIn(result['errors']).map(textIn)
  const failed = listIn(result['conditionResults'])
    .map(fieldsIn)
    .filter((one) => !isTrue(one['success']))
  return (errors.length > 0 ? errors : failed.map((one) => textIn(one['condition']))).join('; ').slice(0, 500)
}
