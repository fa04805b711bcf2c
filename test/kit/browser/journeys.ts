// What the program that walks journeys tells of them, without walking one.
import type { BrowserProgram, Browsers, ProgramResult } from '../../../src/browsers/index.ts'
import type { AttemptOutput, JourneyOutput, JourneyTestResult } from '../../../src/checks/browser/journey/answer.ts'

export const journeyOutput = (more: Partial<JourneyOutput>): JourneyOutput => ({
  tests: [],
  errors: [],
  output: '',
  stderr: '',
  isOver: true,
  isOutOfTime: false,
  tooLarge: [],
  ...more,
})

export const attempt = (more: Partial<AttemptOutput> = {}): AttemptOutput => ({
  status: 'passed',
  durationMs: 3500,
  launchMs: 1000,
  error: null,
  steps: [{ title: 'Log in', durationMs: 700, status: 'passed' }],
  observed: {
    consoleErrors: 1,
    consoleErrorTexts: ['oops'],
    failedRequests: 2,
    failedRequestTexts: ['GET https://shop.test/a: 404', 'GET https://shop.test/b: 500'],
    lcpMs: 900,
    cls: 0.1,
  },
  ...more,
})

export const failedAttempt = (message: string, more: Partial<AttemptOutput> = {}): AttemptOutput =>
  attempt({ status: 'failed', error: { message, line: 9 }, ...more })

export const passedTest: JourneyTestResult = {
  title: 'Buys a duck',
  line: 5,
  outcome: 'expected',
  attempts: [attempt()],
}

/** A box that answers this, whatever it is asked. */
export function answering(answer: Partial<ProgramResult>): Browsers & { requested: BrowserProgram[] } {
  const requested: BrowserProgram[] = []
  return {
    missing: null,
    requested,
    run: async (program) => {
      requested.push(program)
      return { output: null, files: [], ended: null, processorShare: null, ...answer }
    },
  }
}
