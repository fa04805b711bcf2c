import { z } from 'zod'
import { choice, flag, number, text } from '../../domain/field.ts'
import { defineCheck, metricsOf } from '../define.ts'
import { ipVersion } from '../fields.ts'
import { maxScriptBytes, readScript } from './playwright-script.ts'
import { url } from '../targets.ts'

const metric = metricsOf('playwright')

const script = text({
  help: 'Playwright Test script in TypeScript or JavaScript: 1 to 10 tests, at most 64 KB, variables in process.env',
  required: true,
  maxLength: maxScriptBytes,
})

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
  config: {
    // Its length is judged in bytes, with the line that goes too far, by `readSteps`.
    script: { ...script, schema: z.string() },
    timeoutSeconds: number({
      help: 'Seconds before the whole journey gives up, capped by the plan',
      min: 10,
      max: 180,
      default: 60,
    }),
    retry: flag({
      help: 'Try a failed test once more in the same run; one that then passes is flaky, not failed',
      default: true,
    }),
    trace: flag({ help: 'Keep a trace of a failed run for 30 days', default: true }),
    runtime: choice(['2026.09'], { help: 'Version of the browser and of Playwright', default: '2026.09' }),
    ipVersion,
  },
  minIntervalSeconds: 300,
  confirmAfterMs: 60_000,
  metrics: [
    metric('failed_tests', {
      description: 'Tests that failed',
      unit: 'count',
      usual: '>',
      severity: 'critical',
      max: 10,
    }),
    metric('duration_ms', { description: 'Time for the whole journey', unit: 'ms', usual: '>' }),
    metric('console_errors', { description: 'Errors written to the console', unit: 'count', usual: '>' }),
    metric('failed_requests', { description: 'Requests that failed', unit: 'count', usual: '>' }),
    metric('lcp_ms_max', {
      description: 'Slowest largest contentful paint of the pages visited',
      unit: 'ms',
      usual: '>',
    }),
    metric('cls_max', {
      description: 'Largest layout shift of the pages visited',
      unit: 'number',
      usual: '>',
      min: 0,
      max: 100,
    }),
    metric('flaky', { description: 'Tests that passed only when tried again', unit: 'count', usual: '>', max: 10 }),
    metric('script_error', {
      description: 'Script itself could not be run (1 yes)',
      unit: 'flag',
      usual: '>',
      severity: 'critical',
    }),
    metric('step.<slug>.duration_ms', {
      description: 'Time for one step, named after its title',
      unit: 'ms',
      usual: '>',
    }),
  ],
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
})
