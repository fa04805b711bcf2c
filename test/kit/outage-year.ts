// A year of outages of one organization, from a seed, with what caused them.
import type { OutageHistory, FailedSpan } from '../../src/domain/alerting/learned-dependencies.ts'
import type { Random } from '../simulation/random.ts'

/** Monitors that fail together because of a broken gateway, which is one of them, or a switch that nobody watches. */
export interface SharedCause {
  readonly gateway: string | null
  readonly monitorIds: readonly string[]
}

export interface OutageYear {
  readonly histories: readonly OutageHistory[]
  readonly causes: readonly SharedCause[]
}

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000] as const
const start = Date.UTC(2025, 0, 1)

interface Watched {
  readonly monitorId: string
  readonly intervalSeconds: number
  readonly phaseMs: number
  readonly outages: FailedSpan[]
}

export function outageYear(random: Random, { shares = true } = {}): OutageYear {
  const monitors: Watched[] = Array.from({ length: 60 }, (_, n) => ({
    monitorId: `monitor-${String(n).padStart(2, '0')}`,
    intervalSeconds: random.pick([30, 60, 60, 120, 300]),
    phaseMs: random.integer(0, 299) * second,
    outages: [],
  }))
  const causes = shares ? someCauses(random, monitors) : []
  // A gateway that is down is down for all behind it.
  const others = monitors.filter(({ monitorId }) => !causes.some(({ gateway }) => gateway === monitorId))
  ownOutages(random, others)
  coincidences(random, others)
  const histories = monitors.map(({ phaseMs: _phase, ...monitor }) => ({ ...monitor, ancestors: new Set<string>() }))
  return { histories, causes }
}

const someDay = (random: Random): number => start + random.integer(0, 364) * day

/** A check notices the outage at its next turn. */
function fail(random: Random, { intervalSeconds, phaseMs, outages }: Watched, at: number, lengthMs: number): void {
  const interval = intervalSeconds * second
  const seen = Math.ceil((at - phaseMs) / interval) * interval + phaseMs + random.integer(0, 2 * second)
  if (seen < at + Math.max(lengthMs, interval)) outages.push({ from: seen, to: Math.max(seen, at + lengthMs) })
}

function someCauses(random: Random, monitors: readonly Watched[]): SharedCause[] {
  let next = 0
  return Array.from({ length: 6 }, (_, n) => {
    const members = monitors.slice(next, (next += random.integer(3, 8)))
    const gateway = n % 2 === 0 ? members[0]! : null
    for (let outages = random.integer(5, 14); outages > 0; outages--) {
      const at = someDay(random) + random.integer(0, day)
      const lengthMs = random.integer(6, 90) * minute
      for (const member of members) {
        const delayMs = member === gateway ? 0 : random.integer(0, 20) * second
        // Some are in maintenance, have a cache, or are not in use at the time.
        if (member === gateway || random.chance(0.95)) fail(random, member, at + delayMs, lengthMs)
      }
    }
    return { gateway: gateway?.monitorId ?? null, monitorIds: members.map(({ monitorId }) => monitorId) }
  })
}

function ownOutages(random: Random, monitors: readonly Watched[]): void {
  for (const monitor of monitors)
    for (let outages = random.integer(0, 12); outages > 0; outages--)
      fail(random, monitor, someDay(random) + random.integer(0, day), random.integer(1, 120) * minute)
}

/** What looks like a shared cause and is none. */
function coincidences(random: Random, monitors: readonly Watched[]): void {
  for (const flapping of pickSome(random, monitors, 6))
    for (let bursts = random.integer(5, 25); bursts > 0; bursts--) {
      let at = someDay(random) + random.integer(0, day)
      const pauseMs = random.pick([6 * minute, 45 * minute])
      for (let times = random.integer(3, 12); times > 0; times--) {
        fail(random, flapping, at, 2 * minute)
        at += pauseMs + random.integer(0, 5 * minute)
      }
    }
  // Independent jobs of the night.
  for (const nightly of pickSome(random, monitors, 8))
    for (let nights = random.integer(8, 30); nights > 0; nights--)
      fail(random, nightly, someDay(random) + 3 * hour + random.integer(0, 40) * minute, 5 * minute)
  // Busy evenings, on which many fail for reasons of their own.
  for (let evenings = 6; evenings > 0; evenings--) {
    const from = someDay(random) + 19 * hour
    for (const monitor of pickSome(random, monitors, 25))
      fail(random, monitor, from + random.integer(0, 2 * hour), 10 * minute)
  }
  // Twice everything fails, because the network of Lapwing itself does.
  for (let times = 2; times > 0; times--) {
    const at = someDay(random) + random.integer(0, day)
    for (const monitor of monitors) fail(random, monitor, at, 20 * minute)
  }
}

function pickSome<Item>(random: Random, items: readonly Item[], count: number): Item[] {
  return items
    .map((item) => ({ item, rank: random.next() }))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, count)
    .map(({ item }) => item)
}
