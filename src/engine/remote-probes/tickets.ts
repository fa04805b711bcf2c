// A ticket says which turn an order is for, so that any server can settle its outcome, also after a restart. It is
// sealed for its location: a probe cannot make one up, or use one of another location.
import type { RepeatableTimes } from '../../domain/probing/late-outcome.ts'
import { SecretUnreadable, type Vault } from '../../domain/vault.ts'
import type { Turn } from '../../store/checking/turns.ts'

export interface Ticket extends RepeatableTimes {
  readonly turn: Turn
}

type TicketFields = readonly [
  monitorNumber: number,
  slot: number,
  dueAt: number,
  version: number,
  claimedAt: number,
  leaseEndsAt: number,
  repeatEveryMs?: number,
]

const contextOf = (location: number): string => `ticket of location ${location}`

export function sealTicket(vault: Vault, { turn, claimedAt, leaseEndsAt, repeatEveryMs }: Ticket): string {
  const { monitorNumber, slot, dueAt, version, location } = turn
  const fields: TicketFields = [monitorNumber, slot, dueAt.getTime(), version, claimedAt, leaseEndsAt, repeatEveryMs]
  return vault.seal(JSON.stringify(fields), contextOf(location)).toString('base64url')
}

/** Returns null if it is no ticket of this location. */
export function openTicket(vault: Vault, ticket: string, location: number): Ticket | null {
  try {
    const text = vault.open(Buffer.from(ticket, 'base64url'), contextOf(location))
    // Tickets of the previous release end with the lease.
    const [monitorNumber, slot, dueAt, version, claimedAt, leaseEndsAt, repeatEveryMs = 0] = JSON.parse(
      text,
    ) as TicketFields
    const turn = { monitorNumber, slot, location, dueAt: new Date(dueAt), version }
    return { turn, claimedAt, leaseEndsAt, repeatEveryMs }
  } catch (error) {
    if (error instanceof SecretUnreadable) return null
    throw error
  }
}
