// The health of channels in the dashboard.
import { expect, it } from 'vitest'
import { listChannelHealth } from '../../../src/operations/channels/health.ts'
import { createChannel } from '../../../src/operations/channels/write.ts'
import { dashboardOf } from '../../kit/people/dashboard.ts'
import { keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
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
    },
    { channel_id: unused.id, last: null, sent: 0, failed: 0, silenced: 0 },
  ])
})

it('shows no channels of another organization', async () => {
  expect((await dashboardOf(app()).ask(listChannelHealth, { key: keys.other })).body.data).toEqual([])
})
