// One message per person, address and event: if several ways lead to one address, only one of them is used.
import type { DeliveryDraft, Recipient } from './delivery.ts'

/** A delivery of an event, with the addresses that it reaches. */
export interface AddressedDelivery {
  readonly draft: DeliveryDraft
  /** The channel's own addresses; without them, it writes to people. */
  readonly own: readonly string[]
  /** Null for people that the channel cannot reach, and for channels that do not write to people by name. */
  addressOf(person: Recipient): string | null
}

export interface Reduced {
  readonly sent: readonly (DeliveryDraft & {
    /** The channel's own addresses that another delivery of the event reaches. */
    readonly reached: readonly string[]
  })[]
  /** What is not sent, with the people who get the event another way. */
  readonly repeated: readonly DeliveryDraft[]
}

/**
 * The page of a person comes before other pages, and those before everything else. What follows a page comes with what
 * a group gets through the same channel, because its members were notified as the group was.
 */
function rankIn(deliveries: readonly AddressedDelivery[]): (delivery: AddressedDelivery) => number {
  const routed = new Set(deliveries.flatMap(({ draft }) => (draft.oncallPage ? [] : [draft.channelId])))
  return ({ draft: { oncallPage, page, alert, channelId } }) => {
    if (oncallPage && alert.kind !== 'firing' && routed.has(channelId)) return 3
    return oncallPage ? 0 : page ? 1 : 2
  }
}

export function onePerAddress(deliveries: readonly AddressedDelivery[]): Reduced {
  const reachedBy: ReachedAddresses = new Map()
  const replacing = new Set<DeliveryDraft>()
  const sent: {
    readonly draft: DeliveryDraft
    readonly left: readonly Recipient[]
    readonly own: readonly string[]
  }[] = []
  const repeated: DeliveryDraft[] = []
  const rank = rankIn(deliveries)
  for (const delivery of deliveries.toSorted((one, other) => rank(one) - rank(other))) {
    const { draft } = delivery
    const { left, own, people, addresses } = reduce(delivery, reachedBy)
    if (left) sent.push({ draft, left, own })
    if (!left || people.length > 0) repeated.push({ ...draft, people })
    if (!draft.page) for (const address of addresses) replacing.add(reachedBy.get(address)!)
  }
  return {
    sent: sent.map(({ draft, left, own }) => ({
      ...draft,
      ...(draft.page && replacing.has(draft) && { page: { ...draft.page, replacesAlert: true } }),
      people: left,
      reached: own,
    })),
    repeated,
  }
}

/** The addresses that deliveries reach, with the first that does. */
type ReachedAddresses = Map<string, DeliveryDraft>

interface Reduction {
  /** The people of the delivery that is left; null if nobody is. */
  readonly left: readonly Recipient[] | null
  /** What other deliveries reach. */
  readonly own: readonly string[]
  readonly people: readonly Recipient[]
  readonly addresses: readonly string[]
}

/** Adds the addresses that the delivery still reaches to those that are reached. */
function reduce({ draft, own, addressOf }: AddressedDelivery, reachedBy: ReachedAddresses): Reduction {
  const { people } = draft
  const isReached = (address: string): boolean => {
    const isKnown = reachedBy.has(address)
    if (!isKnown) reachedBy.set(address, draft)
    return isKnown
  }
  if (own.length > 0) {
    const repeated = own.filter(isReached)
    return { left: repeated.length === own.length ? null : people, own: repeated, people: [], addresses: repeated }
  }
  const addresses: string[] = []
  const isRepeated = (person: Recipient): boolean => {
    const address = addressOf(person)
    if (address === null || !isReached(address)) return false
    addresses.push(address)
    return true
  }
  const repeated = people.filter(isRepeated)
  const left = people.filter((person) => !repeated.includes(person))
  const reachesNobody = repeated.length > 0 && left.every((person) => addressOf(person) === null)
  return { left: reachesNobody ? null : left, own: [], people: repeated, addresses }
}
