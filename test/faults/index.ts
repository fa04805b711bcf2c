import type { Trial, TrialResult } from '../kit/run/trials.ts'
import { moveTheClock } from './clock.ts'
import { sitBesideTheHostile } from './hostile.ts'
import { killAgainAndAgain } from './kills.ts'
import { starve } from './little-cpu.ts'
import { linearizability } from './history/trial.ts'
import { sendReceiversAway } from './receivers.ts'
import { oneSilentHost } from './one-silent-host.ts'
import { silentTargets } from './silent-targets.ts'
import { sizes } from './sizes.ts'
import { clockViolations, cpuViolations, hostileViolations, killViolations, receiverViolations } from './verdicts.ts'

export const faults: readonly Trial[] = [
  {
    name: 'kills',
    promise: 'however often Lapwing and PostgreSQL are killed, no outage, write or event is lost',
    hasShortSize: false,
    run: async () => judged(await killAgainAndAgain({ kills: sizes.kills, sites: sizes.sites }), killViolations),
  },
  {
    name: 'receivers',
    promise: 'receivers that were unreachable for minutes get every event afterwards, in order',
    hasShortSize: false,
    run: async () => judged(await sendReceiversAway({ minutes: sizes.awayMinutes, sites: 12 }), receiverViolations),
  },
  {
    name: 'clock',
    promise: 'checks and alerts go on when the clock is set back by ten minutes and then forward by two hours',
    hasShortSize: true,
    run: async (size) =>
      judged(
        await moveTheClock(size === 'short' ? { sites: 3, seconds: 8 } : { sites: 50, seconds: 30 }),
        clockViolations,
      ),
  },
  {
    name: 'cpu',
    promise: 'with a tenth of a core Lapwing starts and checks, slowly',
    hasShortSize: false,
    run: async () => judged(await starve(), cpuViolations),
  },
  {
    name: 'hostile',
    promise: 'servers that never stop sending do not delay other checks, fill the memory or end the process',
    hasShortSize: false,
    run: async () => judged(await sitBesideTheHostile({ seconds: sizes.seconds }), hostileViolations),
  },
  linearizability,
  silentTargets,
  oneSilentHost,
]

function judged<Figures extends object>(
  figures: Figures,
  violationsOf: (figures: Figures) => readonly string[],
): TrialResult {
  return { figures: Object.fromEntries(Object.entries(figures)), violations: violationsOf(figures) }
}
