// Writes the report of a run as it happens, so that an aborted run still shows its progress.
import { renameSync, writeFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult, TestStep } from '@playwright/test/reporter'
import type { Observed } from './framework/watch.ts'
import {
  type Attempt,
  type ErrorText,
  type Step,
  type ScriptReport,
  type JourneyTestReport,
  reportFile,
} from './plan.ts'

// Checked when a script is saved, as far as it can be counted without running it.
const maxTests = 10
const maxAttempts = 2
const maxSteps = 100
const maxErrors = 5
// The server cuts them again after masking.
const maxTitle = 400
const maxError = 8000
const maxOutput = 100_000

export default class JourneyReporter implements Reporter {
  readonly #report: ScriptReport = { tests: [], errors: [], output: '', isOver: false }
  readonly #tests = new Map<TestCase, JourneyTestReport>()
  readonly #attempts = new Map<TestResult, Attempt>()
  readonly #steps = new Map<TestStep, Step>()

  /** Otherwise Playwright Test would add its own reporter. */
  printsToStdio(): boolean {
    return true
  }

  /** Ends the run before its first test if there are too many. */
  onBegin(_config: FullConfig, suite: Suite): void {
    const tests = suite.allTests()
    const excess = tests[maxTests]
    if (!excess) return
    const message = `the script declares ${tests.length} tests; it can have at most ${maxTests}`
    this.#report.errors.push(errorText({ message, location: excess.location }))
    this.onEnd()
    process.exit(1)
  }

  onTestBegin(test: TestCase, result: TestResult): void {
    const testReport = this.#reportOf(test)
    if (!testReport || testReport.attempts.length === maxAttempts) return
    const attempt: Attempt = { ...unknown, status: 'running', steps: [] }
    testReport.attempts.push(attempt)
    this.#attempts.set(result, attempt)
    this.#write()
  }

  onStepBegin(_test: TestCase, result: TestResult, step: TestStep): void {
    const steps = this.#attempts.get(result)?.steps
    if (step.category !== 'test.step' || !steps || steps.length === maxSteps) return
    const recorded: Step = { title: step.title.slice(0, maxTitle), durationMs: 0, status: 'running' }
    steps.push(recorded)
    this.#steps.set(step, recorded)
    this.#write()
  }

  onStepEnd(_test: TestCase, _result: TestResult, step: TestStep): void {
    const recorded = this.#steps.get(step)
    if (!recorded) return
    Object.assign(recorded, { durationMs: step.duration, status: step.error ? 'failed' : 'passed' })
    this.#write()
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const attempt = this.#attempts.get(result)
    const testReport = this.#reportOf(test)
    if (!attempt || !testReport) return
    testReport.outcome = test.outcome()
    Object.assign(attempt, {
      status: result.status,
      durationMs: result.duration,
      launchMs: launchMs(result.steps),
      error: result.error ? errorText(result.error) : null,
      observed: observedIn(result),
      screenshot: pathOf(result, 'screenshot'),
      trace: pathOf(result, 'trace'),
    })
    this.#write()
  }

  onError(error: TestError): void {
    if (this.#report.errors.length === maxErrors) return
    this.#report.errors.push(errorText(error))
    this.#write()
  }

  onStdOut(chunk: string | Buffer): void {
    this.#print(chunk)
  }

  onStdErr(chunk: string | Buffer): void {
    this.#print(chunk)
  }

  onEnd(): void {
    this.#report.isOver = true
    this.#write()
  }

  #print(chunk: string | Buffer): void {
    const left = maxOutput - this.#report.output.length
    if (left > 0) this.#report.output += stripVTControlCharacters(String(chunk).slice(0, left))
  }

  #reportOf(test: TestCase): JourneyTestReport | undefined {
    const known = this.#tests.get(test)
    if (known || this.#tests.size === maxTests) return known
    const title = test.titlePath().slice(3).join(' › ').slice(0, maxTitle)
    const testReport: JourneyTestReport = { title, line: test.location.line, outcome: 'unexpected', attempts: [] }
    this.#tests.set(test, testReport)
    this.#report.tests.push(testReport)
    return testReport
  }

  /** Atomic: a reader finds this report or the previous one. */
  #write(): void {
    writeFileSync(`${reportFile}.new`, JSON.stringify(this.#report))
    renameSync(`${reportFile}.new`, reportFile)
  }
}

const unknown = { durationMs: 0, launchMs: 0, error: null, observed: null, screenshot: null, trace: null }

const script = /script\.spec\.m?ts$/

function errorText({ message, value, location }: TestError): ErrorText {
  const text = stripVTControlCharacters(message ?? value ?? 'failed').slice(0, maxError)
  return { message: text, line: location && script.test(location.file) ? location.line : null }
}

function launchMs(steps: readonly TestStep[]): number {
  const launch = steps.find(({ title }) => title === 'Fixture "browser"')
  return launch ? launch.duration : steps.reduce((sum, step) => sum + launchMs(inHooks(step)), 0)
}

const inHooks = ({ category, steps }: TestStep): TestStep[] => (category === 'hook' ? steps : [])

function observedIn(result: TestResult): Observed | null {
  const body = result.attachments.find(({ name }) => name === 'observed')?.body
  return body ? (JSON.parse(body.toString()) as Observed) : null
}

function pathOf(result: TestResult, name: string): string | null {
  return result.attachments.find((attachment) => attachment.name === name)?.path ?? null
}
