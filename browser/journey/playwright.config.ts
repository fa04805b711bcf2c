// Configures Playwright Test for a journey: one browser, one test after the other, within the remaining time.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { type Plan, planFile, startMs } from './plan.ts'

const plan = JSON.parse(readFileSync(planFile, 'utf8')) as Plan
const usualTestMs = 30_000

export default defineConfig({
  testDir: plan.folder,
  testMatch: /script\.spec\.m?ts$/,
  outputDir: `${plan.folder}/results`,
  workers: 1,
  retries: plan.retry ? 1 : 0,
  timeout: usualTestMs,
  globalTimeout: startMs + plan.time.timeoutMs,
  metadata: { time: plan.time },
  reporter: [[fileURLToPath(new URL('./reporter.ts', import.meta.url))]],
  use: {
    browserName: 'chromium',
    headless: true,
    launchOptions: plan.launchOptions,
    proxy: plan.launchOptions.proxy,
    ...(plan.targetUrl && { baseURL: plan.targetUrl }),
    screenshot: 'only-on-failure',
    trace: plan.trace
      ? { mode: 'retain-on-failure', screenshots: true, snapshots: true, sources: true, attachments: false }
      : 'off',
  },
})
