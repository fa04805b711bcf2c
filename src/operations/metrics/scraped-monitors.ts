// Reads the monitors of a scrape in slices, so that a hundred thousand are never in memory at once.
import { checks } from '../../checks/index.ts'
import { uptimeRatio } from '../../domain/history/uptime-ratio.ts'
import type { ScrapedExpiry } from '../../domain/metric.ts'
import { confirmedDowntime } from '../../domain/report/counted-time.ts'
import { type ScrapeFilter, type ScrapedMonitor, scrapeSlice } from '../../store/monitors/scrape.ts'
import { criticalTimes } from '../../store/reports/incidents.ts'
import { timesOff } from '../../store/results/exclusions.ts'
import { expiries } from '../../store/results/expiries.ts'
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
const allUp = { '24h': 1, '7d': 1, '30d': 1 }

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
  const [ratios, expiresAt] = [await uptimeRatios(context, slice), await expiryTimes(context, slice)]
  return slice.map((monitor) => ({
    ...monitor,
    uptime: ratios.get(monitor.id) ?? allUp,
    certificateExpiresAt: expiresAt.get(monitor.id)?.certificate ?? null,
    domainExpiresAt: expiresAt.get(monitor.id)?.domain ?? null,
  }))
}

type Uptime = ScrapedSeries['uptime']

/** Only monitors that were down; the others were always up. */
async function uptimeRatios(
  { db, caller, now }: CallerContext,
  slice: readonly ScrapedMonitor[],
): Promise<Map<string, Uptime>> {
  const organizationId = caller.organization.id
  const span = { from: new Date(now.getTime() - maxMs), to: now }
  const incidents = await criticalTimes(db, { organizationId, monitorIds: slice.map(({ id }) => id), ...span })
  const downtime = Map.groupBy(confirmedDowntime(incidents, span), ({ monitorId }) => monitorId)
  if (downtime.size === 0) return new Map()
  const monitors = slice.filter(({ id }) => downtime.has(id))
  const off = await timesOff(db, { organizationId, monitors, ...span })
  return new Map(
    monitors.map(({ id, createdAt }) => [
      id,
      Object.fromEntries(
        windows.flatMap(([name, lengthMs]) => {
          const window = { from: new Date(now.getTime() - lengthMs), to: now }
          const { excluded } = off.get(id)!
          const ratio = uptimeRatio({ down: downtime.get(id)!, excluded, since: createdAt, window })
          return ratio === null ? [] : [[name, ratio]]
        }),
      ),
    ]),
  )
}

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
