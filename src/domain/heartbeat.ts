// Heartbeats: how check-ins and silence determine the state of a job, and when silence is evaluated next.
import { type CheckInRhythm, slotAfter, slotAfterCheckIn } from './schedule/rhythm.ts'
import type { Outcome } from './outcome.ts'
import { utcText } from './time/format.ts'

export interface HeartbeatPlan extends CheckInRhythm {
  readonly graceMs: number
  readonly maxRuntimeMs: number
  readonly earlyToleranceMs: number
}

interface JobRun {
  readonly rid: string | null
  readonly startedAt: number
  /** Whether it was reported for running too long. */
  readonly overrun: boolean
}

/** Stored as plain JSON; times are in milliseconds. */
export interface Heartbeat {
  /** The last check-in that reported the end of a run. */
  readonly checkedInAt: number | null
  readonly expectedAt: number | null
  /** The first slot that passed without a check-in. */
  readonly missedSince: number | null
  /** The first start since the last check-in. */
  readonly startedAt: number | null
  readonly runs: readonly JobRun[]
  /** The number of failed or missed runs in a row. */
  readonly failures: number
  /** Check-ins in each of the last 24 hours, the current hour last. */
  readonly recent: { readonly hour: number; readonly counts: readonly number[] }
}

export const newHeartbeat: Heartbeat = {
  checkedInAt: null,
  expectedAt: null,
  missedSince: null,
  startedAt: null,
  runs: [],
  failures: 0,
  recent: { hour: 0, counts: [] },
}

interface JobEnd {
  readonly rid?: string | null
  /** Reported by the job; otherwise measured from its start. */
  readonly durationMs?: number
  readonly values?: Readonly<Record<string, number>>
}

type Finish = JobEnd & ({ readonly kind: 'success' | 'fail' } | { readonly kind: 'exit'; readonly status: number })

export type HeartbeatEvent =
  | Finish
  | { readonly kind: 'start'; readonly rid?: string | null }
  | { readonly kind: 'log' }
  | { readonly kind: 'silence' }

export interface HeartbeatAdvance {
  readonly heartbeat: Heartbeat
  /** Null if nothing is known about the job yet. */
  readonly outcome: Outcome | null
  /** When silence must be evaluated next; null for never. */
  readonly dueAt: Date | null
  readonly health: 'unknown' | 'up' | 'degraded'
}

const hour = 3_600_000
const maxRuns = 50

export function advance(plan: HeartbeatPlan, heartbeat: Heartbeat, event: HeartbeatEvent, now: Date): HeartbeatAdvance {
  const at = now.getTime()
  if (event.kind === 'log') return step(plan, heartbeat, at)
  if (event.kind === 'start') return step(plan, begin(heartbeat, event.rid ?? null, at), at)
  if (event.kind === 'silence') return silence(plan, heartbeat, at)
  return finish(plan, heartbeat, event, at)
}

/**
 * Applies a pause, a resume or a new config. Expected check-ins stay expected; slots of the new plan that lie in the
 * past are forgiven. A paused heartbeat expects nothing.
 */
export function renew(
  plan: HeartbeatPlan,
  heartbeat: Heartbeat,
  { paused, now }: { paused: boolean; now: Date },
): HeartbeatAdvance {
  const at = now.getTime()
  const { checkedInAt, expectedAt } = heartbeat
  if (paused) return step(plan, { ...newHeartbeat, checkedInAt, recent: heartbeat.recent }, at)
  if (checkedInAt === null) return step(plan, heartbeat, at)
  const soonest = Math.min(at, (expectedAt ?? at) - 1)
  if (expectedAt !== null && slotAfter(plan, { after: soonest, anchor: checkedInAt }) === expectedAt)
    return step(plan, heartbeat, at)
  const next = slotAfterCheckIn(plan, checkedInAt, plan.earlyToleranceMs)
  const isAhead = next !== null && next > at
  return step(plan, { ...heartbeat, expectedAt: isAhead ? next : slotAfter(plan, { after: at, anchor: at }) }, at)
}

/**
 * Corrects the state after the clock was set back: check-ins that lie in the future are moved to now, and so are the
 * slots that follow them.
 */
export function pulledBack(plan: HeartbeatPlan, heartbeat: Heartbeat, now: Date): HeartbeatAdvance {
  const at = now.getTime()
  const past = (moment: number | null): number | null => (moment === null ? null : Math.min(moment, at))
  const { checkedInAt, expectedAt, missedSince, startedAt, runs, recent } = heartbeat
  const isAhead = checkedInAt !== null && checkedInAt > at
  const pulled: Heartbeat = {
    ...heartbeat,
    checkedInAt: past(checkedInAt),
    expectedAt: isAhead ? slotAfterCheckIn(plan, at, plan.earlyToleranceMs) : expectedAt,
    missedSince: past(missedSince),
    startedAt: past(startedAt),
    runs: runs.map((run) => ({ ...run, startedAt: Math.min(run.startedAt, at) })),
    recent: { ...recent, hour: Math.min(recent.hour, Math.floor(at / hour)) },
  }
  return step(plan, pulled, at)
}

// Keeps the first start without an end, so that a job that only ever starts cannot postpone its deadline forever.
function begin(heartbeat: Heartbeat, rid: string | null, at: number): Heartbeat {
  const others = heartbeat.runs.filter((run) => run.rid !== rid)
  const runs = [...others, { rid, startedAt: at, overrun: false }].slice(-maxRuns)
  return { ...heartbeat, runs, startedAt: heartbeat.startedAt ?? at }
}

function finish(plan: HeartbeatPlan, before: Heartbeat, event: Finish, at: number): HeartbeatAdvance {
  const run = before.runs.find(({ rid }) => rid === (event.rid ?? null))
  const status = event.kind === 'exit' ? event.status : event.kind === 'success' ? 0 : undefined
  const failed = status !== 0
  // A late check-in is not an early one of the next slot as well.
  const isLate = before.expectedAt !== null && before.expectedAt <= at
  const heartbeat: Heartbeat = {
    checkedInAt: at,
    expectedAt: slotAfterCheckIn(plan, at, isLate ? 0 : plan.earlyToleranceMs),
    missedSince: null,
    startedAt: null,
    // Drop runs that overran and were outlived by this one.
    runs: before.runs.filter((other) => other !== run && !other.overrun),
    failures: failed ? before.failures + 1 : 0,
    recent: counted(before.recent, at),
  }
  const durationMs = event.durationMs ?? (run && Math.max(at - run.startedAt, 0))
  const ended = status === undefined ? 'the job reported a failure' : `the job ended with exit status ${status}`
  return step(plan, heartbeat, at, {
    error: failed ? ended : null,
    durationMs,
    metrics: {
      'heartbeat.failed': failed ? 1 : 0,
      ...(status !== undefined && { 'heartbeat.exit_status': status }),
      ...(durationMs !== undefined && { 'heartbeat.duration_ms': durationMs }),
      'heartbeat.late_seconds': lateSeconds(before, at),
      ...posted(event.values),
    },
  })
}

function posted(values: JobEnd['values'] = {}): Record<string, number> {
  return Object.fromEntries(Object.entries(values).map(([slug, value]) => [`heartbeat.value.${slug}`, value]))
}

function silence(plan: HeartbeatPlan, before: Heartbeat, at: number): HeartbeatAdvance {
  const isOver = ({ startedAt }: JobRun): boolean => startedAt + plan.maxRuntimeMs <= at
  const overran = before.runs.some((run) => !run.overrun && isOver(run))
  const owedAt = lateAt(plan, before)
  const missed = owedAt !== null && owedAt + plan.graceMs <= at
  if (!overran && !missed) return step(plan, before, at)
  const runs = before.runs.map((run) => (run.overrun || !isOver(run) ? run : { ...run, overrun: true }))
  const heartbeat: Heartbeat = missed
    ? {
        ...before,
        runs,
        expectedAt: slotAfter(plan, { after: at - plan.graceMs, anchor: before.expectedAt ?? at }),
        missedSince: before.missedSince ?? before.expectedAt ?? owedAt,
        startedAt: null,
        failures: before.failures + 1,
      }
    : { ...before, runs }
  const metrics = { 'heartbeat.late_seconds': lateSeconds(before, at) }
  const error = missed ? missedText(before) : null
  return step(plan, heartbeat, at, { error, durationMs: undefined, metrics, evidence: silenceEvidence(plan, before) })
}

/** The expected and the last check-in. */
function silenceEvidence(plan: HeartbeatPlan, { expectedAt, missedSince, checkedInAt, startedAt, runs }: Heartbeat) {
  const moment = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())
  return {
    expected_at: moment(expectedAt),
    grace_seconds: plan.graceMs / 1000,
    last_check_in_at: moment(checkedInAt),
    ...(missedSince !== null && { missed_since: moment(missedSince) }),
    ...(startedAt !== null && { started_at: moment(startedAt), may_run_seconds: plan.maxRuntimeMs / 1000 }),
    ...(runs.length > 0 && { running_since: runs.map((run) => moment(run.startedAt)).slice(0, 10) }),
  }
}

/** When a check-in is late: at its slot, or for a started job after its maximum runtime, if that is later. */
function lateAt({ maxRuntimeMs }: HeartbeatPlan, { expectedAt, startedAt }: Heartbeat): number | null {
  return startedAt === null ? expectedAt : Math.max(expectedAt ?? -Infinity, startedAt + maxRuntimeMs)
}

interface JobVerdict {
  evidence?: Record<string, unknown>
  error: string | null
  durationMs: number | undefined
  metrics: Record<string, number>
}

function step(plan: HeartbeatPlan, heartbeat: Heartbeat, at: number, verdict?: JobVerdict): HeartbeatAdvance {
  const owedAt = lateAt(plan, heartbeat)
  const late = owedAt !== null && owedAt <= at
  const known = heartbeat.checkedInAt !== null || heartbeat.failures > 0
  const health = !known ? 'unknown' : late || heartbeat.failures > 0 ? 'degraded' : 'up'
  const moments = heartbeat.runs.filter(({ overrun }) => !overrun).map(({ startedAt }) => startedAt + plan.maxRuntimeMs)
  if (owedAt !== null) moments.push(health === 'up' ? owedAt : owedAt + plan.graceMs)
  return {
    heartbeat,
    outcome: verdict ? outcome(heartbeat, at, verdict) : null,
    dueAt: moments.length > 0 ? new Date(Math.min(...moments)) : null,
    health,
  }
}

function outcome(heartbeat: Heartbeat, at: number, verdict: JobVerdict): Outcome {
  const { error, durationMs, metrics, evidence = null } = verdict
  const { checkedInAt, missedSince, runs, failures, recent } = heartbeat
  return {
    success: error === null,
    durationMs: durationMs ?? 0,
    statusCode: null,
    error,
    cause: error === null ? null : 'heartbeat',
    metrics: {
      'heartbeat.missed': missedSince === null ? 0 : 1,
      'heartbeat.overrun': runs.some(({ overrun }) => overrun) ? 1 : 0,
      'heartbeat.running': runs.length > 0 ? 1 : 0,
      ...(checkedInAt !== null && { 'heartbeat.seconds_since_last': seconds(at - checkedInAt) }),
      'heartbeat.pings_24h': slid(recent, at).reduce((sum, count) => sum + count, 0),
      'heartbeat.consecutive_failures': failures,
      ...metrics,
    },
    evidence,
  }
}

/** A job that reported its start is on time if the start was, however long it ran. */
function lateSeconds({ missedSince, expectedAt, startedAt }: Heartbeat, at: number): number {
  const slot = missedSince ?? expectedAt
  return slot === null ? 0 : seconds((startedAt ?? at) - slot)
}

function missedText({ expectedAt, startedAt }: Heartbeat): string {
  if (startedAt !== null) return `the job started at ${utcText(startedAt)} and has not reported back`
  return `no check-in arrived; one was due at ${utcText(expectedAt!)}`
}

const seconds = (ms: number): number => Math.max(Math.round(ms) / 1000, 0)

function slid({ hour: last, counts }: Heartbeat['recent'], at: number): number[] {
  const passed = Math.min(Math.max(Math.floor(at / hour) - last, 0), 24)
  return [...counts, ...new Array<number>(passed).fill(0)].slice(-24)
}

function counted(recent: Heartbeat['recent'], at: number): Heartbeat['recent'] {
  const counts = slid(recent, at)
  counts.push((counts.pop() ?? 0) + 1)
  return { hour: Math.max(Math.floor(at / hour), recent.hour), counts }
}
