// The settings of an organization, and its notices.
import { describe, expect, it } from 'vitest'
import { createChannel } from '../../../src/operations/channels/write.ts'
import { inviteMember } from '../../../src/operations/people/invitations.ts'
import { listNotices, readNotices } from '../../../src/operations/organization/notices.ts'
import { getOrganization, updateOrganization } from '../../../src/operations/organization/organization.ts'
import { addActivityOfMonitor } from '../../../src/store/accounts/activity.ts'
import { organizationsKeeping } from '../../../src/store/accounts/organizations.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { dashboardOf } from '../../kit/people/dashboard.ts'
import { openIncident, recover } from '../../kit/resources/incidents.ts'
import { keys, lapwing, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { make } from '../../kit/resources/monitors.ts'
import { logged } from '../../kit/resources/notifications.ts'

const app = sharedLapwing()

describe('an organization', () => {
  it('can change its name and time zone, which is recorded with the user', async () => {
    const dashboard = dashboardOf(app())
    const body = { name: 'Acme & Sons', timezone: 'Europe/Berlin' }
    const { status, body: after } = await dashboard.ask(updateOrganization, { body, key: keys.other, role: 'admin' })
    expect(status, JSON.stringify(after)).toBe(200)
    expect(after).toMatchObject({ ...body, slug: 'other', plan: 'Enterprise' })
    expect((await dashboard.ask(getOrganization, { key: keys.other, role: 'viewer' })).body).toEqual(after)
    const { data } = (await app().get('/activity?entity_type=organization', { key: keys.other })).body
    expect(data[0]).toMatchObject({
      action: 'organization.updated',
      changes: { name: { from: 'Other', to: 'Acme & Sons' }, timezone: { from: 'UTC', to: 'Europe/Berlin' } },
    })
    await dashboard.ask(updateOrganization, { body, key: keys.other })
    expect((await app().get('/activity?entity_type=organization', { key: keys.other })).body.data).toHaveLength(
      data.length,
    )
    await dashboard.ask(updateOrganization, { body: { incidentDays: 90 }, key: keys.other, role: 'admin' })
    const [last] = (await app().get('/activity?entity_type=organization', { key: keys.other })).body.data
    expect(last.changes).toMatchObject({ incident_days: { from: null, to: 90 } })
  })

  it('keeps incidents and activity as configured, at most as long as the plan allows', async () => {
    const dashboard = dashboardOf(app())
    const change = (body: object) => dashboard.ask(updateOrganization, { body, key: keys.free })
    expect((await change({ incidentDays: 7 })).body.retention).toEqual({
      incidents: { chosen_days: 7, most_days: 30, days: 7 },
      activity: { chosen_days: null, most_days: 7, days: 7 },
      check_days: 30,
      figure_days: 400,
    })
    expect(await change({ incidentDays: 31 })).toMatchObject({
      status: 400,
      body: { error: { message: 'incidentDays: must be at most 30 days, the limit of the plan' } },
    })
    const [free] = await app().store.rows<{ id: string }>(sql`select id from organizations where slug = 'free'`)
    expect(await organizationsKeeping(app().store)).toContainEqual({ ...free, incidentDays: 7, activityDays: 7 })
    expect((await change({ incidentDays: null })).body.retention.incidents.days).toBe(30)
  })

  it('can only be updated by admins, with valid values', async () => {
    const dashboard = dashboardOf(app())
    expect((await dashboard.ask(updateOrganization, { body: { name: 'Mine' }, role: 'member' })).status).toBe(403)
    for (const body of [{ name: '' }, { timezone: 'Mars/Olympus' }, { incidentDays: 0 }, { plan: 'enterprise' }])
      expect((await dashboard.ask(updateOrganization, { body })).status).toBe(400)
  })
})

describe('notices', () => {
  it('list current problems and recent events until they are read', async () => {
    const own = await lapwing()
    const dashboard = dashboardOf(own)
    const inbox = async (requested: object = {}) => (await dashboard.ask(listNotices, requested)).body
    const kindsOf = async (requested: object = {}) =>
      (await inbox(requested)).data.map(({ kind }: { kind: string }) => kind).toSorted()
    await inbox({ role: 'viewer' })
    own.clock.advance(60_000)
    const { monitor, id } = await openIncident(own, { name: 'Shop' })
    const hook = { name: 'Hook', type: 'webhook', config: { url: 'https://hooks.example.com/a' } }
    const channel = { id: (await dashboard.ask(createChannel, { body: hook })).body.id, type: 'webhook', name: 'Hook' }
    await logged(own, { channel })
    own.clock.advance(1000)
    await logged(own, { channel, status: 'failed', error: 'answered 404' })
    own.clock.advance(1000)
    await logged(own, { channel, status: 'failed', error: 'answered 410' })
    await addActivityOfMonitor(own.store, { monitorId: monitor.id, action: 'monitor.quarantined' }, own.clock.now())
    await dashboard.ask(inviteMember, { body: { email: 'ben@example.com', role: 'member' } })
    const { data, unread } = await inbox({ role: 'viewer' })
    expect(data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          kind: 'incident_opened',
          subject: { id: String(id), name: 'Shop' },
          is_over: false,
          is_read: false,
        }),
        expect.objectContaining({
          kind: 'channel_failing',
          subject: { id: String(channel.id), name: 'Hook' },
          message: 'answered 410',
        }),
        expect.objectContaining({ kind: 'monitor_quarantined', subject: { id: monitor.id, name: 'Shop' } }),
        expect.objectContaining({
          kind: 'member_invited',
          subject: expect.objectContaining({ name: 'ben@example.com' }),
          by: 'Ada',
        }),
      ]),
    )
    expect(unread).toBe(4)
    expect(data.find(({ kind }: { kind: string }) => kind === 'channel_failing').at < data[0].at).toBe(true)
    expect(await kindsOf()).not.toContain('member_invited')

    const read = await dashboard.ask(readNotices, { role: 'viewer', body: { until: data[0].at } })
    expect(read.status).toBe(204)
    expect((await inbox({ role: 'viewer' })).unread).toBe(0)
    expect((await inbox()).unread).toBeGreaterThan(0)

    await recover(own, monitor.id)
    await logged(own, { channel })
    const after = await inbox({ role: 'viewer' })
    expect(await kindsOf({ role: 'viewer' })).not.toContain('channel_failing')
    expect(after.data.find(({ kind }: { kind: string }) => kind === 'incident_opened').is_over).toBe(true)
    own.clock.advance(8 * 86_400_000)
    expect(new Set(await kindsOf({ role: 'viewer' }))).toEqual(new Set(['location_silent']))
  })

  it('show nothing of another organization', async () => {
    await make(app())
    expect((await dashboardOf(app()).ask(listNotices, { key: keys.starter })).body).toEqual({
      object: 'list',
      data: [],
      unread: 0,
    })
  })
})
