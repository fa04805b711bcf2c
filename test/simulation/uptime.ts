// The uptime of a monitor, added up from what should have happened to it. It shares no code with the reports.
export interface Lasting {
  readonly from: number
  readonly to: number
}

export interface MonitorLife extends Lasting {
  readonly checkedAt: readonly number[]
  readonly pauses: readonly Lasting[]
  readonly down: readonly Lasting[]
}

const hour = 3_600_000

/** Neither pauses count nor an hour or more in which nobody checked it. */
export function expectedUptime({ from, to, checkedAt, pauses, down }: MonitorLife) {
  const excluded = [...pauses, ...uncheckedHours({ from, to, checkedAt })]
  const edges = [from, to, ...[...excluded, ...down].flatMap((span) => [span.from, span.to])]
  const moments = edges.filter((at) => from <= at && at <= to).toSorted((one, other) => one - other)
  const sums = { monitoredMs: 0, downMs: 0 }
  for (const [index, at] of moments.entries()) {
    const ms = (moments[index + 1] ?? at) - at
    const isIn = (span: Lasting): boolean => span.from <= at && at < span.to
    if (excluded.some(isIn)) continue
    sums.monitoredMs += ms
    if (down.some(isIn)) sums.downMs += ms
  }
  return sums
}

/** Hours of the day without a check that follow each other, and those before the first check. */
function uncheckedHours({ from, to, checkedAt }: Pick<MonitorLife, 'from' | 'to' | 'checkedAt'>): Lasting[] {
  const checked = new Set(checkedAt.map((at) => Math.floor(at / hour)))
  const gaps: { readonly from: number; to: number }[] = []
  for (let number = Math.floor(from / hour); number * hour < to; number++) {
    if (checked.has(number)) continue
    const span = { from: Math.max(number * hour, from), to: Math.min((number + 1) * hour, to) }
    const last = gaps.at(-1)
    if (last?.to === span.from) last.to = span.to
    else gaps.push(span)
  }
  return gaps.filter((gap) => gap.from === from || gap.to - gap.from >= hour)
}
