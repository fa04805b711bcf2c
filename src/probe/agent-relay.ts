// Passes reports of host agents on to the server, for hosts whose only way out is the machine of this probe. Nothing is
// kept here: a report is accepted when the server has accepted it, and until then its agent keeps it on its own disk.
import { type IncomingMessage, type RequestListener, type Server, createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { inWords } from '../agent/report.ts'
import { type AgentResponse, postContent } from '../agent/requests.ts'
import type { Clock } from '../domain/clock.ts'
import { StartupError } from '../domain/fault.ts'
import type { Log } from '../domain/log.ts'

interface ListenAddress {
  /** Undefined for every interface. */
  readonly host: string | undefined
  readonly port: number
}

interface AgentRelayParts {
  /** Of the server. */
  readonly url: string
  readonly address: ListenAddress
  readonly certificate: { readonly cert: Buffer; readonly key: Buffer } | null
  readonly clock: Clock
  readonly log: Log
}

export interface AgentRelay {
  readonly port: number
  stop(): Promise<void>
}

const path = '/agent/v1/report'
// As the server: at most 60 samples.
const maxBytes = 262_144
const maxForwarding = 64
const maxConnections = 1000
const timeoutMs = 10_000

export function listenAddress(text: string): ListenAddress {
  const [, bracketed, name, digits] = /^(?:(?:\[([0-9a-f:.]+)\]|([\w.-]*)):)?(\d{1,5})$/i.exec(text) ?? []
  const port = Number(digits)
  if (digits !== undefined && port <= 65_535) return { host: bracketed || name || undefined, port }
  throw new StartupError(`--agents: ${text} is not a port or an address with a port, such as 8090 or 10.0.0.5:8090.`)
}

export function certificateIn(cert: string | undefined, key: string | undefined): AgentRelayParts['certificate'] {
  if (cert === undefined && key === undefined) return null
  if (cert === undefined || key === undefined)
    throw new StartupError('--agents-cert and --agents-key belong together: the certificate and its key.')
  try {
    return { cert: readFileSync(cert), key: readFileSync(key) }
  } catch (error) {
    throw new StartupError(`--agents-cert or --agents-key cannot be read: ${(error as Error).message}`)
  }
}

export async function startAgentRelay(parts: AgentRelayParts): Promise<AgentRelay> {
  const { address, certificate, log } = parts
  const server = certificate ? createSecureServer(certificate, relayTo(parts)) : createServer(relayTo(parts))
  server.maxConnections = maxConnections
  server.requestTimeout = 3 * timeoutMs
  server.listen(address)
  await once(server, 'listening').catch((error: Error) => {
    throw new StartupError(`--agents: cannot listen on port ${address.port}: ${error.message}`)
  })
  const { port } = server.address() as { port: number }
  log.info('agents can report here', { port, encrypted: certificate !== null })
  return { port, stop: () => close(server) }
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}

function relayTo({ url, clock, log }: AgentRelayParts): RequestListener {
  let forwarding = 0
  const forward = async (request: IncomingMessage): Promise<AgentResponse> => {
    const token = /^Bearer +([\w-]{1,100})$/i.exec(request.headers.authorization ?? '')?.[1]
    if (request.url !== path) return failure(404, 'not_found', `Agents report to ${path}.`)
    if (request.method !== 'POST') return failure(405, 'method_not_allowed', 'Use POST.')
    if (token === undefined)
      return failure(401, 'unauthorized', 'Authorization: must be Bearer and the token of a host.')
    if (forwarding >= maxForwarding) return failure(503, 'unavailable', 'Too many reports at once. Try again later.')
    forwarding += 1
    try {
      const content = await contentOf(request)
      if (!content) return failure(413, 'payload_too_large', `A report has at most ${maxBytes} bytes.`)
      const encoding = request.headers['content-encoding'] === 'gzip' ? 'gzip' : undefined
      return await postContent({ url, token }, { content, encoding }, { path, clock, timeoutMs })
    } catch (error) {
      return failure(503, 'unavailable', `The probe cannot reach ${url}: ${inWords(error as Error)}`)
    } finally {
      forwarding -= 1
    }
  }
  return (request, response) => {
    request.on('error', () => undefined)
    response.on('error', () => undefined)
    void forward(request).then(({ status, text, retryAfterSeconds }) => {
      if (status >= 500) log.debug('a report of an agent was not passed on', { status })
      const retry = retryAfterSeconds === null ? {} : { 'retry-after': String(retryAfterSeconds) }
      // What is left of a body that is too large is not read.
      const end = status === 413 ? { connection: 'close' } : {}
      response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', ...retry, ...end })
      response.end(text)
    })
  }
}

/** Null if it is too large. */
async function contentOf(request: IncomingMessage): Promise<Buffer | null> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request.iterator({ destroyOnReturn: false })) {
    size += (part as Buffer).length
    if (size > maxBytes) return null
    parts.push(part as Buffer)
  }
  return Buffer.concat(parts)
}

const failure = (status: number, code: string, message: string): AgentResponse => ({
  status,
  text: JSON.stringify({ error: { code, message } }),
  retryAfterSeconds: null,
})
