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
const timeoutMs = 15_000
const maxAnswer = 1_000_000
const connections = { keepAlive: true, maxSockets: 1 }
const agents = { 'http:': new http.Agent(connections), 'https:': new https.Agent(connections) }

export async function post({ url, token }: AgentSettings, body: object, clock: Clock): Promise<AgentResponse> {
  const target = new URL(`${url}/agent/v1/report`)
  const content = await packed(JSON.stringify(body))
  const secure = target.protocol === 'https:'
  const options: https.RequestOptions = {
    method: 'POST',
    agent: agents[secure ? 'https:' : 'http:'],
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-encoding': 'gzip',
      'content-length': content.length,
    },
  }
  return exchange(secure ? https.request(target, options) : http.request(target, options), { content, clock })
}

export async function getFromSocket(socketPath: string, path: string, clock: Clock): Promise<AgentResponse> {
  return exchange(http.request({ socketPath, path, headers: { host: 'localhost' } }), { content: null, clock })
}

interface RequestBodyOptions {
  readonly content: Buffer | null
  readonly clock: Clock
}

function exchange(request: http.ClientRequest, { content, clock }: RequestBodyOptions): Promise<AgentResponse> {
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
        if (size > maxAnswer) request.destroy(new Error('the response is too large'))
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
