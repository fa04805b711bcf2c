// Receives check-ins, each in one transaction that commits before the response.
import { type HeartbeatConfig, heartbeatConfig, heartbeatKeys, heartbeatPlan } from '../../checks/reports/heartbeat.ts'
import { awaitHeartbeats, settleHeartbeats } from '../../alerting/settle-heartbeats.ts'
import { type HeartbeatEvent, type HeartbeatAdvance, advance, renew } from '../../domain/heartbeat.ts'
import type { Database } from '../../store/database/database.ts'
import { type LockedHeartbeat, lockBySlug, lockByToken } from '../../store/monitors/heartbeats.ts'
import { type MetricNames, createMetricNames } from '../../store/results/metric-names.ts'
import { resumeMonitors } from '../../store/monitors/monitor-states.ts'
import { saveSlugs } from '../../store/monitors/monitors.ts'
import { organizationOfPingKey } from '../../store/accounts/address-tokens.ts'
import { lockOrganization } from '../../store/accounts/organizations.ts'
import { type PingNote, savePing } from '../../store/monitors/pings.ts'
import type { Services } from '../registry/services.ts'
import type { PingTarget, Signal } from './address.ts'
import { allows } from './ip-allow-list.ts'
import { type PingMeaning, meaningOf, numbersIn } from './content.ts'
import { makeHeartbeat, noteActivity } from './create-heartbeat.ts'

export interface ReceivedPing {
  readonly address: PingTarget
  readonly signal: Signal
  readonly method: string
  readonly ip: string
  readonly userAgent: string | null
  readonly subject: string
  readonly body: Buffer
  readonly rid: string | null
  readonly durationMs: number | null
  readonly create: boolean
}

export interface PingAnswer {
  readonly status: number
  readonly text: string
  readonly bodyLimitBytes?: number
}

interface PingContext {
  readonly services: Services
  readonly tx: Database
  readonly names: MetricNames
  readonly now: Date
}

const notFound: PingAnswer = { status: 404, text: 'not found' }
const ambiguous: PingAnswer = { status: 409, text: 'ambiguous slug: several monitors carry it' }
const onlyPost: PingAnswer = { status: 405, text: 'only POST counts as a check-in here' }
const maxValues = 50
const shownOfBody = 1024

export function createPingReceiver(services: Services): (ping: ReceivedPing) => Promise<PingAnswer> {
  const { store, clock } = services
  const names = createMetricNames(store)

  return async (ping) => {
    const now = clock.now()
    await names.learn(heartbeatKeys)
    const attempt = (): Promise<PingAnswer> => store.transaction((tx) => take({ services, tx, names, now }, ping))
    return attempt().catch(async (error: unknown) => {
      if (!(error instanceof UnknownMetricNames)) throw error
      await names.learn(error.keys)
      return attempt()
    })
  }
}

/** Names of new metrics are created outside of the transaction, which then restarts. */
class UnknownMetricNames extends Error {
  readonly keys: string[]
  constructor(keys: string[]) {
    super('these metrics have no stored names yet')
    this.keys = keys
  }
}

async function take(taking: PingContext, ping: ReceivedPing): Promise<PingAnswer> {
  const { locked, made } = await find(taking, ping)
  const [one, ...more] = locked
  if (more.length > 0) return ambiguous
  if (!one) return notFound
  const config = heartbeatConfig(one.config)
  // For an address that is not on the list, the heartbeat seems not to exist.
  if (!allows(config.ipAllowList ?? [], ping.ip)) return notFound
  if (config.allowedMethods === 'post' && ping.method !== 'POST') return onlyPost
  const text = await receive(taking, ping, { locked: one, config })
  return { status: made ? 201 : 200, text: made ? 'created' : text, bodyLimitBytes: config.bodyLimitBytes }
}

async function find(
  taking: PingContext,
  { address, create, ip }: ReceivedPing,
): Promise<{ locked: LockedHeartbeat[]; made: boolean }> {
  const { tx } = taking
  if ('token' in address) return { locked: await lockByToken(tx, address.token), made: false }
  const organization = await organizationOfPingKey(tx, address.pingKey)
  if (!organization) return { locked: [], made: false }
  const search = (): Promise<LockedHeartbeat[]> => lockBySlug(tx, organization.id, address.slug)
  const locked = await search()
  if (locked.length > 0 || !create) return { locked, made: false }
  // A concurrent first check-in may have created the heartbeat.
  await lockOrganization(tx, organization.id)
  const meanwhile = await search()
  if (meanwhile.length > 0) return { locked: meanwhile, made: false }
  await makeHeartbeat(taking, { organization, slug: address.slug, ip })
  return { locked: await search(), made: true }
}

interface LockedHeartbeatConfig {
  readonly locked: LockedHeartbeat
  readonly config: HeartbeatConfig
}

/** Returns the text of the response. */
async function receive(
  taking: PingContext,
  ping: ReceivedPing,
  { locked, config }: LockedHeartbeatConfig,
): Promise<string> {
  const text = ping.body.toString()
  const meaning = meaningOf(ping.signal, config.keywordSource === 'body' ? text : ping.subject, config)
  const counts = meaning.kind !== 'log' && meaning.kind !== 'ignored'
  const paused = locked.state === 'paused' && !(counts && config.resumeOnPing)
  if (counts && !paused) {
    await count(taking, ping, { locked, config, meaning, text })
    return 'OK'
  }
  await savePing(taking.tx, locked, noteOf(ping, meaning, { config, now: taking.now }))
  return paused ? 'OK (paused)' : meaning.kind === 'ignored' ? 'OK (ignored: no keyword found)' : 'OK'
}

interface Understood extends LockedHeartbeatConfig {
  readonly meaning: PingMeaning
  readonly text: string
}

async function count(taking: PingContext, ping: ReceivedPing, understood: Understood): Promise<void> {
  const { tx, names, now } = taking
  const { locked, config, meaning, text } = understood
  const { monitorNumber, slugs } = locked
  const values = valuesOf(text, slugs)
  const step = withEvidence(stepOf(ping, understood, { values, now }), meaning, text)
  const unnamed = names.unknown(Object.keys(step.outcome?.metrics ?? {}))
  if (unnamed.length > 0) throw new UnknownMetricNames(unnamed)
  if (locked.state === 'paused') await resume(taking, { locked, step, ip: ping.ip })
  const known = [...new Set([...slugs, ...Object.keys(values)])]
  if (known.length > slugs.length) await saveSlugs(tx, monitorNumber, known)
  const durationMs = step.outcome?.metrics['heartbeat.duration_ms'] ?? null
  const note = noteOf({ ...ping, durationMs }, meaning, { config, now })
  await savePing(tx, { monitorNumber, heartbeat: step.heartbeat }, note)
  await settleHeartbeats(tx, [{ monitorNumber, step }], { names, now, log: taking.services.log })
}

function stepOf(
  { rid, durationMs }: ReceivedPing,
  { locked: { intervalSeconds, state, heartbeat }, config, meaning }: Understood,
  { values, now }: { values: Record<string, number>; now: Date },
): HeartbeatAdvance {
  const plan = heartbeatPlan(config, intervalSeconds)
  const before = state === 'paused' ? renew(plan, heartbeat, { paused: false, now }).heartbeat : heartbeat
  const event = { ...meaning, rid, durationMs: durationMs ?? undefined, values }
  return advance(plan, before, event as HeartbeatEvent, now)
}

async function resume(
  { tx, now }: PingContext,
  { locked, step, ip }: { locked: LockedHeartbeat; step: HeartbeatAdvance; ip: string },
): Promise<void> {
  const { organizationId, monitorId, monitorNumber, name } = locked
  await resumeMonitors(tx, organizationId, [monitorId], now)
  await awaitHeartbeats(tx, [{ monitorNumber, step }])
  const event = { entityType: 'monitor', entityId: monitorId, entityName: name, action: 'monitor.resumed', changes: {} }
  await noteActivity(tx, { organizationId, events: [event], ip, now })
}

/** Limits the names per heartbeat, because they are kept forever and a job may post anything. */
function valuesOf(text: string, known: readonly string[]): Record<string, number> {
  let room = maxValues - known.length
  return Object.fromEntries([...numbersIn(text)].filter(([slug]) => known.includes(slug) || room-- > 0))
}

function withEvidence(step: HeartbeatAdvance, meaning: PingMeaning, text: string): HeartbeatAdvance {
  if (!step.outcome) return step
  const body = text.slice(0, shownOfBody).replaceAll('\0', '').toWellFormed()
  const evidence = { check_in: meaning.kind, ...(body !== '' && { body }) }
  return { ...step, outcome: { ...step.outcome, evidence } }
}

interface PingStorage {
  readonly config: HeartbeatConfig
  readonly now: Date
}

function noteOf(ping: ReceivedPing, meaning: PingMeaning, { config, now }: PingStorage): PingNote {
  const exitStatus = meaning.kind === 'exit' ? meaning.status : null
  return {
    at: now,
    kind: meaning.kind !== 'exit' ? meaning.kind : meaning.status === 0 ? 'success' : 'fail',
    exitStatus,
    rid: ping.rid,
    durationMs: ping.durationMs,
    method: ping.method,
    ip: ping.ip,
    userAgent: ping.userAgent,
    bodyBytes: ping.body.length,
    body: ping.body.length > 0 && config.bodyLimitBytes > 0 ? ping.body.subarray(0, config.bodyLimitBytes) : null,
  }
}
