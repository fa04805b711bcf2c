// Sends every operation, and every other endpoint that reads a body, the heaviest bodies within its limit, while
// another organization goes on sending requests.
import { randomUUID } from 'node:crypto'
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type RequestLimits, countValues, usualLimits } from '../../src/domain/limits/json-limits.ts'
import { maxReportBytes } from '../../src/domain/probing/protocol.ts'
import { operations } from '../../src/operations/index.ts'
import type { Operation } from '../../src/operations/registry/define.ts'
import type { Trial, TrialResult, TrialSize } from '../kit/run/trials.ts'
import { workedBefore, workedMs } from './event-loop-meter.ts'
import { heavyBodies, heavyDocuments } from './heavy-body-shapes.ts'
import { type SharedInstallation, startTenants } from './tenants.ts'

const owner = 'owner@acme.example'
/** Of CPU time of the event loop, which serves all clients, while a request of the other one waits. */
const maxBusyMs = 500
/** Of the server and the programs that it started, more than before. The reader of documents may take 512 MB of it. */
const maxMegabytes = 640
/** Of CPU time of a thread that is server, client and test at once. */
const maxThreadMs = 2000
/** What one request may have parsed on the event loop that serves others. */
const maxValuesAtOnce = 25_000
const largeBytes = 1_048_576
const usuallyHeaviest = 'many unknown fields'

export const heavyRequests: Trial = {
  name: 'heavy-bodies',
  promise: 'While any body within its limits is handled, others are served and memory stays bounded.',
  hasShortSize: true,
  async run(size: TrialSize): Promise<TrialResult> {
    const notes = join(tmpdir(), `lapwing-event-loop-${randomUUID()}`)
    const meter = new URL('./event-loop-meter.ts', import.meta.url).href
    const env = { NODE_OPTIONS: `--import=${meter}`, EVENT_LOOP_METER: notes }
    const lapwing = await startTenants({ Acme: { owner }, Other: {} }, size === 'short' ? {} : env)
    try {
      const targets = await targetsOf(lapwing)
      return size === 'short' ? await tryShort(lapwing, targets) : await tryAll(lapwing, targets, notes)
    } finally {
      await lapwing.stop()
      rmSync(notes, { force: true })
    }
  },
}

interface HeavyTarget {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly limits: RequestLimits
  /** The fields of the body, each of which may hold something heavy. */
  readonly fields: readonly string[]
  readonly isOperation: boolean
}

interface HeavyBody {
  readonly name: string
  content(): string | Uint8Array<ArrayBuffer>
  readonly headers?: Readonly<Record<string, string>>
}

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }

async function targetsOf(lapwing: SharedInstallation): Promise<HeavyTarget[]> {
  const cookie = await lapwing.signIn(owner)
  const as = async (path: string, body: object): Promise<any> =>
    (await lapwing.ask(`/app${path}`, { cookie, method: 'POST', body })).body
  const place = { name: 'Cellar', country: 'Norway', countryCode: 'NO' }
  const probe = (await as('/dashboard/private-locations', place)).enrollment.token
  const host = (await as('/hosts', { name: 'rack' })).enrollment.token
  const hook = await as('/deployment-webhooks', {
    name: 'shop',
    source: 'ci',
    environments: ['production'],
    tags: ['team:shop'],
  })
  const key = { authorization: `Bearer ${lapwing.key}` }
  const session = { cookie, 'x-lapwing-csrf': '1' }
  const elsewhere = (path: string, headers: object, limits: Partial<RequestLimits> = {}): HeavyTarget => ({
    name: `POST ${path}`,
    method: 'POST',
    path,
    headers: { ...json, ...headers },
    limits: { ...usualLimits, ...limits },
    fields: ['probe', 'outcomes', 'jsonrpc', 'method', 'params', 'samples'],
    isOperation: false,
  })
  const asProbe = { authorization: `Bearer ${probe}` }
  return [
    ...operations.filter(({ method }) => method !== 'GET').map((operation) => targetOf(operation, { key, session })),
    elsewhere('/probe/v1/hello', asProbe, { maxBytes: 65_536 }),
    elsewhere('/probe/v1/claim', asProbe, { maxBytes: 65_536 }),
    elsewhere('/probe/v1/report', asProbe, { maxBytes: maxReportBytes, maxValues: 50_000 }),
    elsewhere('/agent/v1/report', { authorization: `Bearer ${host}` }, { maxValues: 20_000 }),
    elsewhere('/mcp', { ...key, accept: 'application/json, text/event-stream' }),
    elsewhere('/a2a', key),
    elsewhere('/callbacks/1', {}, { maxBytes: 65_536 }),
    elsewhere(new URL(hook.url).pathname, { authorization: `Bearer ${hook.secret}` }, { maxBytes: 1_048_576 }),
    elsewhere(`/ping/${randomUUID()}`, {}, { maxBytes: 1_000_000 }),
    elsewhere('/reply/x', {}, { maxBytes: 4096 }),
    elsewhere('/status/x', form, { maxBytes: 16_384 }),
    elsewhere('/oauth/register', {}, { maxBytes: 16_384 }),
    ...['authorize', 'token', 'device_authorization', 'revoke', 'introspect'].map((name) =>
      elsewhere(`/oauth/${name}`, form, { maxBytes: 16_384 }),
    ),
  ]
}

interface Credentials {
  readonly key: Readonly<Record<string, string>>
  readonly session: Readonly<Record<string, string>>
}

function targetOf(operation: Operation, { key, session }: Credentials): HeavyTarget {
  const { method, path, audience, limits, body } = operation
  const isPublic = audience === 'public'
  return {
    name: `${method} ${path}`,
    method,
    path: (isPublic ? '/v1' : '/app') + path.replace(/\{\w+\}/g, '0198c5a2-8a00-7e55-a1b2-c3d4e5f60718'),
    headers: { ...json, ...(isPublic ? key : session) },
    limits: { ...usualLimits, ...limits },
    fields: Object.keys((body as { shape?: object } | undefined)?.shape ?? {}),
    isOperation: true,
  }
}

function bodiesFor(target: HeavyTarget): HeavyBody[] {
  const bodies: HeavyBody[] = heavyBodies(target.limits, target.fields)
  if (target.fields.includes('yaml') || target.fields.includes('document'))
    bodies.push(...heavyDocuments(target.limits, target.fields))
  if (!/^\/(probe|agent)\//.test(target.path)) return bodies
  const packed = bodies.map(({ name, content }) => ({
    name: `${name}, packed`,
    content: () => new Uint8Array(gzipSync(content(), { level: 1 })),
    headers: { 'content-encoding': 'gzip' },
  }))
  return [...bodies, ...packed]
}

async function send({ origin }: SharedInstallation, target: HeavyTarget, body: HeavyBody): Promise<number> {
  const { method, path, headers } = target
  const init = { method, headers: { ...headers, ...body.headers }, body: body.content(), redirect: 'manual' as const }
  for (;;) {
    const response = await fetch(`${origin}${path}`, init)
    await response.arrayBuffer()
    const seconds = Number(response.headers.get('retry-after'))
    if (response.status !== 429 || !(seconds > 0)) return response.status
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  }
}

interface HeavyRow {
  readonly target: string
  readonly heaviest: string
  /** The longest that the event loop worked while a request of the other client waited. */
  readonly busyMs: number
  /** The longest that the other client waited, also for the machine. */
  readonly waitMs: number
  /** How many requests of the other client were served meanwhile. */
  readonly served: number
  readonly megabytes: number
}

/** Every body, with what it costs others. */
async function tryAll(
  lapwing: SharedInstallation,
  targets: readonly HeavyTarget[],
  notes: string,
): Promise<TrialResult> {
  const rows: HeavyRow[] = []
  const violations: string[] = []
  // The first requests load modules and open connections.
  for (let n = 0; n < 50; n++) await askAsOther(lapwing)
  const megabytesBefore = megabytesBelow(lapwing.pid)
  for (const target of targets) {
    const sent: HeavyRow[] = []
    for (const body of bodiesFor(target)) {
      writeFileSync(notes, '')
      const loopBefore = workedMs(lapwing.pid)
      const { status, waitMs, served, megabytes, refused } = await sendBesideOther(lapwing, target, body)
      const loopMs = workedMs(lapwing.pid) - loopBefore
      const busyMs = Math.max(0, ...readFileSync(notes, 'utf8').split('\n').map(Number))
      const heaviest = `${body.name} → ${status}`
      sent.push({ target: target.name, heaviest, busyMs, waitMs, served, megabytes: megabytes - megabytesBefore })
      violations.push(...faultsOf(target, body, status))
      if (refused.length > 0) violations.push(`Beside ${body.name} for ${target.name}, others get ${refused[0]}.`)
      if (served < Math.floor(loopMs / (2 * maxBusyMs)))
        violations.push(
          `Beside ${body.name} for ${target.name}, others get ${served} responses in ${Math.round(loopMs)} ms.`,
        )
    }
    const [slowest] = sent.toSorted((one, other) => other.busyMs - one.busyMs || other.waitMs - one.waitMs)
    const row = { ...slowest!, megabytes: Math.max(...sent.map(({ megabytes }) => megabytes)) }
    rows.push(row)
    if (row.busyMs > maxBusyMs) violations.push(`${row.heaviest} for ${row.target} keeps others ${row.busyMs} ms.`)
    if (row.megabytes > maxMegabytes) violations.push(`${row.target} takes ${row.megabytes} MB.`)
  }
  const table = rows.toSorted((one, other) => other.busyMs - one.busyMs || other.waitMs - one.waitMs)
  const figures = {
    operations: rows.length,
    'memory before': `${megabytesBefore} MB`,
    'heaviest, busy, wait, others served, memory': table.map(shown),
  }
  return { figures, violations }
}

const shown = ({ target, heaviest, busyMs, waitMs, served, megabytes }: HeavyRow): string =>
  [
    target.padEnd(52),
    heaviest.padEnd(42),
    ...[busyMs, waitMs].map((ms) => `${String(ms).padStart(5)} ms`),
    String(served).padStart(5),
    `${String(megabytes).padStart(5)} MB`,
  ].join(' ')

/** A body that was refused before it was read shows nothing. */
function faultsOf({ name, isOperation }: HeavyTarget, body: HeavyBody, status: number): string[] {
  return status >= 500 || (isOperation && status === 401) ? [`${name} answers ${status} to ${body.name}.`] : []
}

interface Meanwhile {
  readonly status: number
  readonly waitMs: number
  readonly served: number
  readonly megabytes: number
  /** What the other client got instead of its responses. */
  readonly refused: readonly string[]
}

async function sendBesideOther(lapwing: SharedInstallation, target: HeavyTarget, body: HeavyBody): Promise<Meanwhile> {
  // Now, because it would keep the other client waiting.
  const encoded = Buffer.from(body.content())
  const refused: string[] = []
  let [waitMs, served, megabytes] = [0, 0, 0]
  let isSending = true
  const other = (async () => {
    while (isSending) {
      const start = performance.now()
      const response = await askAsOther(lapwing)
      waitMs = Math.max(waitMs, Math.round(performance.now() - start))
      megabytes = Math.max(megabytes, megabytesBelow(lapwing.pid))
      if (isSending) served += 1
      if (response !== '200') refused.push(response)
    }
  })()
  const status = await send(lapwing, target, { ...body, content: () => encoded })
  isSending = false
  await other
  return { status, waitMs, served, megabytes, refused }
}

/** Reads something from the database that nobody else changes. Returns the status, or the failure. */
async function askAsOther({ origin, pid, keys }: SharedInstallation): Promise<string> {
  const headers = { authorization: `Bearer ${keys[1]}`, [workedBefore]: String(workedMs(pid)) }
  try {
    const response = await fetch(`${origin}/v1/monitors?limit=5`, { headers })
    await response.arrayBuffer()
    return String(response.status)
  } catch (error) {
    return String(error)
  }
}

/** Of a process and all its descendants: what each has for itself, because they share the rest. */
function megabytesBelow(pid: number): number {
  const processes = readdirSync('/proc').flatMap((name) => {
    const status = /^\d+$/.test(name) ? statusOf(name) : ''
    const numberAfter = (field: string): number =>
      Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
    return status === '' ? [] : [{ pid: Number(name), parent: numberAfter('PPid'), kilobytes: numberAfter('RssAnon') }]
  })
  const kilobytesOf = (root: number): number =>
    (processes.find((one) => one.pid === root)?.kilobytes ?? 0) +
    processes.filter(({ parent }) => parent === root).reduce((sum, child) => sum + kilobytesOf(child.pid), 0)
  return Math.round(kilobytesOf(pid) / 1024)
}

function statusOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    // It ended meanwhile.
    return ''
  }
}

/**
 * On no clock: what is parsed at once has few values, what one request costs has a bound, and while a large body is
 * read, another client is served. The server runs in this process. Every operation gets the body that is heaviest for
 * most of them, and what may send large bodies the two largest.
 */
async function tryShort(lapwing: SharedInstallation, targets: readonly HeavyTarget[]): Promise<TrialResult> {
  const violations: string[] = []
  const parsed = watchParsing()
  try {
    for (const target of targets) {
      const isLarge = target.limits.maxBytes >= largeBytes
      const bodies = bodiesFor(target)
      for (const body of isLarge ? bodies.slice(0, 2) : bodies.filter(({ name }) => name === usuallyHeaviest)) {
        const content = body.content()
        const encoded = { ...body, content: () => content }
        parsed.maxValues = 0
        const { user: before } = process.threadCpuUsage()
        const sent = isLarge ? sendInOrder(lapwing, target, encoded, violations) : send(lapwing, target, encoded)
        violations.push(...faultsOf(target, body, await sent))
        const threadMs = Math.round((process.threadCpuUsage().user - before) / 1000)
        if (threadMs > maxThreadMs) violations.push(`${body.name} for ${target.name} takes ${threadMs} ms of CPU.`)
        if (parsed.maxValues > maxValuesAtOnce)
          violations.push(`${body.name} for ${target.name}: ${parsed.maxValues} values were parsed at once.`)
      }
    }
  } finally {
    parsed.stop()
  }
  return { figures: { operations: targets.length }, violations }
}

async function sendInOrder(
  lapwing: SharedInstallation,
  target: HeavyTarget,
  body: HeavyBody,
  violations: string[],
): Promise<number> {
  let hasEnded = false
  const heavy = send(lapwing, target, body).finally(() => (hasEnded = true))
  const { status } = await fetch(`${lapwing.origin}/healthz`)
  if (status !== 200 || hasEnded) violations.push(`${body.name} for ${target.name} is answered before another client.`)
  return heavy
}

/** Notes the most values that one call of JSON.parse makes in this process. */
function watchParsing(): { maxValues: number; stop(): void } {
  const { parse } = JSON
  const watch = { maxValues: 0, stop: () => void (JSON.parse = parse) }
  JSON.parse = (text: string, reviver?: Parameters<typeof parse>[1]) => {
    watch.maxValues = Math.max(watch.maxValues, countValues(Buffer.from(String(text))))
    return parse(text, reviver)
  }
  return watch
}
