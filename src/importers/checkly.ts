// Checkly: the checks of a project, as its API lists them.
import {
  type DocumentFields,
  noteLocations,
  type MatchedMonitor,
  type ReadSourceType,
  draftMonitor,
  entryOf,
  fieldsIn,
  heartbeatSchedule,
  hostPort,
  isTrue,
  listIn,
  numberIn,
  skipMonitor,
  textIn,
  tokenOf,
} from './drafting.ts'
import { headerList, parseJsonList } from './parsing.ts'
import { type ImportChange, type ImportedMonitor, type SkippedItem, setupOf } from './setup.ts'
import { type ImportSource, havingAny } from './source.ts'
import { type ImportedAssertion, mapRequest } from './web-request.ts'

const expected = 'the response of GET /v1/checks of Checkly'

export const checkly: ImportSource = {
  name: 'checkly',
  title: 'Checkly',
  takes: expected,
  recognizes: havingAny('checks.checkType', '.checkType'),
  read: (document) => setupOf(parseJsonList(document, 'checks', expected).map(readCheck)),
}

function readCheck(check: DocumentFields): ImportedMonitor | SkippedItem {
  const sourceType = textIn(check['checkType'])
  const item = { key: `checkly-${textIn(check['id'])}`, name: textIn(check['name']), sourceType }
  const changes: ImportChange[] = []
  if (isTrue(check['shouldFail']))
    return skipMonitor(item, 'it should fail: Lapwing has no monitor that expects a target to be down')
  const read = entryOf(readers, sourceType)
  const matched = read?.(check, changes) ?? `Lapwing has no type for ${sourceType} checks of Checkly`
  if (typeof matched === 'string') return skipMonitor(item, matched, 'playwright')
  const locations = listIn(check['locations']).map(textIn)
  noteLocations(locations, changes)
  return draftMonitor({
    ...item,
    intervalSeconds: (numberIn(check['frequency']) ?? 10) * 60 || 10,
    ...matched,
    tags: listIn(check['tags']).map(textIn).filter(Boolean),
    isPaused: check['activated'] === false,
    changes,
  })
}

const readRequest: ReadSourceType<MatchedMonitor | string> = (check, changes) => {
  const request = fieldsIn(check['request'])
  const { username, password } = fieldsIn(request['basicAuth'])
  const query = headerList(request['queryParameters']).map(({ key, value }) => [key, value])
  const url = URL.parse(textIn(request['url']))
  for (const [key, value] of query) url?.searchParams.append(key!, value!)
  if (/\{\{/.test(JSON.stringify(request)))
    return 'it uses variables of Checkly ({{NAME}}); fill them in and import it again'
  return mapRequest(
    {
      url: url?.href ?? textIn(request['url']),
      method: textIn(request['method']),
      headers: headerList(request['headers']),
      body: textIn(request['body']),
      contentType: entryOf(contentTypes, textIn(request['bodyType'])),
      login: textIn(username) ? { kind: 'basic', username: textIn(username), password: textIn(password) } : null,
      verifyTls: !isTrue(request['skipSSL']),
      followRedirects: request['followRedirects'] !== false,
      assertions: listIn(request['assertions'])
        .map(fieldsIn)
        .flatMap((one) => assertionOf(one, changes)),
      maxResponseMs: numberIn(check['maxResponseTime']),
    },
    changes,
  )
}

const contentTypes: Readonly<Record<string, string>> = {
  JSON: 'application/json',
  FORM: 'application/x-www-form-urlencoded',
  GRAPHQL: 'application/json',
}

const sources: Readonly<Record<string, ImportedAssertion['source']>> = {
  STATUS_CODE: 'status_code',
  JSON_BODY: 'json_path',
  HEADERS: 'header',
  TEXT_BODY: 'text',
  RESPONSE_TIME: 'response_time',
}
const comparisons: Readonly<Record<string, string>> = {
  EQUALS: 'eq',
  NOT_EQUALS: 'neq',
  GREATER_THAN: 'gt',
  LESS_THAN: 'lt',
  CONTAINS: 'contains',
  NOT_CONTAINS: 'not_contains',
  IS_EMPTY: 'empty',
  NOT_EMPTY: 'not_empty',
  IS_NULL: 'not_exists',
  NOT_NULL: 'exists',
}

function assertionOf(theirs: DocumentFields, changes: ImportChange[]): ImportedAssertion[] {
  const source = entryOf(sources, textIn(theirs['source']))
  const comparison = entryOf(comparisons, textIn(theirs['comparison']))
  const [property, target] = [textIn(theirs['property']), textIn(theirs['target'])]
  if (!source || !comparison) {
    const from = [theirs['source'], property, theirs['comparison'], target].map(textIn).filter(Boolean).join(' ')
    changes.push({ field: 'assertions', from, to: '', reason: 'Lapwing has no such assertion' })
    return []
  }
  const isNumeric = source === 'status_code' || source === 'response_time' || ['gt', 'lt'].includes(comparison)
  const hasTarget = !['empty', 'not_empty', 'exists', 'not_exists'].includes(comparison)
  return [
    {
      source,
      comparison,
      ...(property && ['json_path', 'header'].includes(source) && { property }),
      ...(hasTarget && { target: isNumeric ? (numberIn(target) ?? target) : target }),
    },
  ]
}

const unitSeconds: Readonly<Record<string, number>> = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 }

const readers: Readonly<Record<string, ReadSourceType<MatchedMonitor | string>>> = {
  API: readRequest,
  URL: readRequest,
  TCP: (check) => {
    const { hostname, port } = fieldsIn(check['request'])
    return { type: 'tcp', target: hostPort(textIn(hostname), numberIn(port)), config: {} }
  },
  ICMP: (check) => ({ type: 'icmp', target: textIn(fieldsIn(check['request'])['hostname']), config: {} }),
  DNS: (check) => {
    const { query, recordType } = fieldsIn(check['request'])
    return { type: 'dns', target: textIn(query), config: { queryType: textIn(recordType) || 'A' } }
  },
  HEARTBEAT: (check, changes) => {
    const { period, periodUnit, grace, graceUnit, pingToken } = fieldsIn(check['heartbeat'])
    const seconds = (value: unknown, unit: unknown): number =>
      (numberIn(value) ?? 1) * (entryOf(unitSeconds, textIn(unit)) ?? 3600)
    const schedule = { periodSeconds: seconds(period, periodUnit), graceSeconds: seconds(grace, graceUnit) }
    return { type: 'heartbeat', ...heartbeatSchedule(schedule, changes), token: tokenOf(pingToken, changes) }
  },
  BROWSER: readScript,
  MULTI_STEP: readScript,
}

/** Scripts have no target, but ours need one; the first address in the script is the best there is. */
function readScript(check: DocumentFields, changes: ImportChange[]): MatchedMonitor | string {
  const script = textIn(check['script'])
  const target = /https?:\/\/[^\s'"`)]+/.exec(script)?.[0]
  if (!script || !target) return 'it has no script with an address in it'
  changes.push({ field: 'target', from: 'none', to: target, reason: 'the first address in the script' })
  return { type: 'playwright', target, config: { script } }
}
