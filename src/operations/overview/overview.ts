// The data of the overview screen in one request.
import { coverOf } from '../../domain/maintenance.ts'
import { isWatching } from '../../domain/self-monitoring.ts'
import { tooEarlySeconds } from '../../domain/fields/uptime.ts'
import { uptimePercent } from '../../domain/uptime/monitored-time.ts'
import { listActivity } from '../../store/accounts/activity.ts'
import { confirming } from '../../store/incidents/confirming.ts'
import { openNow, summaryOfOpen } from '../../store/incidents/open-now.ts'
import {
  type StatsQuery,
  incidentBuckets,
  incidentTotals,
  unstableMonitors,
  countOpenIncidents,
} from '../../store/incidents/stats.ts'
import { countCovered, countMonitors } from '../../store/monitors/summary.ts'
import { deliveriesSince } from '../../store/notifications/delivery-counts.ts'
import { organizationUptime } from '../../store/results/monitored-times.ts'
import { healthScore } from '../organization/summary.ts'
import { type CallerContext, defineOperation, ok } from '../registry/define.ts'
import { included, query } from './included.ts'
import { openWindows } from '../maintenance/maintenance-now.ts'
import { onCallNow } from './on-call-now.ts'
import { folded, shownIncidents } from './open-incidents.ts'
import { overview } from './schema.ts'

const hour = 3_600_000
const day = 24 * hour
const maxCount = { incidents: 5, foldable: 200, confirming: 5, changes: 8, unsteady: 5 }

export const getOverview = defineOperation({
  id: 'getOverview',
  method: 'GET',
  path: '/dashboard/overview',
  audience: 'dashboard',
  tag: 'Overview',
  summary: 'Get open incidents, current problems and the last days',
  query,
  responses: { 200: { description: 'The overview', schema: overview } },
  async handle({ query }, context) {
    const [now, past, rest, also] = await Promise.all([
      whatIsNow(context),
      whatWas(context),
      whatElse(context),
      included(query.with ?? [], context),
    ])
    return ok({ object: 'overview', ...now, ...past, ...rest, generated_at: context.now, ...also })
  },
})

async function whatIsNow(context: CallerContext) {
  const { db, caller, now } = context
  const organizationId = caller.organization.id
  const windows = await openWindows(context)
  const [monitors, covered, open, counts, incidents, unsure] = await Promise.all([
    countMonitors(db, { organizationId }),
    countCovered(db, organizationId, coverOf(windows)),
    summaryOfOpen(db, organizationId),
    countOpenIncidents(db, { organizationId }, now),
    openNow(db, organizationId, maxCount.foldable),
    confirming(db, organizationId, maxCount.confirming),
  ])
  return {
    monitors: { ...monitors, in_maintenance: covered, health_score: healthScore(monitors) },
    maintenance: windows.map(({ id, name, endsAt }) => ({ id, name, ends_at: endsAt })),
    incidents: {
      open: open.total,
      firing: counts.firing,
      acknowledged: counts.acknowledged,
      critical: counts.critical,
      began_with: open.beganWith,
      shown: await shownIncidents(context, folded(incidents).slice(0, maxCount.incidents)),
    },
    confirming: {
      total: unsure.total,
      shown: unsure.shown.map(({ seenFrom, nextFrom, nextDueAt, ...one }) => ({
        ...one,
        seen_from: seenFrom,
        next_from: nextFrom,
        next_check_at: nextDueAt,
      })),
    },
  }
}

async function whatWas({ db, caller, now }: CallerContext) {
  const organizationId = caller.organization.id
  const since = (ms: number): Date => new Date(now.getTime() - ms)
  const lastDay: StatsQuery = { organizationId, from: since(day), now, bucket: 'day' }
  const lastWeek: StatsQuery = { ...lastDay, from: new Date(Math.floor(since(6 * day).getTime() / day) * day) }
  const [uptime, today, week, byDay, unsteady, deliveries] = await Promise.all([
    uptimeOfLastDay({ db, caller, now }),
    incidentTotals(db, lastDay),
    incidentTotals(db, { ...lastWeek, from: since(7 * day) }),
    incidentBuckets(db, lastWeek),
    unstableMonitors(db, { ...lastWeek, from: since(7 * day) }, maxCount.unsteady),
    deliveriesSince(db, organizationId, since(day)),
  ])
  const { total, critical, warning } = today
  return {
    strip: {
      ...uptime,
      incidents_24h: { total, critical, warning },
      mtta_seconds_7d: week.mtta_seconds,
      mttr_seconds_7d: week.mttr_seconds,
      deliveries_24h: deliveries,
    },
    incidents_by_day: byDay.map(({ bucket_start, ...counts }) => ({ day: bucket_start, ...counts })),
    least_steady: unsteady.map(({ mttr_seconds: _, ...one }) => one),
  }
}

async function uptimeOfLastDay({ db, caller, now }: Pick<CallerContext, 'db' | 'caller' | 'now'>) {
  const span = { from: new Date(now.getTime() - day), to: now }
  const { monitors, ...sums } = await organizationUptime(db, { organizationId: caller.organization.id, ...span })
  return { uptime_24h: uptimePercent(sums), too_early_seconds: tooEarlySeconds(sums, { periodMs: day, monitors }) }
}

async function whatElse(context: CallerContext) {
  const { db, caller, services } = context
  const [onCall, changes, problems] = await Promise.all([
    onCallNow(context),
    listActivity(db, caller.organization.id, {
      filter: { onlyChanges: true },
      after: undefined,
      limit: maxCount.changes,
    }),
    services.problems(),
  ])
  return {
    on_call: onCall,
    changes: changes.map(({ changes: _, actor_name, actor_email, ...event }) => ({
      ...event,
      actor: actor_name ?? actor_email,
    })),
    watching: { ok: isWatching(problems), problems: [...problems] },
  }
}
