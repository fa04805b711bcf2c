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

const script = text({
  help: 'Playwright Test script in TypeScript or JavaScript: 1 to 10 tests, at most 64 KB, variables in process.env',
  required: true,
  maxLength: maxScriptBytes,
})

const config = {
  // Its length is judged in bytes, with the line that goes too far, by `readSteps`.
  script: { ...script, schema: z.string() },
  timeoutSeconds: number({
    help: 'Seconds before the whole journey gives up, capped by the plan',
    min: 10,
    max: 180,
    default: usualSeconds,
  }),
  retry: flag({
    help: 'Try a failed test once more in the same run; one that then passes is flaky, not failed',
    default: true,
  }),
  trace: flag({ help: 'Keep a trace of a failed run for 30 days', default: true }),
  runtime: choice(runtimes, { help: 'Version of the browser and of Playwright', default: '2026.09' }),
  ipVersion,
}

export type PlaywrightConfig = ConfigOf<typeof config>

export const playwright = defineCheck({
  type: 'playwright',
  title: 'Browser journey',
  category: 'web',
  summary:
    'Runs a Playwright Test script step by step in a sandboxed browser and keeps screenshots and a trace when it fails.',
  target: url(['https', 'http'], {
    description: 'Where the journey starts; the script reads it as process.env.TARGET_URL',
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
      usual: '>',
      severity: 'critical',
      max: 10,
      cause: 'content',
      says: counted('test failed', 'tests failed', 'all tests passed'),
      diagnosis:
        'The evidence has the step, the error and a picture of the page. See whether the site or only the script has to change.',
    }),
    metric('duration_ms', {
      description: 'Time for the whole journey',
      unit: 'ms',
      usual: '>',
      says: 'the journey takes {}',
      diagnosis: 'The evidence has the time of each step: begin with the slowest.',
    }),
    metric('console_errors', {
      description: 'Errors written to the console',
      unit: 'count',
      usual: '>',
      cause: 'content',
      says: counted(
        'error was written to the console',
        'errors were written to the console',
        'no error was written to the console',
      ),
      diagnosis:
        'Something in the pages is broken, even if the journey goes through. Read the messages in the evidence, and see what was deployed last.',
    }),
    metric('failed_requests', {
      description: 'Requests that failed',
      unit: 'count',
      usual: '>',
      cause: 'content',
      says: counted('request of the pages failed', 'requests of the pages failed', 'no request of the pages failed'),
      diagnosis:
        'The evidence lists them. See whether files were lost in the last deployment, or somebody else is down.',
    }),
    metric('lcp_ms_max', {
      description: 'Slowest largest contentful paint of the pages visited',
      unit: 'ms',
      usual: '>',
      says: 'the slowest page shows its content after {}',
      diagnosis:
        'Look at what the browser waits for before it: slow answers, large images, and scripts and fonts that block.',
    }),
    metric('cls_max', {
      description: 'Largest layout shift of the pages visited',
      unit: 'number',
      usual: '>',
      min: 0,
      max: 100,
      says: 'the layout shifts by up to {}',
      diagnosis: 'Things jump while people read. Give images, ads and embedded parts a size before they load.',
    }),
    metric('flaky', {
      description: 'Tests that passed only when tried again',
      unit: 'count',
      usual: '>',
      max: 10,
      says: counted(
        'test passed only when tried again',
        'tests passed only when tried again',
        'all tests passed at the first try',
      ),
      diagnosis:
        'The site or the script is not steady. Look at the first tries in the evidence before it fails for good.',
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
      description: 'Time for one step, named after its title',
      unit: 'ms',
      usual: '>',
      says: 'the step {slug} takes {}',
      diagnosis: 'This step is slower than it should be. Look at the pages it opens and at what they wait for.',
    }),
  ],
  diagnoses: {
    timeout:
      'The journey did not end in time. The evidence has the step and a picture: the page may wait for somebody who does not answer.',
    content:
      'The journey met something else than the script expects. Look at the step, the error and the picture in the evidence.',
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
