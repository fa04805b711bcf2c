import type { Check, Monitor } from '../../sdk/src/api.ts'
import type { Client } from '../../sdk/src/client.ts'
import { sleep } from '../../sdk/src/sleep.ts'
import { defineCommand } from '../command.ts'
import { parseSeconds } from '../durations.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { findMonitor } from '../find-by-name.ts'
import type { Output } from '../output/output.ts'
import { plainText } from '../output/plain-text.ts'
import { responseTimeText } from '../../src/domain/time/format.ts'

const pollMs = 1000

export const command = defineCommand({
  description: 'With --wait it exits with 3 if the check fails.',
  arguments: [{ name: 'monitor', help: 'Its name or id' }],
  options: {
    wait: { help: 'Wait for the result' },
    timeout: { help: 'How long to wait; 2m by default', value: 'DURATION' },
  },
  example: 'check "Checkout API" --wait',
  async run({ args: [text = ''], client, options, output, signal }) {
    const lapwing = await client()
    const timeoutMs = parseSeconds((options['timeout'] as string | undefined) ?? '2m', '--timeout') * 1000
    const monitor = await findMonitor(lapwing, text, signal)
    const request = await lapwing.post('/monitors/{id}/check-now', { params: { id: monitor.id }, signal })
    if (!options['wait'])
      return output.show(request, () => output.print(`Lapwing checks ${plainText(monitor.name)} now.`))
    output.progress(`Checking ${monitor.name} …`)
    const check = await waitForCheck({ lapwing, monitor, signal, timeoutMs, since: request.requested_at })
    output.show(check, () => printCheck(output, monitor, check))
    return check.success ? exitCodes.ok : exitCodes.checksFailed
  },
})

interface Waiting {
  readonly lapwing: Client
  readonly monitor: Monitor
  readonly signal: AbortSignal
  readonly timeoutMs: number
  /** When the check was requested, by the clock of the server. */
  readonly since: string
}

async function waitForCheck({ lapwing, monitor, signal, timeoutMs, since }: Waiting): Promise<Check> {
  for (const until = Date.now() + timeoutMs; Date.now() < until; await sleep(pollMs, signal)) {
    const { id } = monitor
    const { data } = await lapwing.get('/monitors/{id}/checks', { params: { id }, query: { limit: 20 }, signal })
    const [first] = data
      .filter((check) => check.timestamp >= since)
      .toSorted((a, b) => (a.timestamp < b.timestamp ? -1 : 1))
    if (first) return first
  }
  throw new CommandError(`${monitor.name}: no result within ${timeoutMs / 1000} s. Is its location online?`)
}

function printCheck({ print, paint }: Output, { name }: Monitor, check: Check): void {
  const { success, duration_ms, location, error, status_code } = check
  const verdict = success ? paint('green', 'OK') : paint('red', 'FAILED')
  const detail = [status_code > 0 ? `status ${status_code}` : '', responseTimeText(duration_ms), `from ${location}`]
  print(`${verdict} ${plainText(`${name}: ${detail.filter(Boolean).join(', ')}`)}`)
  if (error) print(plainText(error))
}
