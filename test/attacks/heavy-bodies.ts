// Sends every operation, and every other endpoint that reads a body, the heaviest bodies within its limit, while
// another client goes on asking.
import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type RequestLimits, countValues, usualLimits } from '../../src/domain/limits/json-limits.ts'
import { maxReportBytes } from '../../src/domain/probing/protocol.ts'
import { operations } from '../../src/operations/index.ts'
import type { Operation } from '../../src/operations/registry/define.ts'
import type { Trial, TrialResult, TrialSize } from '../kit/run/trials.ts'
import { heavyBodies, heavyDocuments } from './heavy-body-shapes.ts'
import { type SharedInstallation, startTenants } from './tenants.ts'

const owner = 'owner@acme.example'
/** Of CPU time of the event loop, which serves all clients. */
const maxBusyMs = 500
const maxMegabytes = 700
/** What one request may have parsed on the event loop that serves others. */
const maxValuesAtOnce = 25_000
const largeBytes = 1_048_576

export const heavyRequests: Trial = {
  name: 'heavy-bodies',
  promise: 'No body within its limits keeps other clients waiting or takes more memory than a server has.',
  hasShortSize: true,
  async run(size: TrialSize): Promise<TrialResult> {
    const notes = join(tmpdir(), `lapwing-event-loop-${randomUUID()}`)
    const meter = new URL('./event-loop-meter.ts', import.meta.url).href
    const env = { NODE_OPTIONS: `--import=${meter}`, EVENT_LOOP_METER: notes }
    const lapwing = await startTenants({ Acme: { owner } }, size === 'short' ? {} : env)
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
}

interface HeavyBody {
  readonly name: string
  readonly content: string | Uint8Array<ArrayBuffer>
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
  }
}

function bodiesFor(target: HeavyTarget): HeavyBody[] {
  const bodies: HeavyBody[] = heavyBodies(target.limits, target.fields)
  if (target.fields.includes('yaml') || target.fields.includes('document'))
    bodies.push(...heavyDocuments(target.limits, target.fields))
  if (!/^\/(probe|agent)\//.test(target.path)) return bodies
  const packed = bodies.map(({ name, content }) => ({
    name: `${name}, packed`,
    content: new Uint8Array(gzipSync(content, { level: 1 })),
    headers: { 'content-encoding': 'gzip' },
  }))
  return [...bodies, ...packed]
}

async function send({ origin }: SharedInstallation, target: HeavyTarget, body: HeavyBody): Promise<number> {
  const { method, path, headers } = target
  const init = { method, headers: { ...headers, ...body.headers }, body: body.content, redirect: 'manual' as const }
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
  /** The longest stretch in which the event loop served nobody else. */
  readonly busyMs: number
  /** The longest that another client waited, also for the machine. */
  readonly waitMs: number
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
  for (const target of targets) {
    const sent: HeavyRow[] = []
    for (const body of bodiesFor(target)) {
      writeFileSync(notes, '')
      const { waitMs, status } = await sendBesideOther(lapwing, target, body)
      const busyMs = Math.max(0, ...readFileSync(notes, 'utf8').split('\n').map(Number))
      const heaviest = `${body.name} → ${status}`
      sent.push({ target: target.name, heaviest, busyMs, waitMs, megabytes: megabytesOf(lapwing.pid) })
      if (status >= 500) violations.push(`${target.name} answers ${status} to ${body.name}.`)
    }
    const [slowest] = sent.toSorted((one, other) => other.busyMs - one.busyMs || other.waitMs - one.waitMs)
    const waitMs = Math.max(...sent.map((one) => one.waitMs))
    const row = { ...slowest!, waitMs, megabytes: Math.max(...sent.map(({ megabytes }) => megabytes)) }
    rows.push(row)
    if (row.busyMs > maxBusyMs) violations.push(`${row.heaviest} for ${row.target} keeps others ${row.busyMs} ms.`)
    if (row.megabytes > maxMegabytes) violations.push(`${row.target} takes ${row.megabytes} MB.`)
  }
  const table = rows.toSorted((one, other) => other.busyMs - one.busyMs || other.waitMs - one.waitMs)
  return { figures: { operations: rows.length, 'heaviest, busy, wait, memory': table.map(shown) }, violations }
}

const shown = ({ target, heaviest, busyMs, waitMs, megabytes }: HeavyRow): string =>
  [
    target.padEnd(52),
    heaviest.padEnd(42),
    ...[busyMs, waitMs].map((ms) => `${String(ms).padStart(5)} ms`),
    `${String(megabytes).padStart(5)} MB`,
  ].join(' ')

async function sendBesideOther(
  lapwing: SharedInstallation,
  target: HeavyTarget,
  body: HeavyBody,
): Promise<{ waitMs: number; status: number }> {
  // Now, because it would keep the other client waiting.
  const encoded = { ...body, content: Buffer.from(body.content) }
  let waitMs = 0
  let isSending = true
  const other = (async () => {
    while (isSending) {
      const start = performance.now()
      await fetch(`${lapwing.origin}/healthz`).then((response) => response.arrayBuffer())
      waitMs = Math.max(waitMs, performance.now() - start)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })()
  const status = await send(lapwing, target, encoded)
  isSending = false
  await other
  return { waitMs: Math.round(waitMs), status }
}

function megabytesOf(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

const oneOfEachKind = (targets: readonly HeavyTarget[]): Iterable<HeavyTarget> =>
  new Map(
    targets.map((target) => [JSON.stringify([target.limits, target.method, target.path.split('/')[1]]), target]),
  ).values()

/**
 * On no clock: what is parsed at once has few values, and while a large body is read, another client is served. The
 * server runs in this process. One target of each kind, because bodies are limited before an operation gets them.
 */
async function tryShort(lapwing: SharedInstallation, targets: readonly HeavyTarget[]): Promise<TrialResult> {
  const violations: string[] = []
  const parsed = watchParsing()
  try {
    for (const target of oneOfEachKind(targets)) {
      const isLarge = target.limits.maxBytes >= largeBytes
      const bodies = bodiesFor(target)
      for (const body of isLarge ? bodies.slice(0, 2) : bodies.slice(1, 2)) {
        parsed.maxValues = 0
        const status = await (isLarge ? sendInOrder(lapwing, target, body, violations) : send(lapwing, target, body))
        if (status >= 500) violations.push(`${target.name} answers ${status} to ${body.name}.`)
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
