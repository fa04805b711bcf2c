import { buffer, text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { ZipFile } from 'yazl'
import { answering, attempt, failedAttempt, passedTest, journeyOutput } from '../../../../test/kit/browser/journeys.ts'
import { script } from '../../../../test/kit/resources/monitors.ts'
import { runCheck } from '../../../../test/kit/checks/run-check.ts'
import type { Browsers } from '../../../browsers/index.ts'
import { noBrowsers } from '../../../browsers/missing.ts'
import { playwright } from '../playwright.ts'

const secret = 'hunter-22'
const variables = { SHOP_PASSWORD: secret }

const walk = (browsers: Browsers, config = {}, deadlineMs = 120_000) =>
  runCheck(playwright, 'https://shop.test/', { browsers, variables, deadlineMs, config: { script, ...config } })

const failed = (message: string) => ({
  ...passedTest,
  outcome: 'unexpected' as const,
  attempts: [failedAttempt(message)],
})

async function zipped(content: string): Promise<Buffer> {
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from(content), '0-trace.trace')
  zip.end()
  return buffer(zip.outputStream)
}

async function unzipped(bytes: Buffer): Promise<string> {
  const zip = await fromBufferPromise(bytes)
  for await (const entry of zip.eachEntry()) return text(await zip.openReadStreamPromise(entry))
  return ''
}

describe('a journey', () => {
  it('gets its script, its target, the variables of its organization, and less time than its check', async () => {
    const browsers = answering({ output: journeyOutput({ tests: [passedTest] }) })
    expect(await walk(browsers, { timeoutSeconds: 20, retry: false })).toMatchObject({ success: true, error: null })
    expect(browsers.requested).toMatchObject([
      {
        name: 'journey',
        input: { script, isModule: false, retry: false, trace: true, timeoutMs: 20_000 },
        env: { ...variables, TARGET_URL: 'https://shop.test/' },
      },
    ])
    expect(browsers.requested[0]!.deadlineMs).toBeLessThan(120_000)
  })

  it('with top-level await runs as a module', async () => {
    const browsers = answering({ output: journeyOutput({ tests: [passedTest] }) })
    await walk(browsers, { script: "const { test } = await import('@playwright/test')\ntest('a', async () => {})" })
    expect(browsers.requested[0]!.input).toMatchObject({ isModule: true })
  })

  it('that passes keeps only its metrics', async () => {
    const files = [{ name: 'screenshot-1.png', bytes: Buffer.from('picture') }]
    const outcome = await walk(answering({ output: journeyOutput({ tests: [passedTest] }), files }))
    expect(outcome).toMatchObject({
      success: true,
      metrics: { 'playwright.step.log_in.duration_ms': 700 },
      artifacts: [],
    })
  })

  it('that fails keeps a screenshot, a trace and a log, all without variables', async () => {
    const basic = Buffer.from(`me:${secret}`).toString('base64')
    const said = `${secret} ${encodeURIComponent(secret)} ${basic}`
    const steps = [{ title: `Log in with ${secret}`, durationMs: 5, status: 'failed' as const }]
    const observed = {
      ...attempt().observed!,
      consoleErrorTexts: [said],
      failedRequestTexts: [`GET /?p=${secret}: 404`],
    }
    const test = { ...failed(`Error: ${said}`), title: `As ${secret}` }
    test.attempts = [failedAttempt(`Error: ${said}`, { steps, observed })]
    const files = [
      { name: 'screenshot-1.png', bytes: Buffer.from('picture') },
      { name: 'trace-1.zip', bytes: await zipped(said) },
      { name: '../../etc/passwd', bytes: Buffer.from('?') },
    ]
    const output = journeyOutput({ tests: [test], output: said, stderr: said })
    const { artifacts = [], ...outcome } = await walk(answering({ output, files }))
    expect(artifacts.map(({ kind, name, contentType }) => [kind, name, contentType])).toEqual([
      ['screenshot', 'screenshot-1.png', 'image/png'],
      ['trace', 'trace-1.zip', 'application/zip'],
      ['log', 'journey.log', 'text/plain'],
    ])
    const kept = `${JSON.stringify(outcome)} ${artifacts[2]!.bytes.toString()} ${await unzipped(artifacts[1]!.bytes)}`
    expect(kept).toContain('[redacted]')
    expect(kept).not.toContain(secret)
    expect(kept).not.toContain(basic.slice(-8))
  })

  it('leaves no half of a variable where a text was cut', async () => {
    const message = `${'x'.repeat(8000 - 5)}${secret.slice(0, 5)}`
    const outcome = await walk(answering({ output: journeyOutput({ tests: [failed(message)] }) }))
    expect(JSON.stringify(outcome)).not.toContain(secret.slice(0, 5))
  })

  it('that is flaky keeps a screenshot and no trace', async () => {
    const attempts = [failedAttempt('Error: no'), attempt()]
    const files = [
      { name: 'screenshot-1.png', bytes: Buffer.from('picture') },
      { name: 'trace-1.zip', bytes: await zipped('') },
    ]
    const outcome = await walk(
      answering({ output: journeyOutput({ tests: [{ ...passedTest, outcome: 'flaky', attempts }] }), files }),
    )
    expect(outcome).toMatchObject({ success: true, evidence: { status: 'flaky' }, metrics: { 'playwright.flaky': 1 } })
    expect(outcome.artifacts?.map(({ kind }) => kind)).toEqual(['screenshot', 'log'])
  })

  it('with an invalid trace keeps the rest, and says so', async () => {
    const files = [{ name: 'trace-1.zip', bytes: Buffer.from('no zip') }]
    const outcome = await walk(answering({ output: journeyOutput({ tests: [failed('Error: no')] }), files }))
    expect(outcome).toMatchObject({
      cause: 'content',
      evidence: { not_kept: ['trace-1.zip: could not be read'] },
    })
    expect(outcome.artifacts?.map(({ kind }) => kind)).toEqual(['log'])
  })

  it('with a trace over the limit keeps the rest, and says so', async () => {
    const tooLarge = [{ name: 'trace-1.zip', bytes: 31 * 1024 * 1024 }]
    const outcome = await walk(answering({ output: journeyOutput({ tests: [failed('Error: no')], tooLarge }) }))
    expect(outcome.evidence).toMatchObject({ not_kept: ['trace-1.zip: too large (31 MB; one run keeps 24 MB)'] })
  })

  it.each([
    ['deadline', 'timeout', 'timed_out'],
    ['memory', 'other', 'failed'],
    ['disk', 'other', 'failed'],
  ] as const)('that was ended for its %s has failed', async (ended, cause, status) => {
    expect(await walk(answering({ ended }))).toMatchObject({
      success: false,
      cause,
      metrics: { 'playwright.failed_tests': 1 },
      evidence: { status },
    })
  })
})

describe('a local fault opens no incident', () => {
  it('if there is no browser', async () => {
    const outcome = await walk(noBrowsers('this location has no browser: there is no bubblewrap'))
    expect(outcome).toMatchObject({
      infrastructure: true,
      error: expect.stringContaining('no bubblewrap'),
      metrics: {},
    })
  })

  it('if a browser without enough CPU time fails', async () => {
    const ours = { infrastructure: true, error: expect.stringContaining('got 7 % of the CPU time'), metrics: {} }
    expect(await walk(answering({ ended: 'deadline', processorShare: 0.07 }))).toMatchObject(ours)
    const output = journeyOutput({ tests: [failed('Error: Timeout 5000ms exceeded')] })
    expect(await walk(answering({ output, processorShare: 0.07 }))).toMatchObject(ours)
    expect(await walk(answering({ output, processorShare: 0.7 }))).toMatchObject({ success: false, cause: 'timeout' })
    expect(
      await walk(answering({ output: journeyOutput({ tests: [passedTest] }), processorShare: 0.07 })),
    ).toMatchObject({
      success: true,
    })
  })

  const test = passedTest
  it.each([
    ['nothing', undefined],
    ['text', 'passed'],
    ['more tests than a script has', journeyOutput({ tests: Array.from({ length: 21 }, () => test) })],
    ['endless text', journeyOutput({ output: 'x'.repeat(100_001) })],
    ['a figure that is none', journeyOutput({ tests: [{ ...test, line: Number.NaN }] })],
    ['more than was asked for', { ...journeyOutput({ tests: [test] }), remember: { all: 'this' } }],
  ])('if the program outputs %s', async (_, output) => {
    expect(await walk(answering({ output }))).toMatchObject({ infrastructure: true, metrics: {}, evidence: null })
  })
})
