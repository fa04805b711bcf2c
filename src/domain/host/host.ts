// Hosts: how reports and silence determine the state of a machine, and when silence is evaluated next.
import type { Outcome } from '../outcome.ts'
import { durationText, utcText } from '../time/format.ts'

export interface HostPlan {
  readonly reportMs: number
  /** How long it may be silent before it is offline. */
  readonly livenessMs: number
}

export const hostStates = ['online', 'stale', 'offline', 'never_reported'] as const
export type HostState = (typeof hostStates)[number]

/** Stored as plain JSON; times are in milliseconds. */
export interface HostMemory {
  readonly reportedAt: number | null
  /** The time of the last sample that counted. */
  readonly sampledAt: number | null
  /** The time of the latest outcome; earlier samples yield none. */
  readonly judgedAt: number | null
  /** Silence before this time is forgiven, because the monitor was paused or Lapwing was down. */
  readonly receivedSince: number | null
  /** Whether its silence was reported. */
  readonly silent: boolean
  readonly paused: boolean
  /** Changes with every start of the machine. */
  readonly bootId: string | null
}

export const newHost: HostMemory = {
  reportedAt: null,
  sampledAt: null,
  judgedAt: null,
  receivedSince: null,
  silent: false,
  paused: false,
  bootId: null,
}

export interface HostReport {
  readonly bootId: string | null
  /** The current measurement; null if all samples are old. */
  readonly measured: HostMeasurement | null
}

export interface HostMeasurement {
  readonly at: number
  readonly metrics: Readonly<Record<string, number>>
  readonly evidence: Outcome['evidence']
}

export interface HostStep {
  readonly host: HostMemory
  /** Null if nothing is known about the machine. */
  readonly outcome: Outcome | null
  readonly at: Date
  /** When silence must be evaluated next; null for never. */
  readonly dueAt: Date | null
  readonly health: 'unknown' | 'up' | 'degraded'
}

const missedReports = 2
const soonestRepeatMs = 60_000
/** Samples closer together than this are the same one, sent again. */
export const sameSampleMs = 1000
/** Silence that is noticed later than this is forgiven. */
const inattentiveMs = 30_000

export interface SilenceMoments {
  readonly staleAt: number
  readonly offlineAt: number
}

export function silenceMoments({ reportMs, livenessMs }: HostPlan, reportedAt: number): SilenceMoments {
  const offlineAt = reportedAt + livenessMs
  return { staleAt: Math.min(reportedAt + missedReports * reportMs, offlineAt), offlineAt }
}

export function hostStateAt(plan: HostPlan, reportedAt: number | null, now: Date): HostState {
  if (reportedAt === null) return 'never_reported'
  const { staleAt, offlineAt } = silenceMoments(plan, reportedAt)
  const at = now.getTime()
  return at >= offlineAt ? 'offline' : at >= staleAt ? 'stale' : 'online'
}

/** A report without new samples is a sign of life, which ends a reported silence. */
export function reported(plan: HostPlan, before: HostMemory, { bootId, measured }: HostReport, now: Date): HostStep {
  const at = now.getTime()
  const host: HostMemory = { ...before, reportedAt: at, silent: false, bootId: bootId ?? before.bootId }
  if (before.paused) return step(plan, host, at)
  const isNew = measured !== null && measured.at >= (before.sampledAt ?? -Infinity) + sameSampleMs
  if (!isNew)
    return before.silent ? step(plan, { ...host, judgedAt: at }, at, onlineOutcome({}, null)) : step(plan, host, at)
  const judgedAt = Math.min(Math.max(measured.at, before.judgedAt ?? 0), at)
  const rebooted = before.bootId !== null && bootId !== null && bootId !== before.bootId
  const metrics = { ...measured.metrics, 'host.rebooted': rebooted ? 1 : 0 }
  return step(plan, { ...host, sampledAt: measured.at, judgedAt }, judgedAt, onlineOutcome(metrics, measured.evidence))
}

export function fallSilent(plan: HostPlan, before: HostMemory, { dueAt, now }: { dueAt: Date; now: Date }): HostStep {
  const at = now.getTime()
  const lastContact = lastContactAt(before)
  if (lastContact === null) return step(plan, before, at)
  const wasMissed = at - dueAt.getTime() > inattentiveMs && !before.silent
  if (wasMissed) return step(plan, { ...before, receivedSince: at }, at)
  if (at < silenceMoments(plan, lastContact).offlineAt) return step(plan, before, at)
  return step(plan, { ...before, silent: true, judgedAt: at }, at, offlineOutcome(before.reportedAt!, at))
}

/** Applies a pause, a resume or a new config. Silence during a pause is forgiven. */
export function renewHost(
  plan: HostPlan,
  before: HostMemory,
  { paused, now }: { paused: boolean; now: Date },
): HostStep {
  const at = now.getTime()
  const receivedSince = before.paused && !paused ? at : before.receivedSince
  return step(plan, { ...before, paused, receivedSince, silent: !paused && before.silent }, at)
}

/** Drops times that lie in the future after the clock was set back. */
export function pulledBackHost(plan: HostPlan, before: HostMemory, now: Date): HostStep {
  const at = now.getTime()
  const past = (moment: number | null): number | null => (moment === null ? null : Math.min(moment, at))
  const { reportedAt, sampledAt, judgedAt, receivedSince } = before
  const pulled = {
    ...before,
    reportedAt: past(reportedAt),
    sampledAt: past(sampledAt),
    judgedAt: past(judgedAt),
    receivedSince: past(receivedSince),
  }
  return step(plan, pulled, at)
}

const lastContactAt = ({ reportedAt, receivedSince }: HostMemory): number | null =>
  reportedAt === null ? null : Math.max(reportedAt, receivedSince ?? 0)

function step(plan: HostPlan, host: HostMemory, at: number, outcome: Outcome | null = null): HostStep {
  const lastContact = lastContactAt(host)
  const shared = { host, outcome, at: new Date(at) }
  if (lastContact === null || host.paused) return { ...shared, dueAt: null, health: 'unknown' }
  const { staleAt, offlineAt } = silenceMoments(plan, lastContact)
  const repeatAt = at + Math.max(plan.reportMs, soonestRepeatMs)
  const dueAt = host.silent ? repeatAt : at < staleAt ? staleAt : offlineAt
  return { ...shared, dueAt: new Date(dueAt), health: at < staleAt ? 'up' : 'degraded' }
}

function onlineOutcome(metrics: Readonly<Record<string, number>>, evidence: Outcome['evidence']): Outcome {
  return {
    success: true,
    durationMs: 0,
    statusCode: null,
    error: null,
    cause: null,
    metrics: { ...metrics, 'host.up': 1, 'host.seconds_since_report': 0 },
    evidence,
  }
}

function offlineOutcome(reportedAt: number, at: number): Outcome {
  const seconds = Math.round((at - reportedAt) / 1000)
  return {
    success: false,
    durationMs: 0,
    statusCode: null,
    error:
      `the agent has not reported for ${durationText(seconds * 1000)}; ` +
      `its last report came at ${utcText(reportedAt)}`,
    cause: 'heartbeat',
    metrics: { 'host.up': 0, 'host.seconds_since_report': seconds },
    evidence: { last_report_at: new Date(reportedAt).toISOString() },
  }
}
