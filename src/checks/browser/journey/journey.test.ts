import { describe, expect, it } from 'vitest'
import { attempt, failedAttempt, passedTest, journeyOutput } from '../../../../test/kit/browser/journeys.ts'
import { journeyEvidence, journeyLog } from './evidence.ts'
import { type JourneyOutput } from './answer.ts'
import { journeyOf, measureJourney } from './journey.ts'

const failing = (message: string, more = {}) =>
  journeyOutput({ tests: [{ ...passedTest, outcome: 'unexpected', attempts: [failedAttempt(message, more)] }] })
const measured = (answer: JourneyOutput) => measureJourney(answer, journeyOf(answer))
const shown = (answer: JourneyOutput) => journeyEvidence(answer, journeyOf(answer))

describe('a journey', () => {
  it('that passes has no problem and all metrics', () => {
    const answer = journeyOutput({ tests: [passedTest, passedTest] })
    expect(journeyOf(answer)).toEqual({ status: 'passed', isScriptBroken: false, failedTests: 0, problem: null })
    expect(measured(answer)).toEqual({
      failed_tests: 0,
      script_error: 0,
      flaky: 0,
      duration_ms: 5000,
      console_errors: 2,
      failed_requests: 4,
      lcp_ms_max: 900,
      cls_max: 0.1,
      'step.log_in.duration_ms': 700,
    })
  })

  it('that fails names the test, the step, the line and the error', () => {
    const message =
      'Error: expect(locator).toHaveText(expected) failed\n\nExpected: "Thanks"\nReceived: "Oops"\n\nCall log:\n  - waiting'
    const steps = [
      { title: 'Log in', durationMs: 700, status: 'passed' as const },
      { title: 'Pay', durationMs: 300, status: 'failed' as const },
    ]
    const answer = failing(message, { steps })
    expect(journeyOf(answer)).toMatchObject({
      status: 'failed',
      failedTests: 1,
      problem: {
        cause: 'content',
        message:
          '“Buys a duck”, step “Pay”, line 9: Error: expect(locator).toHaveText(expected) failed Expected: "Thanks" Received: "Oops"',
      },
    })
    expect(measured(answer)).not.toHaveProperty('step.pay.duration_ms')
    expect(shown(answer)).toMatchObject({
      status: 'failed',
      error: message,
      tests: [{ test: 1, title: 'Buys a duck', status: 'failed', line: 5, error: expect.stringContaining('line 9: ') }],
      steps: [
        { test: 1, slug: 'log_in', status: 'passed', duration_ms: 700 },
        { test: 1, slug: 'pay', status: 'failed', duration_ms: 300 },
      ],
      console_errors: ['oops'],
    })
    expect(journeyLog(answer)).toContain('- Pay: failed after 300 ms')
  })

  it.each([
    ['page.goto: net::ERR_NAME_NOT_RESOLVED at https://shop.test/', 'dns'],
    ['page.goto: net::ERR_TUNNEL_CONNECTION_FAILED at https://shop.test/', 'connect'],
    ['page.goto: net::ERR_CERT_DATE_INVALID at https://shop.test/', 'tls'],
    ['page.click: Timeout 5000ms exceeded.', 'timeout'],
    ['expect(received).toBe(expected)', 'content'],
  ])('that fails with %s has the cause %s', (message, cause) => {
    expect(journeyOf(failing(message)).problem?.cause).toBe(cause)
  })

  it('that passes on a retry is flaky, not failed, and shows the first error', () => {
    const attempts = [failedAttempt('Error: no duck'), attempt({ status: 'passed' })]
    const answer = journeyOutput({ tests: [{ ...passedTest, outcome: 'flaky', attempts }] })
    expect(journeyOf(answer)).toMatchObject({ status: 'flaky', failedTests: 0, problem: null })
    expect(measured(answer)).toMatchObject({ failed_tests: 0, flaky: 1 })
    expect(shown(answer)).toMatchObject({ tests: [{ status: 'flaky', error: 'line 9: Error: no duck' }] })
  })

  it('that times out has failed, and shows the error of an earlier attempt', () => {
    const attempts = [failedAttempt('Error: no duck'), attempt({ status: 'running', observed: null })]
    const tests = [{ ...passedTest, outcome: 'unexpected' as const, attempts }]
    const answer = journeyOutput({ tests, isOver: false, isOutOfTime: true })
    expect(journeyOf(answer)).toMatchObject({
      status: 'timed_out',
      failedTests: 1,
      problem: { cause: 'timeout', message: expect.stringMatching(/^the journey did not finish in time: .*no duck/) },
    })
    expect(journeyOf(journeyOutput({ isOver: false, isOutOfTime: true }))).toMatchObject({
      status: 'timed_out',
      failedTests: 1,
    })
    expect(journeyOf(journeyOutput({ tests: [passedTest], isOutOfTime: true })).status).toBe('passed')
  })

  it('that times out on a retry shows what the first attempt waited for', () => {
    const waited = failedAttempt('Test timeout of 9000ms exceeded.', { status: 'timedOut', durationMs: 9000 })
    const cut = failedAttempt('Test timeout of 1ms exceeded.', { status: 'timedOut', durationMs: 20 })
    const tests = [{ ...passedTest, outcome: 'unexpected' as const, attempts: [waited, cut] }]
    expect(journeyOf(journeyOutput({ tests, isOutOfTime: true })).problem?.message).toMatch(/9000ms/)
  })

  it('with a broken script has tested nothing, and says so', () => {
    const answer = journeyOutput({ errors: [{ message: 'Error: broken at import', line: 3 }] })
    expect(journeyOf(answer)).toMatchObject({
      status: 'failed',
      isScriptBroken: true,
      problem: { cause: 'content', message: 'the script could not be run (line 3): Error: broken at import' },
    })
    expect(measured(answer)).toEqual({ failed_tests: 1, script_error: 1, flaky: 0 })
    expect(journeyOf(journeyOutput({})).problem?.message).toBe('the script could not be run: no test was found')
  })

  it('that fails outside of its tests has failed', () => {
    const answer = journeyOutput({ tests: [passedTest], errors: [{ message: 'Error: in afterAll', line: 20 }] })
    expect(journeyOf(answer)).toMatchObject({ status: 'failed', failedTests: 1, problem: { cause: 'content' } })
  })

  it('that opens no page measures none', () => {
    const observed = { ...passedTest.attempts[0]!.observed!, lcpMs: null, cls: null }
    const { lcp_ms_max, cls_max } = measured(
      journeyOutput({ tests: [{ ...passedTest, attempts: [attempt({ observed })] }] }),
    )
    expect([lcp_ms_max, cls_max].some(Number.isFinite)).toBe(false)
  })

  it('has a limited number of steps, and the longest of those with the same title', () => {
    const step = (title: string, durationMs: number) => ({ title, durationMs, status: 'passed' as const })
    const steps = [
      step('Pay', 5),
      step('pay', 9),
      step('PAY!', 7),
      ...Array.from({ length: 90 }, (_, n) => step(`${n}`, n)),
    ]
    const figures = measured(journeyOutput({ tests: [{ ...passedTest, attempts: [attempt({ steps })] }] }))
    expect(figures['step.pay.duration_ms']).toBe(9)
    expect(Object.keys(figures).filter((key) => key.startsWith('step.'))).toHaveLength(50)
  })
})
