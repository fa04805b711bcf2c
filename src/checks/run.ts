// Runs a check: parses the target, completes the config, applies one deadline, and always returns an outcome.
import type { Browsers } from '../browsers/index.ts'
import { BrowserProgramFailed } from '../browsers/program-failed.ts'
import type { Clock } from '../domain/clock.ts'
import type { Fields } from '../domain/field.ts'
import { type Artifact, type CheckMemory, type Outcome, TargetDown, notChecked } from '../domain/outcome.ts'
import type { SharedFinding, SharedAnswers } from '../domain/checking/shared-answer.ts'
import { offAbort, onAbort } from '../domain/limits/abort.ts'
import { DeadlinePassed } from '../domain/limits/time-limit.ts'
import type { Net } from '../net/index.ts'
import { smallEnough } from './evidence.ts'
import type { Sources } from './sources.ts'
import type { TargetFormat } from './targets.ts'

/** Queued jobs have the target as text and a config that may lack defaults; a type gets both complete. */
export interface CheckJob<C = Readonly<Record<string, unknown>>, T = string> {
  readonly monitorId: string
  readonly target: T
  /** Secrets are in plain text. */
  readonly config: C
  readonly deadlineMs: number
  /** This check includes the daily scan of its type. */
  readonly withScan?: boolean
  /** Memory that an earlier check of the monitor stored. */
  readonly known?: CheckMemory
  /** Answers that all monitors share, for types with shared answers. */
  readonly shared?: SharedAnswers
  /**
   * Variables of the organization in plain text, for types that receive `variables`; masked in everything that is
   * stored.
   */
  readonly variables?: Variables
}

export type Variables = Readonly<Record<string, string>>

export interface CheckEnvironment {
  readonly net: Net
  readonly clock: Clock
  readonly sources: Sources
  readonly browsers: Browsers
  /** Aborts when the check must stop for a local reason, such as a drain. */
  readonly signal: AbortSignal
}

/** Results so far. They survive a failure: earlier measurements are still valid. */
export interface Observations {
  statusCode: number | null
  /** The response time if it is not the duration of the check: a ping's round trip, a TLS check without its scan. */
  durationMs?: number
  readonly metrics: Record<string, number>
  phases?: Record<string, number>
  /** In milliseconds since 1970. */
  expiresAt?: number
  readonly evidence: Record<string, unknown>
  /** Replaces the memory for later checks of the monitor; only in types that receive `memory`. */
  remember?: CheckMemory
  /** Shared with checks of all monitors; only in types that receive `sharedAnswers`. */
  learned?: SharedFinding
  /** Screenshots, traces, reports. */
  artifacts?: Artifact[]
}

export interface RunContext extends CheckEnvironment {
  /** Aborts at the deadline too. */
  readonly signal: AbortSignal
  readonly observed: Observations
}

/** Fills in `observed`. Returns after a complete response; throws TargetDown if the target fails. */
export type RunCheck<C, T> = (job: CheckJob<C, T>, context: RunContext) => Promise<void>

export interface PreparedCheck {
  /** The host it connects to, for the limit on concurrent checks per server. */
  readonly host: string
  run(environment: CheckEnvironment): Promise<Outcome>
}

export type Prepare = (job: CheckJob) => PreparedCheck

/** Time for a run to react to its signal before the check ends without it. */
const graceMs = 200

interface Runnable {
  readonly type: string
  readonly target: TargetFormat
  readonly config: Fields
  readonly run: RunCheck<never, never>
}

export function createPrepare({ type, target: format, config: fields, run }: Runnable): Prepare {
  const defaults = defaultsOf(fields)
  const unable = (host: string, reason: string): PreparedCheck => ({ host, run: async () => notChecked(reason) })
  return (job) => {
    const parsed = format.parse(job.target)
    if ('problem' in parsed) return unable(job.target, `not checked: the target ${parsed.problem}`)
    const { target, host } = parsed
    const complete = { ...job, target, config: { ...defaults, ...job.config } }
    return {
      host,
      run: (environment) => supervise(type, environment, job.deadlineMs, (context) => run(complete as never, context)),
    }
  }
}

function supervise(
  type: string,
  around: CheckEnvironment,
  deadlineMs: number,
  run: (context: RunContext) => Promise<void>,
): Promise<Outcome> {
  const { clock } = around
  const start = clock.monotonicMs()
  const observed: Observations = { statusCode: null, metrics: {}, evidence: {} }
  const own = new AbortController()
  return new Promise((resolve) => {
    const pass = (): void => own.abort(around.signal.reason)
    const cancelTimeout = clock.after(deadlineMs, () => own.abort(new DeadlinePassed(deadlineMs)))
    let cancelGrace: (() => void) | undefined
    const end = (result: Partial<Outcome>): void => {
      cancelTimeout()
      cancelGrace?.()
      offAbort(around.signal, pass)
      resolve(outcome(observed, observed.durationMs ?? clock.monotonicMs() - start, result))
    }
    onAbort(own.signal, () => {
      cancelGrace = clock.after(graceMs, () =>
        end(localFault(new Error(`the ${type} check did not stop when cancelled`))),
      )
    })
    if (around.signal.aborted) pass()
    else onAbort(around.signal, pass)
    const context: RunContext = { ...around, signal: own.signal, observed }
    Promise.try(run, context).then(
      () => end({ success: true }),
      (error: unknown) => {
        if (error instanceof TargetDown) addEvidence(observed, error)
        end(resultOf(error))
      },
    )
  })
}

/** Evidence of the run takes precedence over that of the error. */
function addEvidence({ evidence }: Observations, error: TargetDown): void {
  Object.assign(evidence, { ...error.evidence, ...evidence })
}

function resultOf(error: unknown): Partial<Outcome> {
  if (!(error instanceof TargetDown)) return localFault(error)
  const { message, reason, local } = error
  return { error: oneLine(message), cause: reason, ...(local && { local }) }
}

function localFault(error: unknown): Partial<Outcome> {
  const hasSandboxFailed = error instanceof BrowserProgramFailed && error.hasStarted
  const message = oneLine(error instanceof Error ? error.message : String(error))
  return { error: message, infrastructure: true, ...(hasSandboxFailed && { hasSandboxFailed }) }
}

function outcome(observed: Observations, durationMs: number, result: Partial<Outcome>): Outcome {
  return {
    success: false,
    durationMs: rounded(durationMs),
    statusCode: observed.statusCode,
    error: null,
    cause: null,
    metrics: measured(observed.metrics),
    ...(observed.phases && { phases: measured(observed.phases) }),
    ...(Number.isFinite(observed.expiresAt) && { expiresAt: observed.expiresAt }),
    evidence: smallEnough(observed.evidence),
    ...(observed.remember && { remember: observed.remember }),
    ...(observed.learned && { learned: observed.learned }),
    ...(observed.artifacts && { artifacts: observed.artifacts }),
    ...result,
  }
}

function measured(metrics: Record<string, number>): Record<string, number> {
  for (const key in metrics) {
    const value = metrics[key]
    if (Number.isFinite(value)) metrics[key] = rounded(value as number)
    else delete metrics[key]
  }
  return metrics
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000

// Targets control parts of messages, and a message is always one line.
function oneLine(message: string): string {
  return message.replace(/[\x00-\x1f\x7f\u2028\u2029]+/g, ' ').slice(0, 500)
}

export function defaultsOf(fields: Fields): Record<string, unknown> {
  const entries = Object.entries(fields).map(([key, field]) => [key, field.notes.default] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== null))
}
