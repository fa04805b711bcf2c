// If nearly all checks of a probe fail, the probe tests its own network before it reports targets as down.
import type { Clock } from '../../domain/clock.ts'
import { type LocalCause, type ReportedOutcome, asReported, notChecked } from '../../domain/outcome.ts'
import type { SelfTests } from '../../net/self-tests.ts'

export interface ProbeHealth {
  /** Notes a check whose outcome depends only on the target. */
  passed(host: string): void
  /** Returns how the probe itself caused a failure, or null if it did not. */
  localFault(host: string, local: LocalCause, durationMs: number): Promise<string | null>
}

interface RecentOutcome {
  readonly at: number
  readonly host: string
  readonly local: boolean
}

const recentMs = 60_000
const minHosts = 3
const testedForMs = 5000
const maxRemembered = 500

const faults: Readonly<Record<LocalCause, string>> = {
  resolver: 'not checked: no name server answers this probe',
  route: 'not checked: this probe has no way to the network',
  stall: 'not checked: this probe was too busy to wait for answers',
}

/**
 * If one host cannot be reached, that host is at fault. If most checks of several hosts fail within a minute, the probe
 * tests itself. A failure is ignored only if the test fails, too.
 */
export function createProbeHealth({
  clock,
  tests,
  stalledMs,
}: {
  clock: Clock
  tests: SelfTests
  stalledMs: (withinMs: number) => number
}): ProbeHealth {
  let recent: RecentOutcome[] = []
  const results = new Map<LocalCause, { healthy: Promise<boolean>; until: number }>()

  const isHealthy = (cause: LocalCause, durationMs: number): Promise<boolean> => {
    // A stall of seconds does not explain why a server sent nothing for half a minute.
    if (cause === 'stall') return Promise.resolve(stalledMs(durationMs) < durationMs / 2)
    const known = results.get(cause)
    if (known && known.until > clock.monotonicMs()) return known.healthy
    const healthy = tests[cause]()
    results.set(cause, { healthy, until: clock.monotonicMs() + testedForMs })
    return healthy
  }
  const remember = (host: string, local: boolean): void => {
    recent.push({ at: clock.monotonicMs(), host, local })
    if (recent.length > 2 * maxRemembered) recent = recent.slice(-maxRemembered)
  }
  const isWidespread = (): boolean => {
    const since = clock.monotonicMs() - recentMs
    const fresh = recent.slice(-maxRemembered).filter(({ at }) => at >= since)
    const suspicious = fresh.filter(({ local }) => local)
    return suspicious.length * 2 > fresh.length && new Set(suspicious.map(({ host }) => host)).size >= minHosts
  }

  return {
    passed: (host) => remember(host, false),
    async localFault(host, local, durationMs) {
      remember(host, true)
      if (!isWidespread() || (await isHealthy(local, durationMs))) return null
      return faults[local]
    },
  }
}

/** A failure that the probe itself causes says nothing about the target. */
export async function withoutLocalFault(
  probeHealth: ProbeHealth,
  target: string,
  outcome: ReportedOutcome,
): Promise<ReportedOutcome> {
  if (!outcome.local || outcome.infrastructure) {
    probeHealth.passed(target)
    return outcome
  }
  const fault = await probeHealth.localFault(target, outcome.local, outcome.durationMs)
  return fault === null ? outcome : asReported(notChecked(fault))
}
