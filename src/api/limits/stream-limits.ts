// Limits open event streams in this process: each holds a connection, a slot in the hub and unread events.
import type { Fault } from '../../domain/fault.ts'
import { rateLimited } from '../../operations/registry/request-budget.ts'

export interface StreamOwner {
  readonly sessionId: string
  readonly userId: string
  readonly organizationId: string
}

// Tabs of one browser share a stream where the browser has locks. Without them (plain http, other than localhost) each
// tab has its own, and browsers open six connections to a host.
export const maxStreamsPerSession = 16
export const maxStreamsPerPerson = 64
export const maxStreamsPerOrganization = 1000
// The dashboard polls meanwhile.
const retryAfterSeconds = 60

/** Takes a slot for a stream, or throws; returns the function that releases it. */
export type TakeStream = (owner: StreamOwner) => () => void

export function createStreamLimits(): TakeStream {
  const open = new Map<string, number>()
  const count = (key: string, change: number): void => {
    const streams = (open.get(key) ?? 0) + change
    if (streams > 0) open.set(key, streams)
    else open.delete(key)
  }
  return ({ sessionId, userId, organizationId }) => {
    const limits = [
      { key: `session ${sessionId}`, max: maxStreamsPerSession, of: 'this session' },
      { key: `person ${userId}`, max: maxStreamsPerPerson, of: 'your account' },
      { key: `organization ${organizationId}`, max: maxStreamsPerOrganization, of: 'your organization' },
    ]
    const full = limits.find(({ key, max }) => (open.get(key) ?? 0) >= max)
    if (full) throw tooMany(full)
    for (const { key } of limits) count(key, 1)
    let isOpen = true
    return () => {
      if (!isOpen) return
      isOpen = false
      for (const { key } of limits) count(key, -1)
    }
  }
}

function tooMany({ max, of }: { max: number; of: string }): Fault {
  const message = `${max} event streams are open for ${of}, the maximum; close some tabs`
  return rateLimited(message, retryAfterSeconds)
}
