import { z } from 'zod'
import { type ConfigOf, choice, flag, number, text } from '../../domain/field.ts'
import { defineCheck, metricsOf } from '../define.ts'
import { ipVersion } from '../fields.ts'
import { maxScriptBytes, readScript } from './script/read.ts'
import { aroundSeconds, run } from './journey/run.ts'
import { url } from '../targets.ts'
import { counted } from '../../domain/alerting/sentence.ts'

const metric = metricsOf('playwright')

const usualSeconds = 60
export const runtimes = ['2026.09'] as const

/** Passes for every page that loads. */
const sampleScript = [
  "import { test, expect } from '@playwright/test'",
  '',
  "test('the page loads', async ({ page }) => {",
  "  const response = await test.step('Open the page', () => page.goto(process.env.TARGET_URL!))",
  "  await test.step('It responds without an error', async () => {",
  '    expect(response!.status()).toBeLessThan(400)',
  '  })',
  "  // Next: await page.getByRole('link', { name: 'Sign in' }).click()",
  '})',
  '',
].join('\n')

const script = text({
  sample: sampleScript,
  help: 'Playwright Test script in TypeScript or JavaScript: 1 to 10 tests, at most 64 KB, variables in process.env',
  required: true,
  maxLength: maxScriptBytes,
})

const config = {
  // `readSteps` checks the length in bytes and names the line that exceeds it.
  script: { ...script, schema: z.string() },
  timeoutSeconds: number({
    help: 'Timeout of the whole journey in seconds; the plan sets the maximum',
    min: 10,
    max: 180,
    default: usualSeconds,
  }),
  retry: flag({
    help: 'Retry a failed test once in the same run; a test that then passes counts as flaky, not failed',
    default: true,
  }),
  trace: flag({ help: 'Store a trace of a failed run for 30 days', default: true }),
  runtime: choice(runtimes, { help: 'Versions of the browser and Playwright', default: '2026.09' }),
  ipVersion,
}

export type PlaywrightConfig = ConfigOf<typeof config>

export const playwright = defineCheck({
  type: 'playwright',
  title: 'Browser journey',
  category: 'web',
  summary: 'Runs a Playwright Test script in a sandboxed browser and stores screenshots and a trace if it fails.',
  target: url(['https', 'http'], {
    description: 'Start URL of the journey; the script reads it from process.env.TARGET_URL',
    examples: ['https://shop.example.com/'],
  }),
  recognizes: ({ url }) => url && { fit: 45, target: url.href },
  config,
  browser: { needed: 'always', overheadSeconds: aroundSeconds },
  receives: { variables: true },
  plan: {
    monthlyLimit: 'playwright_runs_per_month',
    demands: ({ timeoutSeconds = usualSeconds }) => ({ playwright_timeout_seconds: timeoutSeconds }),
  },
  minIntervalSeconds: 300,
  confirmation: { afterMs: 60_000 },
  metrics: [
    metric('failed_tests', {
      description: 'Tests that failed',
      unit: 'count',
      severity: 'critical',
      max: 10,
      cause: 'content',
      says: counted('test failed', 'tests failed', 'all tests passed'),
      diagnosis:
        'The evidence has the step, the error and a screenshot. ' +
        'Check whether the site or the script needs to change.',
    }),
    metric('duration_ms', {
      description: 'Time for the whole journey',
      unit: 'ms',
      says: 'the journey takes {}',
      diagnosis: 'The evidence has the time of each step: start with the slowest.',
    }),
    metric('console_errors', {
      description: 'Errors written to the console',
      unit: 'count',
      cause: 'content',
      says: counted(
        'error was written to the console',
        'errors were written to the console',
        'no error was written to the console',
      ),
      diagnosis:
        'Something on the pages is broken, even if the journey succeeds. ' +
        'Read the messages in the evidence and check what was deployed last.',
    }),
    metric('failed_requests', {
      description: 'Requests that failed',
      unit: 'count',
      cause: 'content',
      says: counted('request of the pages failed', 'requests of the pages failed', 'no request of the pages failed'),
      diagnosis: 'The evidence lists them. Check whether the last deployment lost files or another service is down.',
    }),
    metric('lcp_ms_max', {
      description: 'Slowest largest contentful paint of the visited pages',
      unit: 'ms',
      says: 'the slowest page shows its content after {}',
      diagnosis: 'Check what delays it: slow responses, large images, blocking scripts and fonts.',
    }),
    metric('cls_max', {
      description: 'Largest layout shift of the visited pages',
      unit: 'number',
      usual: '>',
      min: 0,
      max: 100,
      says: 'the layout shifts by up to {}',
      diagnosis: 'Content jumps while people read. Set a size for images, ads and embedded content before they load.',
    }),
    metric('flaky', {
      description: 'Tests that passed only on retry',
      unit: 'count',
      max: 10,
      says: counted('test passed only on retry', 'tests passed only on retry', 'all tests passed on the first attempt'),
      diagnosis:
        'The site or the script is unstable. Check the first attempts in the evidence before it fails for good.',
    }),
    metric('script_error', {
      description: 'Script itself could not be run (1 yes)',
      unit: 'flag',
      usual: '>',
      severity: 'critical',
      says: { yes: 'the script could not be run', no: 'the script could be run' },
      diagnosis: {
        yes: 'Nothing was tested. The evidence has the error: correct the script, and try it before you save it.',
      },
    }),
    metric('step.<slug>.duration_ms', {
      description: "Time for one step; the name comes from the step's title",
      unit: 'ms',
      says: 'the step {slug} takes {}',
      diagnosis: 'This step is slower than it should be. Check the pages it opens and what they wait for.',
    }),
  ],
  diagnoses: {
    timeout:
      'The journey did not finish in time. Check the step and the screenshot: the page may wait for another ' +
      'service.',
    content:
      'The journey found something the script does not expect. ' +
      'Check the step, the error and the screenshot in the evidence.',
  },
  defaultRules: [
    {
      name: 'Journey failed',
      metric: "metrics['playwright.failed_tests']",
      operator: '>',
      value: '0',
      severity: 'critical',
      failureThreshold: 2,
    },
  ],
  async readSteps({ script = '' }) {
    const { problems, steps } = await readScript(script)
    return {
      problems: problems.map(({ line, message }) => `script: line ${line}: ${message}`),
      slugs: [...new Set(steps.map(({ slug }) => slug))],
    }
  },
  run,
})
