import { expect, it } from 'vitest'
import { critical } from '../../../test/kit/resources/alerts.ts'
import { deliveriesOf } from './delivery.ts'

it('a member who is a contact, too, gets the alert once, with the number and in the own language', () => {
  const channel = { id: 1, type: 'email', name: 'Mail' }
  const member = { name: 'Ada', email: 'ada@example.com', phone: null, language: 'de' as const }
  const contact = { name: 'Ada L.', email: 'Ada@example.com', phone: '+491701234567', language: null }
  const routed = { organizationId: 'acme', alert: critical, routes: [{ channel, groupIds: ['ops'], silence: null }] }
  const [delivery] = deliveriesOf(routed as never, new Map([['ops', [member, contact]]]))
  expect(delivery!.people).toEqual([{ ...contact, language: 'de' }])
})
