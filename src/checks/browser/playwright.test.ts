import { expect, it } from 'vitest'
import { tryCatalogEntry } from '../../../test/kit/checks/catalog.ts'
import { findMetric } from '../../domain/metric.ts'
import { playwright } from './playwright.ts'

const script = `import { test, expect } from '@playwright/test'

test('a guest can open the shop', async ({ page }) => {
  await page.goto(process.env.TARGET_URL!)
  await expect(page.getByRole('heading')).toBeVisible()
})
`

it('offers a valid script as default', async () => {
  const { sample } = playwright.config['script']!.notes.form
  expect(await playwright.readSteps({ script: sample })).toEqual({
    problems: [],
    slugs: ['open_the_page', 'it_responds_without_an_error'],
  })
})

tryCatalogEntry(playwright, {
  base: { script },
  targets: {
    accepted: ['http://localhost:3000/', 'https://example.com/login?next=%2F'],
    refused: [
      ['shop.example.com', 'must be a https:// or http:// URL'],
      ['file:///etc/passwd', 'must be a https:// or http:// URL'],
    ],
  },
  config: {
    script: {
      accept: [script, "const { test } = require('@playwright/test')\ntest('a', async () => {})"],
      reject: [
        [['test'], 'config.script: Expected string, received array'],
        ['', 'config.script: line 1: has no test'],
        [`${script}\nlet = 1 +`, 'config.script: line 8: syntax error: Unexpected token'],
        [script.replace('@playwright/test', 'puppeteer'), 'config.script: line 1: cannot import "puppeteer"'],
        [
          `${script}${"test('x', async () => {})\n".repeat(10)}`,
          'config.script: line 16: is test 11; a script can have at most 10',
        ],
        [`${script}//${'x'.repeat(65_536)}`, 'config.script: line 7: is larger than the 64 KB a script can have'],
      ],
    },
    timeoutSeconds: {
      accept: [10, 180],
      reject: [
        [9, 'greater than or equal to 10'],
        [181, 'less than or equal to 180'],
        [30.5, 'Expected integer'],
      ],
    },
    retry: { accept: [true, false], reject: [[2, 'config.retry: Expected boolean, received number']] },
    trace: { accept: [true, false], reject: [['on', 'config.trace: Expected boolean, received string']] },
    runtime: { accept: ['2026.09'], reject: [['2024.01', 'config.runtime: Invalid value. Allowed values: 2026.09']] },
    ipVersion: { accept: ['any', 'ip4', 'ip6'], reject: [['4', 'Allowed values: any, ip4, ip6']] },
  },
  combinations: {
    reject: [
      [{}, 'config.script: Required'],
      [{ script, expiryReminderDays: [7] }, 'config.expiryReminderDays: unsupported field'],
    ],
  },
  rules: [[{ script }, ["Journey failed: metrics['playwright.failed_tests'] > 0 critical"]]],
  metrics: [
    "metrics['playwright.failed_tests']",
    "metrics['playwright.duration_ms']",
    "metrics['playwright.console_errors']",
    "metrics['playwright.failed_requests']",
    "metrics['playwright.lcp_ms_max']",
    "metrics['playwright.cls_max']",
    "metrics['playwright.flaky']",
    "metrics['playwright.script_error']",
    "metrics['playwright.step.<slug>.duration_ms']",
  ],
})

it('names every problem of a script, in the order of its lines', async () => {
  const broken = "import fs from 'fs'\nimport { chromium } from 'playwright'\nconst lodash = require('lodash')\n"
  expect((await playwright.readSteps({ script: broken })).problems).toEqual([
    expect.stringMatching(/^script: line 1: has no test/),
    expect.stringMatching(/^script: line 2: cannot import "playwright"/),
    expect.stringMatching(/^script: line 3: cannot import "lodash"/),
  ])
})

it('accepts a rule on any step by its slug', () => {
  const find = (step: string) => findMetric(playwright.metrics, `metrics['playwright.step.${step}.duration_ms']`)
  expect(find('log_in')).toMatchObject({ key: 'playwright.step.log_in.duration_ms', unit: 'ms' })
  expect(find('Log in')).toBeUndefined()
})

it('fails a journey after two runs in a row and runs at most every five minutes', () => {
  expect(playwright.defaultRules).toEqual([expect.objectContaining({ failureThreshold: 2 })])
  expect(playwright.minIntervalSeconds).toBe(300)
})
