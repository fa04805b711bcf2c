// The entries of the table of types, and shared parts of the bare clients.
import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { createSecureServer as createHttp2Server } from 'node:http2'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type SecureContext, createSecureContext } from 'node:tls'
import type { Sources } from '../../src/checks/sources.ts'
import type { SharedAnswers } from '../../src/domain/checking/shared-answer.ts'
import type { CheckMemory } from '../../src/domain/outcome.ts'
import { createAuthority } from '../../test/kit/checks/certificates.ts'

export interface Place {
  readonly target: string
  /** Further targets, if each concurrent check needs its own. */
  readonly others?: readonly string[]
  readonly config: Readonly<Record<string, unknown>>
  /** Addresses of public data sources. */
  readonly sources?: Sources
  /** PEM of a root to trust. */
  readonly root?: string
  /** Name servers to use instead of the machine's own. */
  readonly resolvers?: readonly string[]
  /** What an earlier check of the monitor stored. */
  readonly known?: CheckMemory
  /** Data shared by all monitors. */
  readonly shared?: SharedAnswers
  stop?(): Promise<void>
}

export interface Entry {
  /** Also the check type, unless that is given. */
  readonly name: string
  readonly type?: string
  /** Why it cannot be measured here, or null. */
  readonly missing: string | null
  /** The goal: CPU per check as a multiple of the bare client's, or checks per CPU second. */
  readonly goal?: { readonly ratio: number } | { readonly perCpuSecond: number }
  /** Concurrent checks while CPU is counted; 8 when omitted, more for checks that mostly wait. */
  readonly atOnce?: number
  /** The bare client handles all targets of its worker at once. */
  readonly inOneGo?: boolean
  /**
   * Runs in another process than the checks, so that the servers' CPU time does not count. `ports` are those of
   * bench/targets.ts.
   */
  open(ports: Readonly<Record<string, number>>): Promise<Place>
  bare(place: Place): Promise<void>
}

const authority = createAuthority()
export const { root } = authority
export const certificate = authority.issue({ names: ['127.0.0.1'] })

/** Even the barest client needs a timeout: a silent server would block it. */
export const patienceMs = 10_000

let trusting: SecureContext | undefined

/** Shared by all connections, as good clients do: creating one costs more than a handshake. */
export function trustIn(root: string | undefined): SecureContext {
  return (trusting ??= createSecureContext({ ca: root }))
}

interface Page {
  readonly type: string
  readonly body: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
}

/** A site with these paths on HTTPS, trusted through `root`; any other path is a 404. */
export async function startPages(
  pages: Readonly<Record<string, Page>>,
  speaks: '1.1' | '2' = '1.1',
): Promise<{ origin: string; stop(): Promise<void> }> {
  const answer: RequestListener = ({ url = '' }, response) => {
    const page = pages[url]
    if (!page) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': page.type, ...page.headers }).end(page.body)
  }
  const server = speaks === '2' ? createHttp2Server(certificate, answer as never) : createServer(certificate, answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const stop = (): Promise<void> => new Promise((resolve) => server.close(() => resolve()))
  return { origin: `https://127.0.0.1:${port}`, stop }
}

export function portOf(target: string): number {
  return Number(target.slice(target.lastIndexOf(':') + 1))
}
