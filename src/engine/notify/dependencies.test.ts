import { beforeEach, describe, expect, it } from 'vitest'
import { checked, refused } from '../../../test/kit/resources/checked.ts'
import { fail, newestOf, recover } from '../../../test/kit/resources/incidents.ts'
import { onlyErrors, quiet } from '../../../test/kit/log.ts'
import type { TestLapwing } from '../../../test/kit/lapwing/lapwing.ts'
import { type Fields, make } from '../../../test/kit/resources/monitors.ts'
import { lapwingWithChannels, logOf } from '../../../test/kit/resources/notifying.ts'
import { flappingHoldMs } from '../../domain/alerting/rule-state.ts'
import { sql } from '../../store/database/sql.ts'
import { vault } from '../../../test/kit/alerts/engine.ts'
import { routeDue } from './route.ts'
import { liftSilences } from './silences.ts'

const desk = { name: 'Desk', type: 'slack', default: true, config: { url: 'http://127.0.0.1:9/' } }

let app: TestLapwing
let gateway: { id: string }

beforeEach(async () => {
  app = await lapwingWithChannels({ channels: [desk] }, { env: { LAPWING_ROLES: 'server' } })
  gateway = await make(app, { name: 'Gateway', tags: ['gateway'] })
})

const behind = (name: string, fields: Fields = {}): Promise<{ id: string }> =>
  make(app, { name, dependsOn: { monitors: [gateway.id] }, ...fields })

/** Routes what is due until nothing is left. */
async function route(): Promise<void> {
  const { store, clock } = app
  await liftSilences({ ...app, log: quiet })
  while ((await routeDue({ store, clock, log: onlyErrors, vault, origin: () => null })) > 0);
}

/** Sends the alerts that are on their way, and returns them as `firing Gateway`. */
async function notified(): Promise<string[]> {
  await route()
  const rows = await app.store.rows<{ text: string }>(sql`
    with gone as (delete from deliveries returning *),
    sent as (
      insert into notifications (organization_id, status, event, channel_id, channel_type, oncall_page, incident_id,
        attempt, created_at)
      select organization_id, 'sent', alert ->> 'kind', channel_id, 'slack', false, incident_id, 1, due_at from gone
    )
    select (alert ->> 'kind') || ' ' || (alert #>> '{monitor,name}') as text from gone order by id`)
  return rows.map(({ text }) => text)
}

const silences = async (id: number): Promise<unknown[]> =>
  (await logOf(app, id)).map(({ event, silenced_reason: reason }) => [event, reason])

describe('monitors behind a parent', () => {
  it('send no alerts while it is down, and neither is their end', async () => {
    const shop = await behind('Shop')
    const parent = await fail(app, gateway.id)
    const child = await fail(app, shop.id)
    expect(await notified()).toEqual(['firing Gateway'])
    expect(await silences(child.id)).toEqual([['firing', 'dependency']])
    expect(await newestOf(app, shop.id)).toMatchObject({
      affected_by: { incident_id: parent.id, monitor: { id: gateway.id, name: 'Gateway' } },
    })
    expect((await newestOf(app, gateway.id)).affected_monitors).toBe(1)
    await recover(app, shop.id)
    await recover(app, gateway.id)
    expect(await notified()).toEqual(['resolved Gateway'])
    const { body } = await app.get(`/incidents/${parent.id}/timeline`)
    expect(body.data.map(({ type }: { type: string }) => type)).toContain('affects')
  })

  it('wait until it is checked, and are folded into it if they were confirmed first', async () => {
    const shop = await behind('Shop')
    await checked(app, gateway.id)
    await fail(app, shop.id)
    expect(await notified()).toEqual([])
    const [turn] = await app.store.rows<{ dueAt: Date }>(sql`
      select due_at as "dueAt" from turns t join monitors m using (monitor_number) where m.id = ${gateway.id}`)
    expect(turn!.dueAt.getTime()).toBeLessThanOrEqual(app.clock.now().getTime())
    await checked(app, gateway.id, refused)
    app.clock.advance(3000)
    expect(await notified()).toEqual([])
    const parent = await fail(app, gateway.id)
    app.clock.advance(3000)
    expect(await notified()).toEqual(['firing Gateway'])
    expect(await newestOf(app, shop.id)).toMatchObject({ affected_by: { incident_id: parent.id } })
  })

  it('send alerts when they fail again, if they had recovered before it was checked', async () => {
    const shop = await behind('Shop')
    for (let times = 0; times < 2; times++) {
      await checked(app, gateway.id)
      await fail(app, shop.id)
      await recover(app, shop.id)
      await notified()
    }
    app.clock.advance(60_000)
    await fail(app, shop.id)
    expect(await notified()).toEqual([])
    await recover(app, shop.id)
    app.clock.advance(60_000)
    await checked(app, gateway.id)
    expect(await notified()).toEqual([])
    const { id } = await fail(app, shop.id)
    app.clock.advance(3000)
    expect(await notified()).toEqual(['firing Shop'])
    await recover(app, shop.id)
    app.clock.advance(flappingHoldMs + 3000)
    expect(await notified()).toEqual(['resolved Shop'])
    expect(await silences(id)).toEqual([
      ['firing', null],
      ['resolved', null],
    ])
  })

  it('send no alerts if they had recovered before it was checked, and do not fail again', async () => {
    const shop = await behind('Shop')
    for (let times = 0; times < 3; times++) {
      await checked(app, gateway.id)
      const { id } = await fail(app, shop.id)
      expect(await notified()).toEqual([])
      await recover(app, shop.id)
      app.clock.advance(60_000)
      await checked(app, gateway.id)
      await notified()
      app.clock.advance(flappingHoldMs + 3000)
      expect(await notified()).toEqual([])
      expect(await silences(id)).toEqual([['firing', 'recovered']])
    }
    expect(await app.store.rows(sql`select from outbox`)).toEqual([])
  })

  it('send alerts at once when it was checked and is fine', async () => {
    const shop = await behind('Shop')
    await checked(app, shop.id, refused)
    app.clock.advance(1000)
    await checked(app, gateway.id)
    await fail(app, shop.id)
    expect(await notified()).toEqual(['firing Shop'])
  })

  it('send alerts after a minute if it cannot be checked', async () => {
    await fail(app, (await behind('Shop')).id)
    expect(await notified()).toEqual([])
    app.clock.advance(61_000)
    expect(await notified()).toEqual(['firing Shop'])
  })

  it('send alerts when it has recovered and they are confirmed once more', async () => {
    const shop = await behind('Shop')
    await fail(app, gateway.id)
    await fail(app, shop.id)
    expect(await notified()).toEqual(['firing Gateway'])
    await recover(app, gateway.id)
    await checked(app, shop.id, refused)
    expect(await notified()).toEqual(['resolved Gateway'])
    await fail(app, shop.id)
    expect(await notified()).toEqual(['firing Shop'])
    expect((await newestOf(app, shop.id)).affected_by).toBeNull()
    await recover(app, shop.id)
    expect(await notified()).toEqual(['resolved Shop'])
  })

  it('are named by a tag, at any level, and people hear of the first one only', async () => {
    const api = await make(app, { name: 'API', dependsOn: { tags: ['gateway'] } })
    const shop = await make(app, { name: 'Shop', dependsOn: { monitors: [api.id] } })
    const parent = await fail(app, gateway.id)
    for (const { id } of [shop, api]) await fail(app, id)
    expect(await notified()).toEqual(['firing Gateway'])
    for (const { id } of [shop, api])
      expect(await newestOf(app, id)).toMatchObject({ affected_by: { incident_id: parent.id } })
  })

  it('send alerts if the parent is paused or in shadow mode', async () => {
    const shop = await behind('Shop')
    await fail(app, gateway.id)
    await app.ask('PATCH', `/monitors/${gateway.id}`, { body: { shadow: true } })
    await fail(app, shop.id)
    expect(await notified()).toContain('firing Shop')
  })

  it('are one alert, with their number, even if there are fifty of them', async () => {
    const children = []
    for (let n = 0; n < 50; n++) children.push(await behind(`Shop ${n}`))
    for (const { id } of children) await fail(app, id)
    await fail(app, gateway.id)
    await route()
    const rows = await app.store.rows<{ dependents: object }>(
      sql`select alert -> 'dependents' as dependents from deliveries`,
    )
    expect(rows).toEqual([{ dependents: { total: 50, affected: 50 } }])
  })

  it('cannot form a cycle or more than five levels', async () => {
    const update = (id: string, dependsOn: object) => app.ask('PATCH', `/monitors/${id}`, { body: { dependsOn } })
    const names = ['B', 'C', 'D', 'E']
    let parent = gateway
    for (const name of names) parent = await make(app, { name, dependsOn: { monitors: [parent.id] } })
    const sixth = await app.post('/monitors', {
      name: 'F',
      type: 'heartbeat',
      interval: 60,
      dependsOn: { monitors: [parent.id] },
    })
    expect([sixth.status, sixth.body.error.message]).toEqual([
      400,
      'dependsOn: a chain of dependencies has at most 5 monitors',
    ])
    const cycle = await update(gateway.id, { monitors: [parent.id] })
    expect([cycle.status, cycle.body.error.message]).toEqual([400, 'dependsOn: the monitor would depend on itself'])
    expect((await update(gateway.id, { monitors: [gateway.id] })).status).toBe(400)
    expect((await update(gateway.id, { monitors: ['0198c5a2-9b10-7d21-8c44-2b6f0e9d7a31'] })).status).toBe(400)
    expect((await update(parent.id, { tags: ['gateway'] })).body.depends_on).toEqual({
      monitors: [],
      tags: ['gateway'],
      vendors: [],
    })
    const tagged = await app.ask('PATCH', `/monitors/${parent.id}`, { body: { tags: ['gateway'] } })
    expect(tagged.status).toBe(200)
  })
})
