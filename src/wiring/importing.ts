// Access to other tools while monitors are imported from them: their APIs, and copies of their databases.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Clock } from '../domain/clock.ts'
import { Fault } from '../domain/fault.ts'
import { createFewAtOnce } from '../domain/limits/few-at-once.ts'
import { withTimeLimit } from '../domain/limits/time-limit.ts'
import { TargetDown } from '../domain/outcome.ts'
import type { SendVendorRequest, VendorRequest } from '../importers/source.ts'
import { type HttpResponseData, createNet } from '../net/index.ts'
import { createPolicy } from '../net/policy.ts'
import type { Importing } from '../operations/registry/services.ts'

const requestTimeoutMs = 20_000
const maxResponseBytes = 8 * 1024 * 1024
const maxHeapMegabytes = 256

interface ImportingOptions {
  readonly clock: Clock
  readonly allowPrivate: boolean
  readonly readingTimeoutMs?: number
}

export function createImporting({ clock, allowPrivate, readingTimeoutMs = 20_000 }: ImportingOptions): Importing {
  return {
    send: createSend(clock, allowPrivate),
    readDatabase: (bytes) => fewAtOnce(() => readDatabase(bytes, readingTimeoutMs)),
  }
}

/** Redirects are not followed, because the key would go with them. */
function createSend(clock: Clock, allowPrivate: boolean): SendVendorRequest {
  const net = createNet({ policy: createPolicy({ allowPrivate }), clock })
  return async (request) => {
    const url = new URL(request.url)
    const response = await withTimeLimit({ clock, ms: requestTimeoutMs }, (signal) =>
      net.request({
        url,
        method: request.method ?? 'GET',
        headers: headersOf(request),
        ...(request.body !== undefined && { body: request.body }),
        maxRedirects: 0,
        verify: true,
        maxBytes: maxResponseBytes,
        ipVersion: 'any',
        signal,
      }),
    ).catch((error: unknown) => {
      if (!(error instanceof TargetDown)) throw error
      throw new Fault('invalid_request', `Couldn't reach ${url.host}: ${error.message}`)
    })
    return jsonOf(response, url.host)
  }
}

const headersOf = ({ headers }: VendorRequest) =>
  Object.entries({ accept: 'application/json', ...headers }).map(([key, value]) => ({ key, value }))

function jsonOf({ status, body, isCut }: HttpResponseData, host: string): unknown {
  if (status === 401 || status === 403)
    throw new Fault('invalid_request', `credentials.apiKey: ${host} does not accept this key (HTTP ${status})`)
  if (status === 429)
    throw new Fault('rate_limited', `${host} limits requests; try again later`, { 'retry-after': '60' })
  if (status !== 200) throw new Fault('invalid_request', `${host} responded with HTTP ${status} instead of 200`)
  if (isCut) throw new Fault('invalid_request', `The response of ${host} is larger than 8 MiB`)
  try {
    return JSON.parse(body.toString())
  } catch {
    throw new Fault('invalid_request', `The response of ${host} is not JSON`)
  }
}

const fewAtOnce = createFewAtOnce({
  maxCount: 1,
  maxWaiting: 4,
  tooMany: 'Too many databases are being read right now',
  retryAfterSeconds: 5,
})

async function readDatabase(bytes: Buffer, timeoutMs: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lapwing-import-'))
  try {
    const path = join(folder, 'kuma.db')
    await writeFile(path, bytes, { mode: 0o600 })
    return await dump(folder, path, timeoutMs)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The process may read the program and the database, and neither write nor start anything. */
async function dump(folder: string, path: string, timeoutMs: number): Promise<string> {
  const program = fileURLToPath(new URL('../importers/kuma/read-database.ts', import.meta.url))
  const sources = fileURLToPath(new URL('../', import.meta.url))
  const limits = [`--max-old-space-size=${maxHeapMegabytes}`, '--permission']
  const readable = [sources, folder].map((allowed) => `--allow-fs-read=${join(allowed, '*')}`)
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', ...limits, ...readable, program, path],
    {
      env: {},
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    },
  )
  const ended = once(child, 'close') as Promise<[status: number | null, signal: string | null]>
  const [json, problem, [status]] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  if (status === 0) return json
  const reason = status === null ? 'reading it takes too long or too much memory' : problem.slice(0, 200)
  throw new Fault('invalid_request', `document: not a database of Uptime Kuma that can be read: ${reason}`)
}
