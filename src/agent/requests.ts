// All requests of an agent: reports to Lapwing, and queries to the container runtime of this machine.
import http from 'node:http'
import https from 'node:https'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Clock } from '../domain/clock.ts'
import type { AgentSettings } from './settings.ts'

export interface AgentResponse {
  readonly status: number
  readonly text: string
  readonly retryAfterSeconds: number | null
}

const packed = promisify(gzip)
const usualTimeoutMs = 15_000
const usualMaxBytes = 1_000_000
// A probe claims and reports at the same time.
const connections = { keepAlive: true, maxSockets: 4 }
const agents = { 'http:': new http.Agent(connections), 'https:': new https.Agent(connections) }

export interface PostOptions {
  readonly path: string
  readonly clock: Clock
  readonly timeoutMs?: number
  /** Of the response. */
  readonly maxBytes?: number
  readonly signal?: AbortSignal
}

/** Sends JSON to Lapwing, packed and with the token. Redirects are not followed: they could lead the token away. */
export async function post(settings: AgentSettings, body: object, options: PostOptions): Promise<AgentResponse> {
  return postContent(settings, { content: await packed(JSON.stringify(body)), encoding: 'gzip' }, options)
}

/** The same with JSON that is ready to be sent. */
export async function postContent(
  { url, token }: AgentSettings,
  { content, encoding }: { readonly content: Buffer; readonly encoding: 'gzip' | undefined },
  { path, signal, ...limits }: PostOptions,
): Promise<AgentResponse> {
  const target = new URL(`${url}${path}`)
  const secure = target.protocol === 'https:'
  const options: https.RequestOptions = {
    method: 'POST',
    agent: agents[secure ? 'https:' : 'http:'],
    signal,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(encoding && { 'content-encoding': encoding }),
      'content-length': content.length,
    },
  }
  return exchange(secure ? https.request(target, options) : http.request(target, options), { content, ...limits })
}

export async function getFromSocket(socketPath: string, path: string, clock: Clock): Promise<AgentResponse> {
  return exchange(http.request({ socketPath, path, headers: { host: 'localhost' } }), { content: null, clock })
}

interface RequestBodyOptions {
  readonly content: Buffer | null
  readonly clock: Clock
  readonly timeoutMs?: number
  readonly maxBytes?: number
}

function exchange(
  request: http.ClientRequest,
  { content, clock, timeoutMs = usualTimeoutMs, maxBytes = usualMaxBytes }: RequestBodyOptions,
): Promise<AgentResponse> {
  return new Promise<AgentResponse>((resolve, reject) => {
    const late = new Error(`no response within ${timeoutMs / 1000} seconds`)
    const callOff = clock.after(timeoutMs, () => request.destroy(late))
    request.once('close', callOff)
    request.once('error', reject)
    request.once('response', (response) => {
      const parts: Buffer[] = []
      let size = 0
      response.on('data', (part: Buffer) => {
        size += part.length
        if (size > maxBytes) request.destroy(new Error('the response is too large'))
        else parts.push(part)
      })
      response.once('error', reject)
      response.once('end', () => {
        const seconds = Number(response.headers['retry-after'] ?? Number.NaN)
        const retryAfterSeconds = Number.isFinite(seconds) ? seconds : null
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString(), retryAfterSeconds })
      })
    })
    request.end(content ?? undefined)
  })
}
