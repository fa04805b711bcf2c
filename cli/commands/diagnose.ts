import type { Diagnostic, DiagnosticRequest } from '../../sdk/src/api.ts'
import type { Client } from '../../sdk/src/client.ts'
import { sleep } from '../../sdk/src/sleep.ts'
import { defineCommand } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { findLocation } from '../find-by-name.ts'
import type { Output } from '../output/output.ts'
import { plainText } from '../output/plain-text.ts'
import { responseTimeText } from '../../src/domain/time/format.ts'

type Result = Diagnostic['results'][number]
type DiagnosticTypeName = DiagnosticRequest['type']

/** Checked against the types of the API, so that neither list has more than the other. */
const types: Readonly<Record<DiagnosticTypeName, true>> = {
  http: true,
  dns: true,
  dns_propagation: true,
  ping: true,
  mtr: true,
  traceroute: true,
  tcp: true,
  tls: true,
  whois_rdap: true,
  headers: true,
  smtp: true,
  blacklist: true,
  email_policy: true,
  ntp: true,
  mcp: true,
}

const pollMs = 500

export const command = defineCommand({
  description: 'Prints the result of each location when it arrives, and exits with 3 if one fails.',
  arguments: [
    { name: 'type', help: 'What to try', choices: Object.keys(types) },
    { name: 'target', help: 'What to try it on' },
  ],
  options: {
    from: { help: 'Names of locations, separated by commas; `all` for every one that is online', value: 'LOCATIONS' },
  },
  example: 'diagnose http https://example.com --from all',
  async run({ args: [type, target = ''], client, options, output, signal }) {
    const lapwing = await client()
    const from = options['from'] as string | undefined
    const locations = from === undefined ? undefined : await findLocations(lapwing, from, signal)
    let diagnostic = await lapwing.post('/diagnostics', {
      body: { type: type as DiagnosticTypeName, target, ...(locations && { locations }) },
      signal,
    })
    const shown = new Set<string>()
    for (;;) {
      const isOver = diagnostic.status === 'done' || diagnostic.status === 'failed'
      for (const result of diagnostic.results)
        if ((result.status === 'done' || isOver) && !shown.has(result.location.id)) {
          shown.add(result.location.id)
          printResult(output, result)
        }
      if (isOver) break
      output.progress(`Results from ${shown.size} of ${diagnostic.results.length} locations …`)
      await sleep(pollMs, signal)
      diagnostic = await lapwing.get('/diagnostics/{id}', { params: { id: diagnostic.id }, signal })
    }
    return diagnostic.results.every(({ success }) => success) ? exitCodes.ok : exitCodes.checksFailed
  },
})

async function findLocations(client: Client, text: string, signal: AbortSignal): Promise<string[]> {
  if (text !== 'all') return Promise.all(text.split(',').map((word) => findLocation(client, word.trim(), signal)))
  const { data } = await client.get('/locations', { signal })
  return data.filter(({ status }) => status === 'live').map(({ id }) => id)
}

function printResult(output: Output, result: Result): void {
  const { location, success, duration_ms, error, data } = result
  const verdict = success ? output.paint('green', 'OK    ') : output.paint('red', 'FAILED')
  const figures = (data?.metrics ?? []).map(({ label, value, decimals, unit }) => {
    const text = value.toFixed(decimals)
    return label.toLowerCase().includes(unit) ? `${label} ${text}` : `${label} ${text} ${unit}`
  })
  const detail = [duration_ms === null ? '' : responseTimeText(duration_ms), error ?? '', ...figures].filter(Boolean)
  output.entry(result, `${verdict}  ${plainText(location.name)}  ${plainText(detail.join(', ') || 'no result')}`)
}
