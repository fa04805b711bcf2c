// What every entry point does before it runs anything: limit unauthenticated clients and describe the request.
import type { FastifyRequest } from 'fastify'
import { Fault } from '../domain/fault.ts'
import { hostNameOfHeader } from '../domain/status-page/host-name.ts'
import type { RequestOrigin } from '../operations/registry/define.ts'
import type { TakeFromAddress } from './limits/anonymous-budget.ts'

const maxUserAgentLength = 500

/** Counts a request without a valid credential against the budget of its address, and throws if that is used up. */
export function takeFromAddressBudget(takeFromAddress: TakeFromAddress, request: FastifyRequest): void {
  const { budget, fault } = takeFromAddress(request.ip)
  request.budget = budget
  if (fault) throw fault
}

/** Authenticates a request; a rejected credential counts against the budget of the address. */
export async function countRejected<T>(
  takeFromAddress: TakeFromAddress,
  request: FastifyRequest,
  authenticated: Promise<T>,
): Promise<T> {
  try {
    return await authenticated
  } catch (error) {
    if (error instanceof Fault) takeFromAddressBudget(takeFromAddress, request)
    throw error
  }
}

export function originOf(request: FastifyRequest, secondFactor: string | null): RequestOrigin {
  return {
    ip: request.ip,
    userAgent: userAgentOf(request),
    secondFactor,
    host: hostNameOf(request),
    prefer: preferOf(request),
    accept: request.headers.accept ?? null,
  }
}

/** Cut, because it is stored with sessions, pings and the activity log. */
export function userAgentOf({ headers }: FastifyRequest): string | null {
  return headers['user-agent']?.slice(0, maxUserAgentLength) ?? null
}

/** Taken from the connection and not from a proxy's header, because status pages are found by it. */
export function hostNameOf({ raw }: FastifyRequest): string | null {
  return hostNameOfHeader(raw.headers.host)
}

function preferOf({ headers: { prefer } }: FastifyRequest): string | null {
  return Array.isArray(prefer) ? prefer.join(', ') : (prefer ?? null)
}
