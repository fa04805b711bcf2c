// Devices that receive pushes, and people on call whom no page can reach.
import { expect, it } from 'vitest'
import { createContactMethod, listContactMethods } from '../../../src/operations/on-call/contact-methods.ts'
import { listPageability, testContactMethod } from '../../../src/operations/on-call/pageability.ts'
import { listPagingProblems } from '../../../src/operations/on-call/paging-problems.ts'
import { getPushKey } from '../../../src/operations/on-call/push-key.ts'
import { updatePreferences } from '../../../src/operations/people/preferences.ts'
import { dashboardOf } from '../../kit/people/dashboard.ts'
import { crewOf, makeSchedule, peopleOf } from '../../kit/people/on-call.ts'
import { allDelivered, lapwingWithChannels } from '../../kit/resources/notifying.ts'
import { createPushSubscription, pushClaims } from '../../kit/resources/push-subscription.ts'
import { startReceiver } from '../../kit/resources/receiver.ts'

it('a device receives pushes until its push service has forgotten it', async () => {
  const app = await lapwingWithChannels({})
  const dashboard = dashboardOf(app)
  const receiver = await startReceiver({ status: 201 })
  const subscription = createPushSubscription()
  const config = subscription.config(`${receiver.origin}/push/c0ffee-5ub5cr1pt10n`)
  const body = { type: 'web_push', name: 'Chrome, Android', config }
  const { body: method } = await dashboard.ask(createContactMethod, { body })
  expect(method).toMatchObject({
    enabled: true,
    config: { url: '__redacted__', p256dh: '__redacted__', auth: '__redacted__', device: config.device },
  })
  await dashboard.ask(testContactMethod, { id: method.id })
  await allDelivered(app)
  const [request] = receiver.requests
  expect(JSON.parse(subscription.decrypt(request!.raw))).toMatchObject({ title: 'Test notice from Lapwing' })
  const { body: key } = await dashboard.ask(getPushKey)
  expect(pushClaims(request!)).toMatchObject({ key: key.public_key, aud: receiver.origin })

  receiver.answer({ status: 410 })
  await dashboard.ask(testContactMethod, { id: method.id })
  await allDelivered(app)
  const error = 'answered 410: the push service no longer knows this device, so it was disabled; add the device again'
  const { data } = (await dashboard.ask(listContactMethods)).body
  expect(data).toMatchObject([{ id: method.id, enabled: false, last_delivery: { status: 'failed', error } }])
  const { data: people } = (await dashboard.ask(listPageability)).body
  expect(people.filter(({ ways }: any) => ways > 0)).toEqual([])
})

it('the person on call and the owner are warned that no page can reach them, others are not', async () => {
  const users = ['Ada', 'Ben', 'Cleo'].map((name, index) => {
    return { name, email: `${name.toLowerCase()}@example.com`, role: index === 0 ? 'owner' : 'member' }
  })
  const app = await lapwingWithChannels({ users })
  const { cleo, daily } = await crewOf(app)
  const { ada, ben, cleo: person } = await peopleOf(app)
  await makeSchedule(app, { layers: [daily()] })
  const dashboard = dashboardOf(app)
  const problems = async (user: any, role: 'owner' | 'member') =>
    (await dashboard.ask(listPagingProblems, { user, role })).body.data
  const none = { user_id: cleo, name: 'Cleo', problem: 'no_contact_method', schedules: ['Primary'] }
  expect(await problems(person, 'member')).toEqual([none])
  expect(await problems(ada, 'owner')).toEqual([none])
  expect(await problems(ben, 'member')).toEqual([])

  const receiver = await startReceiver()
  const body = { type: 'ntfy', config: { topic: 'cleo', url: receiver.origin } }
  const as = { user: person, role: 'member' } as const
  const { body: method } = await dashboard.ask(createContactMethod, { ...as, body })
  expect(await problems(ada, 'owner')).toEqual([])
  receiver.answer({ status: 404 })
  await dashboard.ask(testContactMethod, { ...as, id: method.id })
  await allDelivered(app)
  expect(await problems(ada, 'owner')).toEqual([{ ...none, problem: 'all_failing' }])
})

it('quiet hours are a preference', async () => {
  const app = await lapwingWithChannels({})
  const dashboard = dashboardOf(app)
  const hours = { days: [1, 2, 3, 4, 5], from: '22:00', to: '07:00', timezone: 'Europe/Berlin' }
  const paging = { only_critical: true, quiet_hours: hours, quiet_for_critical: false }
  expect((await dashboard.ask(updatePreferences, { body: { paging } })).body.paging).toEqual(paging)
  const wrong = { ...paging, quiet_hours: { ...hours, timezone: 'Berlin' } }
  expect((await dashboard.ask(updatePreferences, { body: { paging: wrong } })).body.error.message).toContain(
    'paging.quiet_hours.timezone: must be a time zone',
  )
})
