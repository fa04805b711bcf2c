import type { Incident } from '../../sdk/src/api.ts'
import { sleep } from '../../sdk/src/sleep.ts'
import { defineCommand } from '../command.ts'
import { parseSeconds, parseTime } from '../durations.ts'
import { exitCodes } from '../exit-codes.ts'
import { printIncidents } from '../output/incidents.ts'
import { formatSeconds } from '../output/time.ts'

const pollMs = 10_000

export const command = defineCommand({
  description: 'Watches for incidents after a deployment. Exits with 3 as soon as one opens, and with 0 if none does.',
  options: {
    since: { help: 'When the deployment began: a time, or a duration such as 2m; now by default', value: 'TIME' },
    for: { help: 'How long to watch; 10m by default', value: 'DURATION' },
    tag: { help: 'Only monitors with this tag', value: 'TAG' },
    severity: { help: 'Only incidents of this severity', value: 'SEVERITY', choices: ['critical', 'warning'] },
  },
  example: 'gate --since 2m --for 10m --tag team:shop',
  async run({ client, options, output, signal }) {
    const { since = '0s', for: duration = '10m', tag, severity } = options as Record<string, string | undefined>
    const begin = parseTime(since, '--since')
    const seconds = parseSeconds(duration, '--for')
    const lapwing = await client()
    const query = {
      since: begin.toISOString(),
      limit: 20,
      ...(tag !== undefined && { tag }),
      ...(severity !== undefined && { severity: severity as Incident['severity'] }),
    }
    for (const until = Date.now() + seconds * 1000; ; await sleep(Math.min(pollMs, until - Date.now()), signal)) {
      const { data } = await lapwing.get('/incidents', { query, signal })
      if (data.length > 0) {
        output.show({ passed: false, incidents: data }, () => printIncidents(output, data))
        return exitCodes.checksFailed
      }
      if (Date.now() >= until) break
      output.progress(`No incident so far; ${formatSeconds(Math.ceil((until - Date.now()) / 1000))} to go …`)
    }
    output.show({ passed: true, incidents: [] }, () => output.print(`No incident within ${formatSeconds(seconds)}.`))
    return exitCodes.ok
  },
})
