// Compares a rule's firings with actual incidents.
interface FiringSpan {
  readonly started_at: string
  readonly ended_at: string | null
}

interface BacktestPeriod {
  readonly from: string
  readonly to: string
}

const buckets = 84

/** One letter per bucket of the period; `u` if nothing was active. */
export function stripOf({ from, to }: BacktestPeriod, lasting: readonly FiringSpan[], letter: 'g' | 'd'): string {
  const [begins, ends] = [Date.parse(from), Date.parse(to)]
  const step = (ends - begins) / buckets
  const spans = lasting.map(
    (one) => [Date.parse(one.started_at), one.ended_at ? Date.parse(one.ended_at) : ends] as const,
  )
  return Array.from({ length: buckets }, (_, index) => {
    const start = begins + index * step
    return spans.some(([first, last]) => first < start + step && last >= start) ? letter : 'u'
  }).join('')
}

interface IncidentSpan {
  readonly id: number
  readonly started_at: string
  readonly resolved_at: string | null
}

const aroundMs = 10 * 60_000

/** The incident closest to a firing, if one was open around that time. */
export function nearestIncident(
  firing: FiringSpan,
  incidents: readonly IncidentSpan[],
): { readonly id: number; readonly secondsLater: number } | null {
  const at = Date.parse(firing.started_at)
  const until = firing.ended_at ? Date.parse(firing.ended_at) : Infinity
  const about = incidents
    .filter(({ started_at: began, resolved_at: over }) => {
      return Date.parse(began) <= until + aroundMs && (over === null || Date.parse(over) >= at - aroundMs)
    })
    .map(({ id, started_at: began }) => ({ id, secondsLater: Math.round((Date.parse(began) - at) / 1000) }))
    .toSorted((a, b) => Math.abs(a.secondsLater) - Math.abs(b.secondsLater))
  return about[0] ?? null
}
