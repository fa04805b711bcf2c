import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { critical } from '../../../test/kit/resources/alerts.ts'
import type { DeliveryDraft, Recipient } from './delivery.ts'
import { type AddressedDelivery, onePerAddress } from './one-per-address.ts'

const person = (email: string): Recipient => ({ name: email, email, phone: null })
const [ada, ben] = [person('ada'), person('ben')]

/** A channel that writes to people, or has addresses of its own. */
function delivery(
  channelId: number,
  { people = [], own = [], ...more }: Partial<DeliveryDraft> & { own?: string[] },
): AddressedDelivery {
  const draft = { organizationId: 'acme', channelId, alert: critical, people, ...more }
  return { draft, own, addressOf: ({ email }) => email || null }
}

const paged = { oncallPage: true, page: { policyId: 'p', step: 0, round: 0, userId: 'ada' } }
const groupPaged = { page: { policyId: 'p', step: 0, round: 0, userId: null } }

const table: [string, AddressedDelivery[], { sent: string[]; repeated: string[] }][] = [
  [
    'the page of a person wins over the alert of a group',
    [delivery(1, { people: [ada, ben] }), delivery(2, { people: [ada], ...paged })],
    { sent: ['2 ada', '1 ben'], repeated: ['1 ada'] },
  ],
  [
    'the page of a person wins over the page of a group, and that over an alert',
    [
      delivery(1, { people: [ada, ben] }),
      delivery(2, { people: [ada, ben], ...groupPaged }),
      delivery(3, { people: [ada], ...paged }),
    ],
    { sent: ['3 ada', '2 ben'], repeated: ['2 ada', '1 ada ben'] },
  ],
  [
    'the first of two channels with the same members is used',
    [delivery(1, { people: [ada] }), delivery(2, { people: [ada, ben] })],
    { sent: ['1 ada', '2 ben'], repeated: ['2 ada'] },
  ],
  [
    'members of a group who share an address get one message',
    [delivery(1, { people: [ada, { ...ada, name: 'Ada again' }] })],
    { sent: ['1 ada'], repeated: ['1 ada'] },
  ],
  [
    'a channel with numbers of its own keeps those that nothing else reaches',
    [delivery(1, { own: ['+491', '+492'] }), delivery(2, { own: ['+491'], ...paged })],
    { sent: ['2', '1 without +491'], repeated: [] },
  ],
  [
    'a device that two people share is notified once',
    [
      delivery(1, { own: ['device'], people: [ada], ...paged }),
      delivery(2, { own: ['device'], people: [ben], ...paged }),
    ],
    { sent: ['1 ada'], repeated: ['2'] },
  ],
  [
    'channels that reach no address of a person all get the event',
    [
      { ...delivery(1, { people: [ada] }), addressOf: () => null },
      { ...delivery(2, { people: [ada] }), addressOf: () => null },
    ],
    { sent: ['1 ada', '2 ada'], repeated: [] },
  ],
  [
    'a channel of which only people without an address are left sends nothing',
    [delivery(1, { people: [ada, person('')] }), delivery(2, { people: [ada], ...paged })],
    { sent: ['2 ada'], repeated: ['1 ada'] },
  ],
]

const shown = ({ channelId, people, reached = [] }: DeliveryDraft): string =>
  [channelId, ...people.map(({ email }) => email), ...(reached.length > 0 ? ['without', ...reached] : [])].join(' ')

describe('of the deliveries of one event', () => {
  it.each(table)('%s', (_what, deliveries, expected) => {
    const { sent, repeated } = onePerAddress(deliveries)
    expect({ sent: sent.map(shown), repeated: repeated.map(shown) }).toEqual(expected)
  })

  const names = ['ada', 'ben', 'cleo', '']
  const anyDelivery = fc.record({
    people: fc.array(fc.constantFrom(...names).map(person), { maxLength: 4 }),
    own: fc.array(fc.constantFrom(...names.slice(0, 3)), { maxLength: 3 }),
    more: fc.constantFrom({}, paged, groupPaged),
  })

  it('no address gets two, and each that a delivery reaches gets one', () => {
    fc.assert(
      fc.property(fc.array(anyDelivery, { maxLength: 6 }), (drafts) => {
        const deliveries = drafts.map(({ people, own, more }, id) =>
          delivery(id, { people, own: [...new Set(own)], ...more }),
        )
        const reachedBy = ({ people, reached = [] }: DeliveryDraft, { own }: AddressedDelivery): string[] =>
          own.length > 0
            ? own.filter((one) => !reached.includes(one))
            : people.map(({ email }) => email).filter(Boolean)
        const before = deliveries.flatMap((one) => reachedBy(one.draft, one))
        const after = onePerAddress(deliveries).sent.flatMap((draft) => reachedBy(draft, deliveries[draft.channelId]!))
        expect(after.toSorted()).toEqual([...new Set(before)].toSorted())
      }),
    )
  })
})
