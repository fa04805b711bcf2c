// Finds monitors that fail together more often than by chance. docs/decisions/0102 has the mathematics.
export interface FailedSpan {
  readonly from: number
  readonly to: number
}

export interface OutageHistory {
  readonly monitorId: string
  readonly intervalSeconds: number
  readonly outages: readonly FailedSpan[]
  /** The monitors that it depends on, directly or not. */
  readonly ancestors: ReadonlySet<string>
}

export interface LearnedMember {
  readonly monitorId: string
  /** In how many outages of the hub it failed as well. */
  readonly together: number
  /** How many outages it had in all. */
  readonly outages: number
  /** How often it failed at the same time as the hub or later. */
  readonly after: number
  readonly maxLagMs: number
  /** At most this probable for any pair of the organization if their outages were independent. */
  readonly chance: number
}

/** A hub and the monitors that fail when it does. */
export interface LearnedGroup {
  readonly hub: string
  readonly outages: number
  readonly lastAt: number
  readonly members: readonly LearnedMember[]
}

export type PairFilter = (one: string, other: string) => boolean

const minute = 60_000
/** Outages of one monitor that follow each other within this time are one: a flapping monitor proves nothing twice. */
export const restMs = 30 * minute
const minTogether = 4
const minShare = 0.6
const maxChance = 0.01
/** Outages are compared with where they would be if each had begun up to this much earlier or later. */
const shiftMs = 120 * minute
const slackMs = 30_000
const maxWindowMs = 10 * minute
/** Bounds time and memory; the oldest outages are left out first. */
const maxComparisons = 500_000

interface Series {
  readonly monitorId: string
  readonly intervalMs: number
  /** When its outages began, in order. */
  readonly starts: readonly number[]
}

/** Groups of monitors, the largest first; a monitor is in at most one. Pairs that `isSettled` are not compared. */
export function learnGroups(histories: readonly OutageHistory[], isSettled: PairFilter): LearnedGroup[] {
  const compared = recent(unexplained(histories)).filter(({ starts }) => starts.length >= minTogether)
  const stars = starsOf(compared, isSettled).toSorted(byStrength)
  const grouped = new Set<string>()
  return stars.flatMap(({ hub, links }) => {
    const members = links.filter(({ monitorId }) => !grouped.has(monitorId))
    if (grouped.has(hub.monitorId) || members.length === 0) return []
    for (const { monitorId } of [hub, ...members]) grouped.add(monitorId)
    return [groupOf(hub, members)]
  })
}

function groupOf(hub: Series, links: readonly HubLink[]): LearnedGroup {
  return {
    hub: hub.monitorId,
    outages: hub.starts.length,
    lastAt: Math.max(...links.map(({ lastAt }) => lastAt)),
    members: links.map(({ lastAt: _lastAt, ...member }) => member),
  }
}

/** When outages begin, without those that began together with one of a monitor that theirs depends on. */
function unexplained(histories: readonly OutageHistory[]): Series[] {
  const all = histories
    .map(({ monitorId, intervalSeconds, outages, ancestors }) => ({
      series: { monitorId, intervalMs: intervalSeconds * 1000, starts: beginnings(outages) },
      ancestors,
    }))
    .toSorted((a, b) => (a.series.monitorId < b.series.monitorId ? -1 : 1))
  const byId = new Map(all.map(({ series }) => [series.monitorId, series]))
  return all.map(({ series, ancestors }) => {
    const parents = [...ancestors].flatMap((id) => byId.get(id) ?? [])
    const isExplained = (at: number): boolean =>
      parents.some((parent) => nearest(parent.starts, at) <= windowOf(series, parent))
    return { ...series, starts: series.starts.filter((at) => !isExplained(at)) }
  })
}

/** The beginnings of outages, where those that follow each other closely count as one. */
export function beginnings(outages: readonly FailedSpan[]): number[] {
  const starts: number[] = []
  let quietFrom = -Infinity
  for (const { from, to } of outages.toSorted((a, b) => a.from - b.from)) {
    if (from - quietFrom > restMs) starts.push(from)
    quietFrom = Math.max(quietFrom, to)
  }
  return starts
}

/** A check notices an outage up to an interval late. */
const windowOf = (one: Series, other: Series): number =>
  Math.min(Math.max(one.intervalMs, other.intervalMs) + slackMs, maxWindowMs)

/** The index of the first value that is at least `at`. */
function indexFrom(starts: readonly number[], at: number): number {
  let [low, high] = [0, starts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (starts[middle]! < at) low = middle + 1
    else high = middle
  }
  return low
}

function nearest(starts: readonly number[], at: number): number {
  const next = indexFrom(starts, at)
  return Math.min((starts[next] ?? Infinity) - at, at - (starts[next - 1] ?? -Infinity))
}

/** The outages that can be compared with all others near them within the limit. */
function recent(all: readonly Series[]): Series[] {
  const starts = all.flatMap((series) => series.starts).toSorted((a, b) => a - b)
  let comparisons = 0
  const horizon = starts.findLastIndex((at) => {
    comparisons += indexFrom(starts, at + maxWindowMs) - indexFrom(starts, at)
    return comparisons > maxComparisons
  })
  const since = starts[horizon] ?? -Infinity
  return all.map((series) => ({ ...series, starts: series.starts.filter((at) => at > since) }))
}

interface Star {
  readonly hub: Series
  readonly links: readonly HubLink[]
}

interface HubLink extends LearnedMember {
  readonly lastAt: number
}

function byStrength(a: Star, b: Star): number {
  const lead = ({ links }: Star): number => links.reduce((sum, { after }) => sum + after, 0)
  return b.links.length - a.links.length || lead(b) - lead(a) || (a.hub.monitorId < b.hub.monitorId ? -1 : 1)
}

/** Each monitor with those that fail in most of its outages. */
function starsOf(all: readonly Series[], isSettled: PairFilter): Star[] {
  const pairs = (all.length * (all.length - 1)) / 2
  const near = neighbours(all)
  return all.map((hub, index) => {
    const often = [...near[index]!].filter(([, count]) => count >= Math.max(minTogether, minShare * hub.starts.length))
    const links = often
      .map(([other]) => all[other]!)
      .filter(({ monitorId }) => !isSettled(hub.monitorId, monitorId))
      .map((other) => linkOf(hub, other, pairs))
      .filter(({ together, chance }) => isOften(together, hub) && chance < maxChance)
    return { hub, links: links.toSorted((a, b) => (a.monitorId < b.monitorId ? -1 : 1)) }
  })
}

const isOften = (together: number, { starts }: Series): boolean =>
  together >= minTogether && together >= minShare * starts.length

/** How many outages of each other series began near those of each series; an upper bound, by series. */
function neighbours(all: readonly Series[]): Map<number, number>[] {
  const near = all.map(() => new Map<number, number>())
  const begun = all
    .flatMap(({ starts }, index) => starts.map((at) => ({ at, index })))
    .toSorted((a, b) => a.at - b.at || a.index - b.index)
  const count = (one: number, other: number): void => void near[one]!.set(other, (near[one]!.get(other) ?? 0) + 1)
  begun.forEach(({ at, index }, position) => {
    for (let next = position + 1; next < begun.length && begun[next]!.at - at <= maxWindowMs; next++) {
      const other = begun[next]!.index
      if (other === index) continue
      count(index, other)
      count(other, index)
    }
  })
  return near
}

function linkOf(hub: Series, other: Series, pairs: number): HubLink {
  const window = windowOf(hub, other)
  // Two outages of one monitor are further apart than two windows, so at most one is near.
  const shared = hub.starts.flatMap((at) => {
    const found = other.starts[indexFrom(other.starts, at - window)]
    return found !== undefined && found <= at + window ? [{ at, lagMs: found - at }] : []
  })
  const together = shared.length
  const [fewer, more] = hub.starts.length <= other.starts.length ? [hub, other] : [other, hub]
  return {
    monitorId: other.monitorId,
    together,
    outages: other.starts.length,
    after: shared.filter(({ lagMs }) => lagMs >= 0).length,
    maxLagMs: Math.max(0, ...shared.map(({ lagMs }) => Math.abs(lagMs))),
    chance: Math.min(1, pairs * tail(together, expectedTogether(fewer.starts, more.starts, window))),
    lastAt: shared.at(-1)?.at ?? 0,
  }
}

/** How many of these would begin near one of the others if each were moved by a random part of `shiftMs`. */
function expectedTogether(starts: readonly number[], others: readonly number[], window: number): number {
  return starts.reduce((sum, at) => {
    const around = indexFrom(others, at + shiftMs) - indexFrom(others, at - shiftMs)
    return sum + Math.min(1, (around * window) / shiftMs)
  }, 0)
}

/** Chernoff's bound of the chance that a sum of independent yes-or-no events with this mean is at least `count`. */
export function tail(count: number, mean: number): number {
  if (count <= mean) return 1
  return mean === 0 ? 0 : Math.exp(count - mean - count * Math.log(count / mean))
}
