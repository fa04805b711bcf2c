// Tabs of one browser per worker. One stays open for the next test: loading the dashboard again costs five times as
// much as using it again.
import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, type Page, chromium } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { leaveScreen } from './dashboard.ts'

// Debian's chromium without the windows around its pages, which cost a quarter of the whole.
const program = '/usr/bin/chromium-headless-shell'
const patienceMs = 180_000

/** `describe.skipIf(!hasBrowser)`: on CI a missing browser fails the gate before any test runs. */
export const hasBrowser = existsSync(program)

interface Wanted {
  readonly baseURL: string
  readonly locale: string
  /** Who is signed in, in a dashboard that may stay open. */
  readonly visitor?: string
}

interface Tab extends Wanted {
  readonly context: BrowserContext
  readonly page: Page
  /** Somebody did what cannot be undone. */
  isSpoilt: boolean
}

let started: Promise<Browser> | undefined
let idle: Tab | undefined

// A page lives for seconds: optimizing its code, and collecting its garbage on several threads, cost more than they
// save.
const forShortLives = '--js-flags=--no-opt --no-maglev --single-threaded-gc --min-semi-space-size=16'

// Each stage of a frame waits for the one before: showing another size and theme costs a third less. A page that nobody
// uses goes on drawing, so few are kept.
const wholeFrames = '--run-all-compositor-stages-before-draw'

function browser(): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-gpu', forShortLives, wholeFrames]
  started ??= chromium.launch({ executablePath: program, timeout: patienceMs, args })
  return started
}

/** A page for one test: one that knows nobody, or one in which this visitor has the dashboard open. */
export async function takePage(wanted: Wanted): Promise<{ page: Page; isOpen: boolean }> {
  const isOpen = idle !== undefined && isFor(idle, wanted)
  const tab = isOpen ? idle! : await newTab(wanted)
  if (isOpen) idle = undefined
  onTestFinished(({ task }) => (task.result?.state === 'fail' ? tab.context.close() : giveBack(tab)))
  return { page: tab.page, isOpen }
}

const isFor = (tab: Tab, { baseURL, locale, visitor }: Wanted): boolean =>
  tab.baseURL === baseURL && tab.locale === locale && tab.visitor === visitor

/** At the end of a file: who was signed in may be nobody in the next Lapwing. */
export async function closeIdleTab(): Promise<void> {
  await idle?.context.close()
  idle = undefined
}

async function newTab(wanted: Wanted): Promise<Tab> {
  const { baseURL, locale } = wanted
  const look = { timezoneId: 'Europe/Berlin', reducedMotion: 'reduce' } as const
  const context = await (await browser()).newContext({ baseURL, locale, ...look })
  context.setDefaultTimeout(patienceMs)
  await context.addInitScript(noticesStay)
  const page = await context.newPage()
  const tab: Tab = { ...wanted, context, page, isSpoilt: false }
  const spoil = (): void => void (tab.isSpoilt = true)
  noticeCalls(context, ['addInitScript', 'clearCookies', 'exposeBinding', 'grantPermissions', 'newCDPSession'], spoil)
  noticeCalls(context, ['setOffline'], spoil)
  noticeCalls(page, ['addInitScript', 'exposeBinding', 'exposeFunction', 'addLocatorHandler'], spoil)
  noticeCalls(page.clock, ['install', 'pauseAt', 'setSystemTime'], spoil)
  return tab
}

/** A notice goes after some seconds, which a busy machine may need to look at it. */
const noticesStay = `{
  const { setTimeout } = globalThis
  globalThis.setTimeout = (work, ms, ...args) => setTimeout(work, ms >= 5000 && ms <= 8000 ? 20 * ms : ms, ...args)
}`

function noticeCalls<Of extends object>(of: Of, names: (keyof Of)[], notice: () => void): void {
  for (const name of names) {
    const real = of[name] as (...args: unknown[]) => unknown
    const noticed = (...args: unknown[]): unknown => {
      notice()
      return real.apply(of, args)
    }
    of[name] = noticed as Of[keyof Of]
  }
}

async function giveBack(tab: Tab): Promise<void> {
  const { context, page, baseURL, visitor, isSpoilt } = tab
  const isAtHome = !page.isClosed() && page.url().startsWith(`${baseURL}/`)
  if (idle || isSpoilt || visitor === undefined || !isAtHome) return context.close()
  for (const other of context.pages()) if (other !== page) await other.close()
  for (const event of listenedTo) page.removeAllListeners(event)
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  if (!(await leaveScreen(page))) return context.close()
  idle = tab
}

const listenedTo = ['console', 'dialog', 'download', 'pageerror', 'popup', 'request', 'requestfailed', 'response']
