// One message per person, address and event of an incident.
import { expect, it } from 'vitest'
import { alertWorld, page } from '../../../test/kit/alerts/world.ts'
import { vault } from '../../../test/kit/alerts/engine.ts'
import { quiet } from '../../../test/kit/log.ts'
import { routeDue } from './route.ts'
import { sql } from '../../store/database/sql.ts'

const minutes = 60

/** Ada is in the group with Ben, and on call. */
async function onCallInGroup({ deviceTypes = [] as string[], delayMinutes = 0 } = {}) {
  const world = await alertWorld()
  const ada = await world.person('Ada', deviceTypes)
  const policyId = await world.policy([page([ada], delayMinutes)])
  const group = await world.group({ addresses: [ada.email.toUpperCase(), 'ben@example.com'], policyId })
  const mail = await world.channel('email', { isDefault: false, groupIds: [group] })
  const shop = await world.service({ groupIds: [group] })
  return {
    ...world,
    ada,
    mail,
    shop,
    /** Such as `firing page ada`: what was sent by email, in the order in which it was. */
    emails: () =>
      world.receivers.attempts.flatMap(({ alert, addresses, channelId }) =>
        addresses.map((address) => {
          const name = address.toLowerCase() === ada.email ? 'ada' : address.split('@')[0]
          return `${alert.kind} to ${name}${channelId === mail ? '' : ' personally'}`
        }),
      ),
    /** What was not sent, and to whom. */
    skipped: () =>
      world.store.rows<{ channel: number; event: string; recipient: string }>(sql`
        select channel_id as channel, event, recipient from notifications
        where silenced_reason = 'same_address' order by id`),
  }
}

it('who is paged through the email channel of her group gets the page and nothing else', async () => {
  const { observe, emails, shop, receivers, skipped, mail, ada } = await onCallInGroup()
  await observe(shop, 'refused')
  expect(emails()).toEqual(['firing to ada', 'firing to ben'])
  expect(receivers.attempts[0]!.addresses).toEqual([ada.email])
  expect(await skipped()).toEqual([{ channel: mail, event: 'firing', recipient: expect.stringContaining('***@') }])
  await observe(shop, 'up')
  expect(emails().slice(2)).toEqual(['resolved to ada', 'resolved to ben'])
})

it('who is paged at her own email address gets the end there, too', async () => {
  const { observe, emails, shop } = await onCallInGroup({ deviceTypes: ['email'] })
  await observe(shop, 'refused')
  await observe(shop, 'up')
  expect(emails()).toEqual([
    'firing to ada personally',
    'firing to ben',
    'resolved to ada personally',
    'resolved to ben',
  ])
})

it('a page to another address leaves the alert of the group as it is', async () => {
  const { observe, emails, shop, skipped } = await onCallInGroup({ deviceTypes: ['ntfy'] })
  await observe(shop, 'refused')
  expect(emails().toSorted()).toEqual(['firing to ada', 'firing to ada personally', 'firing to ben'])
  expect(await skipped()).toEqual([])
})

it('a page minutes after the alert of the group is sent', async () => {
  const { observe, pass, emails, shop, skipped } = await onCallInGroup({ delayMinutes: 5 })
  await observe(shop, 'refused')
  expect(emails().toSorted()).toEqual(['firing to ada', 'firing to ben'])
  await pass(6 * minutes, 60)
  expect(emails().slice(2)).toEqual(['firing to ada'])
  await observe(shop, 'up')
  expect(emails().slice(3).toSorted()).toEqual(['resolved to ada', 'resolved to ben'])
  expect((await skipped()).map(({ event }) => event)).toEqual(['resolved'])
})

it('a page that cannot be computed does not hold up the alert of the group', async () => {
  const { store, clock, person, schedule, policy, group, channel, service, check } = await alertWorld()
  const scheduleId = await schedule([await person('Ada')])
  await store.run(sql`update on_call_schedules set timezone = 'Nowhere' where id = ${scheduleId}`)
  const steps = [{ delayMinutes: 0, targets: [{ type: 'schedule' as const, id: scheduleId }] }]
  const groupId = await group({ addresses: ['ben@example.com'], policyId: await policy(steps) })
  await channel('email', { isDefault: false, groupIds: [groupId] })
  await check(await service({ groupIds: [groupId] }), 'refused')
  const parts = { store, clock, log: quiet, vault, origin: () => null }
  await routeDue(parts)
  expect(await store.rows(sql`select people -> 0 ->> 'email' as email from deliveries`)).toEqual([
    { email: 'ben@example.com' },
  ])
  expect(await store.rows(sql`select from escalations`)).toHaveLength(1)
})

it('a group with two email channels gets one email of each event', async () => {
  const { channel, group, service, observe, receivers } = await alertWorld()
  const groupId = await group({ addresses: ['ada@example.com'] })
  for (let count = 0; count < 2; count++) await channel('email', { isDefault: false, groupIds: [groupId] })
  const shop = await service({ groupIds: [groupId] })
  await observe(shop, 'refused')
  await observe(shop, 'up')
  expect(receivers.attempts.map(({ alert }) => alert.kind)).toEqual(['firing', 'resolved'])
})

it('a phone that a channel and a page lead to gets one text message', async () => {
  const { organizationId, store, person, policy, group, channel, service, observe, receivers } = await alertWorld()
  const ada = await person('Ada', ['twilio_sms'])
  const groupId = await group({ policyId: await policy([page([ada])]) })
  const texts = await channel('twilio_sms', { isDefault: false, groupIds: [groupId] })
  const numbers = async (id: number, to: string[]) =>
    store.run(sql`
      update notification_channels set config = config || ${JSON.stringify({ to })}::jsonb
      where organization_id = ${organizationId} and id = ${id}`)
  await numbers(ada.devices[0]!, ['+491701234567'])
  await numbers(texts, ['+491701234567', '+491707654321'])
  const shop = await service({ groupIds: [groupId] })
  await observe(shop, 'refused')
  expect(receivers.attempts.map(({ config }) => config['to'])).toEqual([['+491701234567'], ['+491707654321']])
  await numbers(texts, ['+491701234567'])
  await observe(shop, 'up')
  expect(receivers.attempts.slice(2).map(({ channelId }) => channelId)).toEqual([ada.devices[0]])
})
