// A reply mutes a monitor for an hour: what stops, what still arrives, and what comes afterwards.
import { expect, it } from 'vitest'
import { newReplyToken } from '../../../src/domain/notifying/reply.ts'
import { createVault } from '../../../src/domain/vault.ts'
import { sharedKey } from '../../kit/lapwing/start-lapwing.ts'
import { fail, openIncident, recover } from '../../kit/resources/incidents.ts'
import { received, hook, lapwingWithChannels, logOf, passUntil } from '../../kit/resources/notifying.ts'
import { startReceiver } from '../../kit/resources/receiver.ts'

const minute = 60_000

it('sends no alerts of a muted monitor but the end of what was announced, and goes on after an hour', async () => {
  const receiver = await startReceiver()
  const app = await lapwingWithChannels({ channels: [hook(receiver)] })
  const mute = async (incidentId: number): Promise<string> => {
    const channelId = (await app.get('/notification-channels')).body.data[0].id
    const expiresAt = new Date(app.clock.now().getTime() + minute)
    const token = { use: 'link', action: 'mute', person: null, incidentId, channelId, expiresAt } as const
    const link = newReplyToken(createVault([sharedKey]), token, { kind: 'firing', at: app.clock.now() })
    return (await fetch(`${app.origin}/reply/${link}`, { method: 'POST' })).text()
  }
  const silenced = (incidentId: number) =>
    passUntil(app, async () => (await logOf(app, incidentId)).some((entry) => entry.silenced_reason === 'maintenance'))

  const events = async (count: number) =>
    (await received(app, receiver, count)).map(({ event, incident: { id } }) => `${event} ${id}`)

  const first = await openIncident(app, { config: { repeatIntervalSeconds: 3600 } })
  const notified = [`incident.firing ${first.id}`]
  expect(await events(1)).toEqual(notified)
  app.clock.advance(30 * minute)
  expect(await mute(first.id)).toBe('Muted for 1 hour by Hook through Webhook\n')

  app.clock.advance(30 * minute)
  await silenced(first.id)
  await recover(app, first.monitor.id)
  notified.push(`incident.resolved ${first.id}`)
  expect(await events(2)).toEqual(notified)

  app.clock.advance(10 * minute)
  const second = await fail(app, first.monitor.id)
  await silenced(second.id)
  app.clock.advance(10 * minute)
  const other = await openIncident(app, { name: 'Not muted' })
  notified.push(`incident.firing ${other.id}`)
  expect(await events(3)).toEqual(notified)

  app.clock.advance(10 * minute)
  notified.push(`incident.firing ${second.id}`)
  expect(await events(4)).toEqual(notified)
  app.clock.advance(60 * minute)
  notified.push(`incident.firing ${second.id}`)
  expect(await events(5)).toEqual(notified)
})
