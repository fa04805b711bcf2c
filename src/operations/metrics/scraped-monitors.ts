// Reads the monitors of a scrape in slices, so that a hundred thousand are never in memory at once.
import { checks } from '../../checks/index.ts'
import type { ScrapedExpiry } from '../../domain/metric.ts'
import { uptimeIn, uptimePercent } from '../../domain/uptime/monitored-time.ts'
import { type ScrapeFilter, type ScrapedMonitor, scrapeSlice } from '../../store/monitors/scrape.ts'
import { expiries } from '../../store/results/expiries.ts'
import { monitoredTimes } from '../../store/results/monitored-times.ts'
import type { CallerContext } from '../registry/define.ts'
import type { ScrapedSeries, UptimeWindow } from './monitor-series.ts'

const sliceOf = 500
const day = 86_400_000
const windows: readonly (readonly [UptimeWindow, number])[] = [
  ['24h', day],
  ['7d', 7 * day],
  ['30d', 30 * day],
]
const maxMs = 30 * day

const expiring = checks.flatMap(({ type, metrics }) =>
  metrics.flatMap(({ key, scrapedExpiry }) => (scrapedExpiry === null ? [] : [{ key, type, scrapedExpiry }])),
)

export async function* scrapedMonitors(context: CallerContext, filter: ScrapeFilter): AsyncGenerator<ScrapedSeries[]> {
  const { db, caller, now } = context
  const selection = { organizationId: caller.organization.id, filter, now }
  let after: string | null = null
  for (;;) {
    const slice: ScrapedMonitor[] = await scrapeSlice(db, selection, { after, limit: sliceOf })
    if (slice.length > 0) yield await withHistory(context, slice)
    if (slice.length < sliceOf) return
    after = slice.at(-1)!.id
  }
}

async function withHistory(context: CallerContext, slice: readonly ScrapedMonitor[]): Promise<ScrapedSeries[]> {
  const [uptimes, expiresAt] = [await uptimesOf(context, slice), await expiryTimes(context, slice)]
  return slice.map((monitor) => ({
    ...monitor,
    uptime: uptimes.get(monitor.id) ?? {},
    certificateExpiresAt: expiresAt.get(monitor.id)?.certificate ?? null,
    domainExpiresAt: expiresAt.get(monitor.id)?.domain ?? null,
  }))
}

type Uptime = ScrapedSeries['uptime']

async function uptimesOf(
  { db, caller, now }: CallerContext,
  slice: readonly ScrapedMonitor[],
): Promise<Map<string, Uptime>> {
  const monitorIds = slice.map(({ id }) => id)
  const before = (ms: number) => ({ from: new Date(now.getTime() - ms), to: now })
  const times = await monitoredTimes(db, { organizationId: caller.organization.id, monitorIds, ...before(maxMs) })
  return new Map(
    [...times].map(([id, time]) => [
      id,
      Object.fromEntries(windows.map(([name, ms]) => [name, ratioOf(uptimePercent(uptimeIn([time], before(ms))))])),
    ]),
  )
}

/** To as many digits as the percentage. */
const ratioOf = (percent: number | null): number | null =>
  percent === null ? null : Math.round(percent * 10_000) / 1e6

type Expiries = { readonly [what in ScrapedExpiry]?: number }

/** In seconds since 1970. */
async function expiryTimes(
  { db, caller, now }: CallerContext,
  slice: readonly ScrapedMonitor[],
): Promise<Map<string, Expiries>> {
  const monitorIds = slice.filter(({ type }) => expiring.some((one) => one.type === type)).map(({ id }) => id)
  if (monitorIds.length === 0) return new Map()
  const found = await expiries(db, { organizationId: caller.organization.id, metrics: expiring, monitorIds, now })
  const whatOf = (metricKey: string): ScrapedExpiry => expiring.find(({ key }) => key === metricKey)!.scrapedExpiry
  const times = new Map<string, Expiries>()
  for (const { monitor, metricKey, expiresAt } of found) {
    const seconds = Math.round(expiresAt.getTime() / 1000)
    times.set(monitor.id, { ...times.get(monitor.id), [whatOf(metricKey)]: seconds })
  }
  return times
}
