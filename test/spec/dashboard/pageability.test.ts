// Tests of contact methods, and how many working ones each member has.
import { expect, it } from 'vitest'
import { createContactMethod } from '../../../src/operations/on-call/contact-methods.ts'
import { listPageability, testContactMethod } from '../../../src/operations/on-call/pageability.ts'
import { dashboardOf } from '../../kit/people/dashboard.ts'
import { startReceiver } from '../../kit/resources/receiver.ts'
import { allDelivered, lapwingWithChannels } from '../../kit/resources/notifying.ts'

it('a contact method counts as tested after a delivered test, until the next one fails', async () => {
  const app = await lapwingWithChannels({})
  const dashboard = dashboardOf(app)
  const receiver = await startReceiver()
  const body = { type: 'ntfy', config: { topic: 'ada', url: receiver.origin } }
  const { body: method } = await dashboard.ask(createContactMethod, { body })
  const mine = async () => {
    const { data } = (await dashboard.ask(listPageability, { role: 'viewer' })).body
    return data.filter(({ ways }: any) => ways > 0).map(({ ways, tested }: any) => ({ ways, tested }))
  }
  expect(await mine()).toEqual([{ ways: 1, tested: 0 }])
  const { status, body: requested } = await dashboard.ask(testContactMethod, { id: method.id })
  expect([status, requested.tries_left]).toEqual([202, 9])
  await allDelivered(app)
  expect(receiver.requests).toHaveLength(1)
  expect(await mine()).toEqual([{ ways: 1, tested: 1 }])

  receiver.answer({ status: 404 })
  await dashboard.ask(testContactMethod, { id: method.id })
  await allDelivered(app)
  expect(await mine()).toEqual([{ ways: 1, tested: 0 }])

  expect((await dashboard.ask(testContactMethod, { id: method.id, role: 'member' })).status).toBe(404)
})
