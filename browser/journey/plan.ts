// The files that the program and its runner exchange: the plan, and the report.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { launchOptions } from '../shared/chromium.ts'
import type { Time } from './framework/time.ts'
import type { Observed } from './framework/watch.ts'

export const folder = join(tmpdir(), 'journey')
export const planFile = join(folder, 'plan.json')
export const reportFile = join(folder, 'report.json')

/** Time limit from the start of the program to the first test. */
export const startMs = 30_000

export interface Plan {
  readonly folder: string
  readonly targetUrl: string | undefined
  readonly retry: boolean
  readonly trace: boolean
  readonly time: Time
  readonly launchOptions: ReturnType<typeof launchOptions>
}

/** The report so far. */
export interface ScriptReport {
  tests: JourneyTestReport[]
  /** Errors of the script outside of any test. */
  errors: ErrorText[]
  /** What the script printed. */
  output: string
  isOver: boolean
}

export interface JourneyTestReport {
  title: string
  line: number
  outcome: 'skipped' | 'expected' | 'unexpected' | 'flaky'
  attempts: Attempt[]
}

export interface Attempt {
  status: 'passed' | 'failed' | 'timedOut' | 'skipped' | 'interrupted' | 'running'
  durationMs: number
  /** The time of starting the browser. */
  launchMs: number
  error: ErrorText | null
  steps: Step[]
  observed: Observed | null
  screenshot: string | null
  trace: string | null
}

export interface Step {
  title: string
  durationMs: number
  status: 'passed' | 'failed' | 'running'
}

export interface ErrorText {
  message: string
  /** Of the script. */
  line: number | null
}
