// The result of a journey: its status, its metrics and its evidence.
import type { Cause } from '../../../domain/outcome.ts'
import type { AttemptOutput, ErrorResponse, JourneyOutput, JourneyTestResult } from './answer.ts'
import { stepSlug } from '../script/read.ts'

export type JourneyStatus = 'passed' | 'failed' | 'flaky' | 'timed_out'

export interface Journey {
  readonly status: JourneyStatus
  /** The script itself is at fault: nothing was tested. */
  readonly isScriptBroken: boolean
  readonly failedTests: number
  readonly problem: { readonly cause: Cause; readonly message: string; readonly details: string } | null
}

export function journeyOf(answer: JourneyOutput): Journey {
  const { tests, errors } = answer
  const failed = tests.filter(({ outcome }) => outcome === 'unexpected')
  const failedTests = Math.min(failed.length, 10)
  if (isTimedOut(answer)) {
    return {
      status: 'timed_out',
      isScriptBroken: false,
      failedTests: Math.max(1, failedTests),
      problem: late(failed[0]),
    }
  }
  if (tests.length === 0) {
    const error = errors[0] ?? { message: answer.stderr || 'no test was found', line: null }
    return { status: 'failed', isScriptBroken: true, failedTests: 1, problem: broken(error) }
  }
  if (failed[0]) return { status: 'failed', isScriptBroken: false, failedTests, problem: failure(failed[0]) }
  if (errors[0]) return { status: 'failed', isScriptBroken: false, failedTests: 1, problem: outside(errors[0]) }
  const isFlaky = tests.some(({ outcome }) => outcome === 'flaky')
  return { status: isFlaky ? 'flaky' : 'passed', isScriptBroken: false, failedTests: 0, problem: null }
}

function isTimedOut({ tests, isOver, isOutOfTime }: JourneyOutput): boolean {
  if (!isOutOfTime) return false
  return (
    !isOver || tests.some(({ attempts }) => ['timedOut', 'interrupted', 'running'].includes(lastOf(attempts).status))
  )
}

/** The most informative attempt: a failed one before one that timed out, and a long timeout before a short one. */
export function mostInformativeAttempt({ outcome, attempts }: JourneyTestResult): AttemptOutput {
  if (outcome !== 'unexpected') return lastOf(attempts)
  const failed = attempts.findLast(({ status }) => status === 'failed')
  return failed ?? attempts.toSorted((a, b) => b.durationMs - a.durationMs)[0] ?? untried
}

const untried: AttemptOutput = {
  status: 'skipped',
  durationMs: 0,
  launchMs: 0,
  error: null,
  steps: [],
  observed: null,
}

export const lastOf = (attempts: readonly AttemptOutput[]): AttemptOutput => attempts.at(-1) ?? untried

type JourneyProblem = NonNullable<Journey['problem']>

function failure(test: JourneyTestResult): JourneyProblem {
  const { error, status, steps } = mostInformativeAttempt(test)
  const details = error?.message ?? 'it did not finish'
  const step = steps.findLast((one) => one.status !== 'passed')
  const where = [`“${test.title}”`, ...(step ? [`step “${step.title}”`] : []), ...lineOf(error)].join(', ')
  return { cause: causeOf(details, status), message: `${where}: ${gist(details)}`, details }
}

function late(test: JourneyTestResult | undefined): JourneyProblem {
  const met = test && failure(test)
  const message = `the journey did not finish in time${met ? `: ${met.message}` : ''}`
  return { cause: 'timeout', message, details: met?.details ?? 'No test had started.' }
}

function broken(error: ErrorResponse): JourneyProblem {
  const where = error.line === null ? '' : ` (line ${error.line})`
  const message = `the script could not be run${where}: ${gist(error.message)}`
  return { cause: 'content', message, details: error.message }
}

function outside(error: ErrorResponse): JourneyProblem {
  const message = [`outside a test`, ...lineOf(error)].join(', ')
  return {
    cause: causeOf(error.message, 'failed'),
    message: `${message}: ${gist(error.message)}`,
    details: error.message,
  }
}

const lineOf = (error: ErrorResponse | null): string[] => (error?.line ? [`line ${error.line}`] : [])

/** Removes Playwright's call log, which is part of the evidence. */
function gist(message: string): string {
  const [summary = ''] = message.split(/\n\s*Call log:/)
  return summary.replace(/\s+/g, ' ').trim()
}

const causes: readonly (readonly [RegExp, Cause])[] = [
  [/ERR_NAME_NOT_RESOLVED|ENOTFOUND|EAI_AGAIN/, 'dns'],
  [/ERR_CERT_|ERR_SSL_|ERR_BAD_SSL|CERT_HAS_EXPIRED|self-signed certificate/, 'tls'],
  [/ERR_TIMED_OUT|ERR_CONNECTION_TIMED_OUT|ETIMEDOUT|Timeout \d+ms exceeded|Test timeout of/, 'timeout'],
  [/ERR_CONNECTION_|ERR_TUNNEL_|ERR_PROXY_|ERR_ADDRESS_|ERR_EMPTY_RESPONSE|ECONNREFUSED|ECONNRESET/, 'connect'],
]

function causeOf(message: string, status: AttemptOutput['status']): Cause {
  if (status !== 'failed') return 'timeout'
  return causes.find(([pattern]) => pattern.test(message))?.[1] ?? 'content'
}

export function measureJourney(
  answer: JourneyOutput,
  { failedTests, isScriptBroken }: Journey,
): Record<string, number> {
  const { tests } = answer
  const observations = tests.flatMap(({ attempts }) => lastOf(attempts).observed ?? [])
  const worst = (values: readonly (number | null)[]): number => Math.max(...values.filter((value) => value !== null))
  return {
    failed_tests: failedTests,
    script_error: Number(isScriptBroken),
    flaky: Math.min(tests.filter(({ outcome }) => outcome === 'flaky').length, 10),
    ...(tests.length > 0 && { duration_ms: durationMs(tests) }),
    ...(observations.length > 0 && {
      console_errors: sum(observations.map(({ consoleErrors }) => consoleErrors)),
      failed_requests: sum(observations.map(({ failedRequests }) => failedRequests)),
      // Without values the maximum is minus infinity, which is no measurement.
      lcp_ms_max: worst(observations.map(({ lcpMs }) => lcpMs)),
      cls_max: worst(observations.map(({ cls }) => cls)),
    }),
    ...stepTimes(tests),
  }
}

/** Duration of the journey without the start of the browser. */
function durationMs(tests: readonly JourneyTestResult[]): number {
  return sum(tests.flatMap(({ attempts }) => attempts.map((one) => Math.max(0, one.durationMs - one.launchMs))))
}

const maxSteps = 50

/** A step that did not finish has no time; a step that runs several times has the longest. */
function stepTimes(tests: readonly JourneyTestResult[]): Record<string, number> {
  const times: Record<string, number> = {}
  for (const { title, durationMs, status } of tests.flatMap(({ attempts }) => lastOf(attempts).steps)) {
    const key = `step.${stepSlug(title)}.duration_ms`
    if (status !== 'passed' || (!(key in times) && Object.keys(times).length === maxSteps)) continue
    times[key] = Math.max(times[key] ?? 0, durationMs)
  }
  return times
}

const sum = (values: readonly number[]): number => values.reduce((one, other) => one + other, 0)
