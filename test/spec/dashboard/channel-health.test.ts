// The health of channels in the dashboard.
import { expect, it } from 'vitest'
import { listChannelHealth } from '../../../src/operations/channels/health.ts'
import { createChannel } from '../../../src/operations/channels/write.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { addDeliveries } from '../../../src/store/notifications/deliveries.ts'
import { dashboardOf } from '../../kit/people/dashboard.ts'
import { keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { critical } from '../../kit/resources/alerts.ts'
import { logged } from '../../kit/resources/notifications.ts'

const app = sharedLapwing()

it('shows the latest delivery of each channel and counts those of the last 24 hours', async () => {
  const dashboard = dashboardOf(app())
  const body = { name: 'Hook', type: 'webhook', config: { url: 'https://hooks.example.com/a' } }
  const { body: used } = await dashboard.ask(createChannel, { body })
  const { body: unused } = await dashboard.ask(createChannel, { body })
  const channel = { id: used.id, type: 'webhook', name: 'Hook' }
  await logged(app(), { channel })
  app().clock.advance(86_400_000)
  const failed = await logged(app(), { channel, status: 'failed', error: 'answered 404', httpStatus: 404 })
  await logged(app(), { channel, status: 'silenced', silence: 'maintenance', latencyMs: null })

  const { data } = (await dashboard.ask(listChannelHealth)).body
  expect(data).toEqual([
    {
      channel_id: used.id,
      last: { id: failed, status: 'failed', error: 'answered 404', latency_ms: 12, created_at: expect.any(String) },
      sent: 0,
      failed: 1,
      silenced: 1,
      waiting: null,
    },
    { channel_id: unused.id, last: null, sent: 0, failed: 0, silenced: 0, waiting: null },
  ])
})

it('shows how many messages wait for a slow receiver', async () => {
  const { store, clock } = app()
  const dashboard = dashboardOf(app())
  const body = { name: 'Hook', type: 'webhook', config: { url: 'https://hooks.example.com/a' } }
  const { body: slow } = await dashboard.ask(createChannel, { body })
  const row = await store.row<{ id: string }>(sql`
    select organization_id as id from notification_channels where id = ${slow.id}`)
  const since = clock.now()
  const drafts = [1, 2].map((id) => ({ ...critical, incident: { ...critical.incident, id } }))
  const draft = { organizationId: row!.id, channelId: slow.id, people: [] }
  await addDeliveries(
    store,
    drafts.map((alert) => ({ ...draft, alert })),
    since,
  )
  const waiting = async () => (await dashboard.ask(listChannelHealth)).body.data.at(-1)?.waiting
  expect(await waiting()).toBe(null)
  clock.advance(60_000)
  expect(await waiting()).toEqual({ count: 2, since: since.toISOString() })
})

it('shows no channels of another organization', async () => {
  expect((await dashboardOf(app()).ask(listChannelHealth, { key: keys.other })).body.data).toEqual([])
})
