// The only way out of the program: names, connections and requests, each under one signal and one address policy.
import type { Clock } from '../domain/clock.ts'
import { type Connect, createConnect } from './connect.ts'
import { type Datagram, createDatagram } from './datagram.ts'
import { type Query, createQuery } from './dns-query.ts'
import { createHttpExchange } from './http-exchange.ts'
import { type Lookup, createLookup } from './lookup.ts'
import type { AddressPolicy } from './policy.ts'
import { type Request, type Upgrade, createRequest, createUpgrade } from './request.ts'
import { type Secure, createSecure } from './secure.ts'

export type { Connection } from './connect.ts'
export type { RecordType, Records } from './dns-records.ts'
export type { Login } from './http-turn.ts'
export type { Reach } from './lookup.ts'
export type { HttpAnswer } from './request.ts'
export type { SecureConnection } from './secure.ts'

export interface Net {
  /** Addresses a name leads to now, in the order to try them, each allowed by the policy. */
  readonly lookup: Lookup
  /** TCP: resolves once, tries IPv4 first and then IPv6 (any), connects only to checked addresses. */
  readonly connect: Connect
  /** TLS over a connection, which is destroyed when that fails. */
  readonly secure: Secure
  /** One HTTP exchange with redirects, each hop resolved and checked anew. */
  readonly request: Request
  /** An HTTP request that turns its connection into one for another protocol. */
  readonly upgrade: Upgrade
  /** DNS records of one name and type. */
  readonly query: Query
  /** One UDP datagram and its answers. */
  readonly datagram: Datagram
}

export interface NetOptions {
  readonly policy: AddressPolicy
  readonly clock: Clock
  /** Name servers to ask instead of the machine's own, each an address with a port if it is not 53. */
  readonly resolvers?: readonly string[]
  /** Certificates (PEM) to trust beside those that come with Node. */
  readonly extraTrust?: readonly string[]
}

export function createNet({ policy, clock, resolvers, extraTrust }: NetOptions): Net {
  const lookup = createLookup({ policy, clock, resolvers })
  const connect = createConnect({ lookup, clock })
  const secure = createSecure({ clock, extraTrust })
  const query = createQuery({ policy, resolvers })
  const datagram = createDatagram({ lookup, clock })
  const exchange = createHttpExchange({ connect, secure, clock })
  return {
    lookup,
    connect,
    secure,
    request: createRequest(exchange),
    upgrade: createUpgrade(exchange),
    query,
    datagram,
  }
}
