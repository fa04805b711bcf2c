// Monitors Lapwing itself: logs when it cannot watch everything, and pings an external address while it can.
import type { Clock } from '../domain/clock.ts'
import type { Log } from '../domain/log.ts'
import { type OwnProblem, isWatching } from '../domain/self-monitoring.ts'
import { withTimeLimit } from '../domain/limits/time-limit.ts'
import type { Net } from '../net/index.ts'
import { startRounds } from './rounds.ts'

export interface WatchdogParts {
  problems(): Promise<readonly OwnProblem[]>
  /** Pinged while all is well; the receiver raises an alarm if the pings stop. */
  readonly deadmanUrl: string | null
  readonly net: Net
  readonly clock: Clock
  readonly log: Log
}

const everyMs = 10_000
const pingEveryMs = 60_000
const pingTimeoutMs = 10_000

export function startWatchdog(parts: WatchdogParts): { stop(): Promise<void> } {
  const { clock, log } = parts
  let known = ''
  let pingedAt = -Infinity

  const logChange = (problems: readonly OwnProblem[]): void => {
    const codes = problems.map(({ code }) => code).join(' ')
    if (codes === known) return
    known = codes
    if (problems.length === 0) log.info('Lapwing watches everything again')
    else log.warn('Lapwing does not watch everything', { problems: problems.map(({ message }) => message) })
  }
  const round = async (): Promise<boolean> => {
    const problems = await parts.problems()
    logChange(problems)
    if (!isWatching(problems) || clock.monotonicMs() - pingedAt < pingEveryMs) return false
    if (await ping(parts)) pingedAt = clock.monotonicMs()
    return false
  }
  return startRounds({ round, clock, log, failureMessage: 'own problems could not be determined', restMs: everyMs })
}

async function ping({ deadmanUrl, net, clock, log }: WatchdogParts): Promise<boolean> {
  if (deadmanUrl === null) return true
  try {
    const url = new URL(deadmanUrl)
    const how = { method: 'GET', maxRedirects: 3, verify: true, onlyHttp1: true, ipVersion: 'any' } as const
    const response = await withTimeLimit({ clock, ms: pingTimeoutMs }, (signal) => net.request({ url, ...how, signal }))
    if (response.status < 400) return true
    log.warn('LAPWING_DEADMAN_URL refuses the ping', { status: response.status })
  } catch (error) {
    log.warn('LAPWING_DEADMAN_URL cannot be reached', { error: String(error) })
  }
  return false
}
