import { expect, it } from 'vitest'
import { vault } from '../../../test/kit/alerts/engine.ts'
import { endedIncident, openIncident, openWarning, recover } from '../../../test/kit/resources/incidents.ts'
import { lapwingWithChannels, logOf } from '../../../test/kit/resources/notifying.ts'
import { onlyErrors, quiet } from '../../../test/kit/log.ts'
import { sql } from '../../store/database/sql.ts'
import { routeDue } from './route.ts'
import { liftSilences } from './silences.ts'

/** Somebody who is notified of everything; nothing is routed by itself. */
async function unrouted(fields: { severities?: string[] } = {}) {
  const desk = { name: 'Desk', type: 'webhook', default: true, config: { url: 'http://127.0.0.1:9/' }, ...fields }
  const app = await lapwingWithChannels({ channels: [desk] }, { env: { LAPWING_ROLES: 'server' } })
  const { store, clock } = app
  return { app, store, route: () => routeDue({ store, clock, log: onlyErrors, vault, origin: () => null }) }
}

it('announces no end of an incident whose beginning maintenance silenced', async () => {
  const { app, store, route } = await unrouted()
  const startsAt = app.clock.now().toISOString()
  await app.post('/maintenance-windows', { name: 'Upgrade', startsAt, durationMinutes: 60, monitorTags: ['shop'] })
  const { id } = await endedIncident(app, { tags: ['shop'] })
  expect([await route(), await route(), await route()]).toEqual([1, 1, 0])
  expect((await logOf(app, id)).map(({ event, status }) => [event, status])).toEqual([
    ['firing', 'silenced'],
    ['resolved', 'silenced'],
  ])
  expect(await store.rows(sql`select from deliveries`)).toEqual([])
})

it('sends no alerts of a monitor in shadow mode, and announces what still fires after the switch', async () => {
  const { app, store, route } = await unrouted()
  const ended = await endedIncident(app, { shadow: true })
  const open = await openIncident(app, { shadow: true })
  for (let round = 0; round < 3; round++) await route()
  const silenced = async (id: number): Promise<unknown[]> =>
    (await logOf(app, id)).map(({ event, status, silenced_reason: reason }) => [event, status, reason])
  expect(await silenced(ended.id)).toEqual([
    ['firing', 'silenced', 'shadow'],
    ['resolved', 'silenced', 'shadow'],
  ])
  expect(await store.rows(sql`select from deliveries`)).toEqual([])
  await liftSilences({ ...app, log: quiet })
  expect(await route()).toBe(0)
  expect((await app.ask('PATCH', `/monitors/${open.monitor.id}`, { body: { shadow: false } })).body.shadow).toBe(false)
  await liftSilences({ ...app, log: quiet })
  expect(await route()).toBe(1)
  expect(await store.rows(sql`select alert ->> 'kind' as kind from deliveries`)).toEqual([{ kind: 'firing' }])
})

it('leaves the end of an incident to the next round while another process routes its beginning', async () => {
  const { app, store, route } = await unrouted()
  await endedIncident(app)
  await store.transaction(async (other) => {
    await other.run(sql`delete from outbox where kind = 'firing'`)
    expect(await route()).toBe(0)
  })
  expect(await route()).toBe(1)
})

it('announces the end to channels that got the beginning, even if the severity no longer matches', async () => {
  const { app, store, route } = await unrouted({ severities: ['critical'] })
  const { monitor, rule } = await openIncident(app)
  await route()
  await app.ask('PATCH', `/monitors/${monitor.id}/alert-rules/${rule.id}`, { body: { severity: 'warning' } })
  await recover(app, monitor.id)
  await route()
  const kinds = await store.rows<{ kind: string }>(sql`select alert ->> 'kind' as kind from deliveries order by id`)
  expect(kinds.map(({ kind }) => kind)).toEqual(['firing', 'resolved'])
})

it('announces no end to channels whose filter excluded the beginning', async () => {
  const { app, store, route } = await unrouted({ severities: ['critical'] })
  const { id, monitor } = await openWarning(app)
  await route()
  await app.post(`/monitors/${monitor.id}/pause`)
  await route()
  expect((await logOf(app, id)).map(({ event, status }) => [event, status])).toEqual([
    ['firing', 'silenced'],
    ['resolved', 'silenced'],
  ])
  expect(await store.rows(sql`select from deliveries`)).toEqual([])
})
