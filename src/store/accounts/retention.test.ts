import { expect, it } from 'vitest'
import { channelTest, critical } from '../../../test/kit/resources/alerts.ts'
import { newStore } from '../../../test/kit/lapwing/database.ts'
import { refuseWrites } from '../../../test/kit/lapwing/refused-writes.ts'
import { addIncident } from '../../../test/kit/resources/incidents.ts'
import type { PlanLimits, PlanName } from '../../domain/plan.ts'
import { applyRetention } from '../../engine/housekeeping/retention.ts'
import type { LogEntry } from '../../domain/notifying/delivery.ts'
import { logDeliveries } from '../notifications/log.ts'
import { putOrganization } from './organizations.ts'
import { sql } from '../database/sql.ts'

const now = new Date('2026-03-01T12:00:00Z')
const daysAgo = (days: number): Date => new Date(now.getTime() - days * 86_400_000)
const monitor = { id: '0198c5a2-8a00-7e55-a1b2-c3d4e5f60718', monitorNumber: 1, name: 'Shop', type: 'http' }

async function ready(plan: PlanName, limits: Partial<PlanLimits> = {}) {
  const store = await newStore()
  const organizationId = (await putOrganization(store, { name: 'Acme', slug: 'acme', plan, limits }, now)).id
  const incident = async (
    startedAt: Date,
    ends: { acknowledgedAt?: Date; resolvedAt?: Date } = {},
  ): Promise<number> => {
    const id = await addIncident(store, organizationId, { monitor, severity: 'critical', startedAt, ...ends })
    const event = { organization_id: organizationId, incident_id: id }
    await store.run(sql`
      insert into incident_events (organization_id, incident_id, type, created_at)
      values (${event.organization_id}, ${event.incident_id}, 'opened', ${startedAt})`)
    return id
  }
  const logged = (at: Date, fields: Partial<LogEntry> = {}): Promise<unknown> =>
    logDeliveries(store, [
      {
        organizationId,
        status: 'sent',
        alert: critical,
        channel: { id: 1, type: 'webhook', name: 'Hook' },
        oncallPage: false,
        people: [],
        attempt: 1,
        error: null,
        httpStatus: 200,
        latencyMs: 1,
        recipient: null,
        silence: null,
        at,
        ...fields,
      },
    ])
  const kept = async () => ({
    incidents: (await store.rows<{ id: number }>(sql`select id from incidents order by id`)).map(({ id }) => id),
    events: (await store.rows<{ id: number }>(sql`select incident_id as id from incident_events order by 1`)).map(
      ({ id }) => id,
    ),
    log: (await store.rows<{ at: Date }>(sql`select created_at as at from notifications order by 1`)).map(
      ({ at }) => at,
    ),
  })
  return { store, incident, logged, kept }
}

it('deletes incidents that ended before the retention, with their events and deliveries', async () => {
  const { store, incident, logged, kept } = await ready('free')
  await incident(daysAgo(40), { resolvedAt: daysAgo(31) })
  const recent = await incident(daysAgo(40), { resolvedAt: daysAgo(29) })
  await logged(daysAgo(31))
  await logged(daysAgo(31), { alert: channelTest })
  await logged(daysAgo(29))
  await applyRetention(store, now)
  expect(await kept()).toEqual({ incidents: [recent], events: [recent], log: [daysAgo(29)] })
})

it('never deletes open incidents', async () => {
  const { store, incident, kept } = await ready('free')
  const open = [await incident(daysAgo(400)), await incident(daysAgo(300), { acknowledgedAt: daysAgo(299) })]
  await applyRetention(store, now)
  expect(await kept()).toMatchObject({ incidents: open, events: open })
})

it('keeps everything without a limit, and follows the override of an organization', async () => {
  const unlimited = await ready('enterprise')
  const old = await unlimited.incident(daysAgo(4000), { resolvedAt: daysAgo(3999) })
  await unlimited.logged(daysAgo(3999))
  await applyRetention(unlimited.store, now)
  expect(await unlimited.kept()).toMatchObject({ incidents: [old], log: [daysAgo(3999)] })
  const own = await ready('free', { incident_retention_days: 365 })
  const kept = await own.incident(daysAgo(300), { resolvedAt: daysAgo(299) })
  await applyRetention(own.store, now)
  expect((await own.kept()).incidents).toEqual([kept])
})

it('deletes the incidents of other organizations, and everything else, if those of one cannot be deleted', async () => {
  const { store, incident, kept } = await ready('free')
  const bad = await incident(daysAgo(40), { resolvedAt: daysAgo(31) })
  const other = await putOrganization(store, { name: 'Other', slug: 'other', plan: 'free', limits: {} }, now)
  const row = { monitor, severity: 'critical' as const, startedAt: daysAgo(40), resolvedAt: daysAgo(31) }
  await addIncident(store, other.id, row)
  await store.run(sql`
    insert into config_plans (organization_id, id, sealed, created_at, expires_at)
    values (${other.id}, gen_random_uuid(), '', ${daysAgo(9)}, ${daysAgo(8)})`)
  await refuseWrites(store, { table: 'incidents', on: 'delete', when: `old.id = ${bad}` })
  await expect(applyRetention(store, now)).rejects.toThrow('refused')
  expect((await kept()).incidents).toEqual([bad])
  expect(await store.rows(sql`select from config_plans`)).toEqual([])
})

it('deletes more than one batch', async () => {
  const { store, incident, logged, kept } = await ready('free')
  await incident(daysAgo(50), { resolvedAt: daysAgo(49) })
  await logged(daysAgo(49))
  await store.run(sql`
    insert into notifications (
      organization_id, status, event, channel_type, oncall_page, incident_id, attempt, created_at
    )
    select organization_id, status, event, channel_type, oncall_page, incident_id, attempt, created_at
    from notifications, generate_series(1, 10001)`)
  await applyRetention(store, now)
  expect(await kept()).toEqual({ incidents: [], events: [], log: [] })
})
