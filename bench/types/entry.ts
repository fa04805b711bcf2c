// What an entry of the table of types is, and what the bare clients share.
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
  /** Further targets, where each of the checks that run at once needs one of its own. */
  readonly others?: readonly string[]
  readonly config: Readonly<Record<string, unknown>>
  /** Where public things are found. */
  readonly sources?: Sources
  /** PEM of a root to trust. */
  readonly root?: string
  /** Name servers to ask instead of the machine's own. */
  readonly resolvers?: readonly string[]
  /** What an earlier check of the monitor asked to be remembered. */
  readonly known?: CheckMemory
  /** What is known to all monitors. */
  readonly shared?: SharedAnswers
  stop?(): Promise<void>
}

export interface Entry {
  /** Also the check type, unless that is given. */
  readonly name: string
  readonly type?: string
  /** Why it cannot be measured here, or null. */
  readonly missing: string | null
  /** What has to be reached: CPU per check as a multiple of the bare client's, or checks per second of CPU. */
  readonly goal?: { readonly ratio: number } | { readonly perCpuSecond: number }
  /** Checks under way while CPU is counted; 8 when omitted, more for checks that mostly wait. */
  readonly atOnce?: number
  /** The bare client takes on all targets of its place at once. */
  readonly inOneGo?: boolean
  /**
   * Runs in another process than the checks, so that what servers use does not count. `ports` are those of
   * bench/targets.ts.
   */
  open(ports: Readonly<Record<string, number>>): Promise<Place>
  bare(place: Place): Promise<void>
}

const authority = createAuthority()
export const { root } = authority
export const certificate = authority.issue({ names: ['127.0.0.1'] })

/** Even the barest client has a timer: a server that is silent would keep it waiting for ever. */
export const patienceMs = 10_000

let trusting: SecureContext | undefined

/** One for all connections, as a good client has it: making one costs more than a handshake. */
export function trustIn(root: string | undefined): SecureContext {
  return (trusting ??= createSecureContext({ ca: root }))
}

interface Page {
  readonly type: string
  readonly body: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
}

/** A site of these paths on HTTPS, to be trusted by `root`; any other path is a 404. */
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
