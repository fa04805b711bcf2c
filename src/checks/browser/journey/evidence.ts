// Evidence of a journey, as tables that the page of a run reads again.
import type { AttemptOutput, JourneyOutput, JourneyTestResult } from './answer.ts'
import { type Journey, lastOf, mostInformativeAttempt } from './journey.ts'
import { stepSlug } from '../script/read.ts'

export interface TestRow {
  readonly test: number
  readonly title: string
  readonly status: 'passed' | 'failed' | 'flaky' | 'timed_out' | 'skipped'
  readonly duration_ms: number
  readonly line: number
  readonly error?: string
}

export interface JourneyStepRow {
  /** Index of its test's row. */
  readonly test: number
  readonly title: string
  readonly slug: string
  readonly status: 'passed' | 'failed'
  readonly duration_ms: number
}

const maxSteps = 40
const maxListed = 10

export function journeyEvidence(answer: JourneyOutput, { status, problem }: Journey): Record<string, unknown> {
  const { tests, output } = answer
  const observations = tests.flatMap(({ attempts }) => lastOf(attempts).observed ?? [])
  const listed = (texts: readonly string[]): string[] => texts.slice(0, maxListed).map((text) => short(text, 200))
  const consoleErrors = listed(observations.flatMap(({ consoleErrorTexts }) => consoleErrorTexts))
  const failedRequests = listed(observations.flatMap(({ failedRequestTexts }) => failedRequestTexts))
  return {
    status,
    ...(problem && { error: short(problem.details, 1200) }),
    ...(tests.length > 0 && { tests: tests.map(testRow) }),
    ...(tests.some(({ attempts }) => lastOf(attempts).steps.length > 0) && {
      steps: tests.flatMap(stepRows).slice(0, maxSteps),
    }),
    ...(consoleErrors.length > 0 && { console_errors: consoleErrors }),
    ...(failedRequests.length > 0 && { failed_requests: failedRequests }),
    ...(output !== '' && { output: short(output, 1000) }),
  }
}

function testRow(test: JourneyTestResult, index: number): TestRow {
  const attempt = mostInformativeAttempt(test)
  const met = test.outcome === 'flaky' ? test.attempts[0] : attempt
  return {
    test: index + 1,
    title: short(test.title, 100),
    status: statusOf(test, attempt),
    duration_ms: Math.round(Math.max(0, attempt.durationMs - attempt.launchMs)),
    line: test.line,
    ...(met?.error && { error: short(`${met.error.line ? `line ${met.error.line}: ` : ''}${met.error.message}`, 300) }),
  }
}

function statusOf({ outcome }: JourneyTestResult, { status }: AttemptOutput): TestRow['status'] {
  if (outcome === 'flaky' || outcome === 'skipped') return outcome
  if (outcome === 'expected') return 'passed'
  return status === 'failed' ? 'failed' : 'timed_out'
}

function stepRows(test: JourneyTestResult, index: number): JourneyStepRow[] {
  return mostInformativeAttempt(test).steps.map(({ title, durationMs, status }) => ({
    test: index + 1,
    title: short(title, 80),
    slug: stepSlug(title),
    status: status === 'passed' ? 'passed' : 'failed',
    duration_ms: Math.round(durationMs),
  }))
}

const short = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length).toWellFormed()}…` : text

/** The whole log in order, for details that do not fit in the evidence. */
export function journeyLog({ tests, errors, output, stderr }: JourneyOutput): string {
  const lines = tests.flatMap((test, index) => [
    `${index + 1}. ${test.title} (line ${test.line}): ${test.outcome}`,
    ...test.attempts.flatMap((attempt, tries) => attemptLines(attempt, tries)),
  ])
  const parts = [
    lines.join('\n'),
    ...errors.map(({ message, line }) => `${line === null ? 'Outside a test' : `Line ${line}`}: ${message}`),
    ...(output === '' ? [] : [`Printed by the script:\n${output}`]),
    ...(stderr === '' ? [] : [`Printed by Playwright Test:\n${stderr}`]),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function attemptLines({ status, durationMs, steps, error, observed }: AttemptOutput, tries: number): string[] {
  return [
    `   ${tries === 0 ? 'first attempt' : 'second attempt'}: ${status} after ${Math.round(durationMs)} ms`,
    ...steps.map((step) => `   - ${step.title}: ${step.status} after ${Math.round(step.durationMs)} ms`),
    ...(error ? [error.message] : []),
    ...(observed?.consoleErrorTexts ?? []).map((text) => `   console: ${text}`),
    ...(observed?.failedRequestTexts ?? []).map((text) => `   request: ${text}`),
  ]
}
