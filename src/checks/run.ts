// What every run has around it: a complete config, one deadline, and an outcome whatever happens.
import type { Clock } from '../domain/clock.ts'
import type { Fields } from '../domain/field.ts'
import { type Memory, type Outcome, TargetDown, notChecked } from '../domain/outcome.ts'
import { offAbort, onAbort } from '../net/abort.ts'
import { DeadlinePassed } from '../net/deadline.ts'
import type { Net } from '../net/index.ts'
import { smallEnough } from './evidence.ts'

export interface Job<C = Readonly<Record<string, unknown>>> {
  readonly monitorId: string
  readonly target: string
  /** Secrets in clear. The runner fills in the defaults before a type sees it. */
  readonly config: C
  readonly deadlineMs: number
  /** This check also carries the scan that its type does once a day. */
  readonly withScan?: boolean
  /** What an earlier check of the monitor asked to be remembered. */
  readonly known?: Memory
}

export interface Surroundings {
  readonly net: Net
  readonly clock: Clock
  /** Aborts when the check has to stop for a reason of ours, such as a drain. */
  readonly signal: AbortSignal
  /** A line of what is being done, for a person who watches a check run. */
  note(text: string): void
}

/** What a run has found out so far. It survives a failure: what was measured before that is still true. */
export interface Seen {
  statusCode: number | null
  /** How long the check itself took, when a scan came on top. */
  durationMs?: number
  readonly metrics: Record<string, number>
  readonly evidence: Record<string, unknown>
  /** Known to later checks of the monitor, instead of what was before; only in types that say `remembers`. */
  remember?: Memory
}

export interface RunContext extends Surroundings {
  /** Aborts at the deadline too. */
  readonly signal: AbortSignal
  readonly seen: Seen
}

/** Fills in `seen`. Returning means that the answer was complete; the target's failures are thrown as TargetDown. */
export type Run<C> = (job: Job<C>, context: RunContext) => Promise<void>

export type Runner = (job: Job, surroundings: Surroundings) => Promise<Outcome>

/** The time a run that ignores its signal gets before its check ends without it. */
const graceMs = 200

export function createRunner(type: string, fields: Fields, run: Run<never> | undefined): Runner {
  if (!run) return async () => notChecked(`this version cannot run ${type} checks yet`)
  const defaults = defaultsOf(fields)
  return (job, surroundings) => {
    const complete = { ...job, config: { ...defaults, ...job.config } }
    return supervise(type, surroundings, job.deadlineMs, (context) => run(complete as never, context))
  }
}

function supervise(
  type: string,
  around: Surroundings,
  deadlineMs: number,
  run: (context: RunContext) => Promise<void>,
): Promise<Outcome> {
  const { clock } = around
  const start = clock.monotonicMs()
  const seen: Seen = { statusCode: null, metrics: {}, evidence: {} }
  const own = new AbortController()
  return new Promise((resolve) => {
    const pass = (): void => own.abort(around.signal.reason)
    const inTime = clock.after(deadlineMs, () => own.abort(new DeadlinePassed(deadlineMs)))
    let obeyed: (() => void) | undefined
    const end = (verdict: Partial<Outcome>): void => {
      inTime()
      obeyed?.()
      offAbort(around.signal, pass)
      resolve(outcome(seen, seen.durationMs ?? clock.monotonicMs() - start, verdict))
    }
    onAbort(own.signal, () => {
      obeyed = clock.after(graceMs, () => end(ours(new Error(`the ${type} check did not stop when it was told to`))))
    })
    if (around.signal.aborted) pass()
    else onAbort(around.signal, pass)
    const context: RunContext = { net: around.net, clock, note: around.note, signal: own.signal, seen }
    Promise.try(run, context).then(
      () => end({ success: true }),
      (error: unknown) => end(verdictOn(error)),
    )
  })
}

function verdictOn(error: unknown): Partial<Outcome> {
  if (!(error instanceof TargetDown)) return ours(error)
  const { message, reason, local } = error
  return { error: oneLine(message), cause: reason, ...(local && { local }) }
}

function ours(error: unknown): Partial<Outcome> {
  return { error: oneLine(error instanceof Error ? error.message : String(error)), infrastructure: true }
}

function outcome(seen: Seen, durationMs: number, verdict: Partial<Outcome>): Outcome {
  return {
    success: false,
    durationMs: rounded(durationMs),
    statusCode: seen.statusCode,
    error: null,
    cause: null,
    metrics: measured(seen.metrics),
    evidence: smallEnough(seen.evidence),
    ...(seen.remember && { remember: seen.remember }),
    ...verdict,
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

// Targets get to write parts of messages, and a message is one line wherever it is shown.
function oneLine(message: string): string {
  return message.replace(/[\x00-\x1f\x7f\u2028\u2029]+/g, ' ').slice(0, 500)
}

export function defaultsOf(fields: Fields): Record<string, unknown> {
  const entries = Object.entries(fields).map(([key, field]) => [key, field.notes.default] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== null))
}
