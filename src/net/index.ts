// The only network access of the program: names, connections and requests, each with one signal and one address policy.
import type { Clock } from '../domain/clock.ts'
import { type Connect, createConnect, createConnectSocket } from './connect.ts'
import { type Datagram, createDatagram } from './packets/datagram.ts'
import { type DnsQuery, createQuery } from './dns/query.ts'
import { type ValidateAnswer, createValidated } from './dns/validated.ts'
import { createChainVerifier } from './tls/chain.ts'
import { type HttpExchange, createHttpExchange } from './http/exchange.ts'
import { createHttp3Exchange } from './http3/exchange.ts'
import { type Lookup, createLookup } from './lookup.ts'
import { type OwnClock, createOwnClock } from './own-clock.ts'
import { type SendPing, createPing } from './packets/ping.ts'
import type { AddressPolicy } from './policy.ts'
import { type SendPathProbe, createPathProbe } from './packets/path-probe.ts'
import { type SendHttpRequest, type Upgrade, createRequest, createUpgrade } from './http/request.ts'
import { type Secure, createSecure } from './tls/secure.ts'

export type { NetConnection as Connection } from './connect.ts'
export type { RecordType, Records } from './dns/records.ts'
export type { HttpHeader, HttpLogin as Login } from './http/hop.ts'
export type { ReachOptions as Reach } from './lookup.ts'
export type { PathProbeAnswer } from './packets/path-probe.ts'
export type { HttpResponseData } from './http/request.ts'
export type { SecureConnection } from './tls/secure.ts'

export interface Net {
  /** The current addresses of a name, in the order to try them, each allowed by the policy. */
  readonly lookup: Lookup
  /** TCP: resolves once, tries IPv4 first and then IPv6 (any), connects only to checked addresses. */
  readonly connect: Connect
  /** TLS over a connection, which is destroyed when that fails. */
  readonly secure: Secure
  /** One HTTP exchange with redirects; each hop is resolved and checked again. */
  readonly request: SendHttpRequest
  /** An HTTP request that upgrades its connection to another protocol. */
  readonly upgrade: Upgrade
  /** DNS records of one name and type. */
  readonly query: DnsQuery
  /** Whether a resolver validates a name by DNSSEC. */
  readonly validated: ValidateAnswer
  /** One UDP datagram and its responses. */
  readonly datagram: Datagram
  /** ICMP echo requests to one host, batched with concurrent ones. */
  readonly ping: SendPing
  /** One packet with a limited TTL, and who responded to it. */
  readonly pathProbe: SendPathProbe
  /** Whether this machine's clock is synchronized. */
  readonly ownClock: OwnClock
}

export interface NetOptions {
  readonly policy: AddressPolicy
  readonly clock: Clock
  /** Name servers to use instead of the machine's own, each an address with a port if it is not 53. */
  readonly resolvers?: readonly string[]
  /** Certificates (PEM) to trust besides those that come with Node. */
  readonly extraTrust?: readonly string[]
  /** Paths of programs, instead of those found in the PATH. */
  readonly programs?: { readonly fping?: string; readonly 'mtr-packet'?: string }
  /** Overrides what the kernel says about this machine's clock. */
  readonly ownClock?: OwnClock
}

export function createNet({ policy, clock, ownClock = createOwnClock(clock), ...options }: NetOptions): Net {
  const { resolvers, extraTrust, programs } = options
  const lookup = createLookup({ policy, clock, resolvers })
  const connect = createConnect({ lookup, clock })
  const secure = createSecure({ clock, extraTrust })
  const query = createQuery({ policy, clock, resolvers })
  const datagram = createDatagram({ lookup, clock })
  const connectSocket = createConnectSocket({ policy, clock })
  const overTcp = createHttpExchange({ connect, connectSocket, secure, clock })
  const overQuic = createHttp3Exchange({ lookup, clock, verifyChain: createChainVerifier(extraTrust) })
  const exchange: HttpExchange = (question) => (question.transport === 'http3' ? overQuic(question) : overTcp(question))
  return {
    lookup,
    connect,
    secure,
    request: createRequest(exchange),
    upgrade: createUpgrade(exchange),
    query,
    validated: createValidated({ policy, clock, resolvers }),
    datagram,
    ping: createPing({ lookup, clock, path: programs?.fping }),
    pathProbe: createPathProbe({ lookup, clock, path: programs?.['mtr-packet'] }),
    ownClock,
  }
}
