import lighthouse, { type Flags, type RunnerResult, desktopConfig } from 'lighthouse'
import type { Browser, Page } from 'puppeteer-core'
import { type Arrival, watchArrival } from '../shared/arrival.ts'
import { type SentAlong, sendToOwnOrigin } from '../shared/own-origin.ts'
import { pictureOf } from '../shared/open-browser.ts'

export interface AuditInput extends SentAlong {
  readonly url: string
  readonly device: 'mobile' | 'desktop'
  readonly categories: readonly string[]
  readonly throttling: 'simulated' | 'devtools' | 'none'
  readonly blockedUrlPatterns: readonly string[]
  readonly locale: string
  readonly runs: number
  readonly captureScreenshot: boolean
  readonly captureReport: boolean
  /** Time limit for all runs together. */
  readonly budgetMs: number
  /** How long a page may load before it is audited as it is. */
  readonly loadMs: number
}

export type Audited = AuditedPage | UnauditedPage

export interface AuditedPage {
  readonly arrival: Arrival
  readonly result: RunnerResult
}

export interface UnauditedPage {
  readonly arrival: Arrival
  readonly result: null
  /** The result of Lighthouse; null when there was no page to audit. */
  readonly problem: { readonly code: string; readonly message: string } | null
  readonly picture: Uint8Array | null
}

export async function auditPage(browser: Browser, input: AuditInput): Promise<Audited> {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  const arrival = watchArrival(page, input.loadMs)
  await sendToOwnOrigin(page, input.url, input)
  const config = input.device === 'desktop' ? desktopConfig : undefined
  const audit = lighthouse(input.url, flagsOf(input), config, page)
  // Lighthouse waits for a page that never loads, and fails when the page is closed.
  const result = (await Promise.race([audit, arrival.turnedAway])) ?? null
  audit.catch(() => undefined)
  const error = result?.lhr.runtimeError
  if (result && !error) {
    await context.close()
    return { arrival: arrival.now(), result }
  }
  const picture = arrival.now().status !== null && input.captureScreenshot ? await lastPicture(page) : null
  const problem = error ? { code: error.code, message: error.message } : null
  return { arrival: arrival.now(), result: null, problem, picture }
}

const maxPictureMs = 8000

/** The text shown instead of the page. */
async function lastPicture(page: Page): Promise<Uint8Array | null> {
  const tooLate = new Promise<null>((resolve) => void setTimeout(resolve, maxPictureMs, null).unref())
  const loaded = page.waitForFunction(() => location.href !== 'about:blank' && document.readyState === 'complete')
  return Promise.race([loaded.then(() => pictureOf(page)).catch(() => null), tooLate])
}

const throttlingMethods = { simulated: 'simulate', devtools: 'devtools', none: 'provided' } as const
// Measured for every page, whichever categories are scored.
const alwaysAudited = [
  'metrics',
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
  'speed-index',
  'interactive',
  'network-requests',
  'errors-in-console',
  'dom-size-insight',
  'is-on-https',
]

function flagsOf(input: AuditInput): Flags {
  const { categories, locale, throttling, blockedUrlPatterns, loadMs, captureScreenshot } = input
  return {
    logLevel: 'silent',
    onlyCategories: categories.map((category) => category.replace('_', '-')),
    onlyAudits: alwaysAudited,
    throttlingMethod: throttlingMethods[throttling],
    blockedUrlPatterns: [...blockedUrlPatterns],
    locale: locale as NonNullable<Flags['locale']>,
    maxWaitForFcp: loadMs,
    maxWaitForLoad: loadMs,
    disableFullPageScreenshot: !captureScreenshot,
  }
}
