// Upcoming maintenance, expiring certificates and domains, and gaps in on-call schedules.
import { z } from 'zod'
import { checks } from '../../checks/index.ts'
import { occurrences } from '../../domain/maintenance.ts'
import { gaps } from '../../domain/on-call/schedule.ts'
import { windowsOf } from '../../store/monitors/maintenance-windows.ts'
import { schedulesOf } from '../../store/on-call/schedules.ts'
import { expiries } from '../../store/results/expiries.ts'
import { ahead, rosterFor } from '../on-call/show.ts'
import { type CallerContext, defineOperation, ok } from '../registry/define.ts'

const maxUpcoming = 20
const daysAhead = 7
const moment = z.iso.datetime()

const expiring = checks.flatMap((check) =>
  check.metrics.filter(({ isExpiry }) => isExpiry).map((metric) => ({ ...metric, type: check.type })),
)

export const upcoming = z
  .object({
    object: z.literal('upcoming'),
    maintenance: z
      .array(z.object({ id: z.uuid(), name: z.string(), starts_at: moment, ends_at: moment }))
      .meta({ description: 'Windows that start within seven days' }),
    expiring: z
      .array(
        z.object({
          monitor: z.object({ id: z.uuid(), name: z.string() }),
          metric: z.string().meta({ description: 'The metric of the expiry, as used in rules' }),
          label: z.string(),
          days_left: z.number(),
          expires_at: moment,
        }),
      )
      .meta({
        description:
          'Certificates with less than 14 days left (short-lived ones: a quarter of their lifetime), domains with less than 30; the earliest first',
      }),
    gaps: z
      .array(z.object({ schedule: z.object({ id: z.int(), name: z.string() }), from: moment, until: moment }))
      .meta({ description: 'Gaps within seven days' }),
  })
  .meta({ id: 'Upcoming' })

export const getUpcoming = defineOperation({
  id: 'getUpcoming',
  method: 'GET',
  path: '/dashboard/upcoming',
  audience: 'dashboard',
  tag: 'Overview',
  summary: 'List maintenance, expiries and on-call gaps of the next days',
  responses: { 200: { description: `At most ${maxUpcoming} of each`, schema: upcoming } },
  handle: async (_input, context) => ok(await whatComesUp(context)),
})

async function whatComesUp(context: CallerContext): Promise<object> {
  const [maintenance, runningOut, gaps] = await Promise.all([
    planned(context),
    expiringSoon(context),
    gapsOnCall(context),
  ])
  return { object: 'upcoming', maintenance, expiring: runningOut, gaps }
}

async function planned({ db, caller, now }: CallerContext) {
  const span = ahead(now, daysAhead)
  const windows = await windowsOf(db, [caller.organization.id], span)
  return windows
    .flatMap(({ id, name, ...window }) =>
      occurrences({ ...window }, span)
        .filter(({ from }) => from > now)
        .map(({ from, to }) => ({ id, name, starts_at: from, ends_at: to })),
    )
    .toSorted((a, b) => a.starts_at.getTime() - b.starts_at.getTime())
    .slice(0, maxUpcoming)
}

async function expiringSoon({ db, caller, now }: CallerContext) {
  const found = await expiries(db, { organizationId: caller.organization.id, metrics: expiring, now })
  return found
    .filter(({ isInTime }) => !isInTime)
    .flatMap(({ monitor, metricKey, expiresAt }) => {
      const { metric, label, soonDays } = expiring.find(({ key }) => key === metricKey)!
      const left = (expiresAt.getTime() - now.getTime()) / 86_400_000
      return left < soonDays
        ? [{ monitor, metric, label, days_left: Math.round(left * 10) / 10, expires_at: expiresAt }]
        : []
    })
    .toSorted((a, b) => a.expires_at.getTime() - b.expires_at.getTime())
    .slice(0, maxUpcoming)
}

async function gapsOnCall(context: CallerContext) {
  const { db, caller, now } = context
  const schedules = (await schedulesOf(db, caller.organization.id)).filter(({ enabled }) => enabled)
  const span = ahead(now, daysAhead)
  const roster = await rosterFor(context, schedules, span)
  return schedules
    .flatMap(({ id, name }) =>
      gaps(roster.of(id), span).map(({ from, to }) => ({ schedule: { id, name }, from, until: to })),
    )
    .toSorted((a, b) => a.from.getTime() - b.from.getTime())
    .slice(0, maxUpcoming)
}
