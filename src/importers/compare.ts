// Compares the outages that another tool logged with the incidents that Lapwing opened for the same monitors.
import type { ImportedOutage } from './setup.ts'

export interface LapwingOutage {
  readonly key: string
  readonly incidentId: number
  readonly startedAt: Date
  readonly endedAt: Date | null
}

export interface AgreedOutage {
  readonly key: string
  readonly theirs: ImportedOutage
  readonly ours: LapwingOutage
  /** How much later Lapwing opened its incident; negative if it was earlier. */
  readonly lateSeconds: number
}

export interface OutageComparison {
  readonly agreed: readonly AgreedOutage[]
  readonly onlyTheirs: readonly ImportedOutage[]
  readonly onlyOurs: readonly LapwingOutage[]
}

export interface ComparisonOptions {
  readonly toleranceMs: number
  /** When the comparison of a monitor began. */
  readonly since: (key: string) => Date
}

/** Two outages of a monitor are the same if they overlap, or are at most this far apart. */
export function compareOutages(
  theirs: readonly ImportedOutage[],
  ours: readonly LapwingOutage[],
  { toleranceMs, since }: ComparisonOptions,
): OutageComparison {
  const open = Map.groupBy(byStart(ours), ({ key }) => key)
  const agreed: AgreedOutage[] = []
  const onlyTheirs: ImportedOutage[] = []
  for (const outage of byStart(theirs)) {
    const began = since(outage.key)
    if (outage.endedAt && outage.endedAt < began) continue
    const candidates = open.get(outage.key) ?? []
    const index = candidates.findIndex((one) => isSame(outage, one, toleranceMs))
    const [match] = index < 0 ? [] : candidates.splice(index, 1)
    // Lapwing could not see how an earlier outage began, so it counts on neither side.
    if (outage.startedAt < began) continue
    if (!match) onlyTheirs.push(outage)
    else agreed.push({ key: outage.key, theirs: outage, ours: match, lateSeconds: secondsBetween(outage, match) })
  }
  return { agreed, onlyTheirs, onlyOurs: byStart([...open.values()].flat()) }
}

interface OutageSpan {
  readonly startedAt: Date
  readonly endedAt: Date | null
}

const byStart = <T extends OutageSpan>(outages: readonly T[]): T[] =>
  outages.toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime())

function isSame(a: OutageSpan, b: OutageSpan, toleranceMs: number): boolean {
  const end = ({ endedAt }: OutageSpan): number => endedAt?.getTime() ?? Infinity
  return a.startedAt.getTime() <= end(b) + toleranceMs && b.startedAt.getTime() <= end(a) + toleranceMs
}

const secondsBetween = (from: OutageSpan, to: OutageSpan): number =>
  Math.round((to.startedAt.getTime() - from.startedAt.getTime()) / 1000)
