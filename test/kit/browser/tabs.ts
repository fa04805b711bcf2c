// Tabs of one browser per worker, which tests use one after the other: to open one from scratch costs four times as
// much, and to load the dashboard again five times as much as to go on in it.
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
  /** Its clock is stopped, and cannot be set going again. */
  readonly showsTimeOfTest: boolean
  /** Who is signed in. */
  readonly visitor?: string
}

interface Tab extends Omit<Wanted, 'visitor'> {
  readonly context: BrowserContext
  readonly page: Page
  /** Who is still signed in, in a dashboard that is still open. */
  visitor: string | undefined
  /** Somebody did what cannot be undone. */
  isSpoilt: boolean
}

let started: Promise<Browser> | undefined
let idle: Tab[] = []

// A page lives for seconds: optimizing its code, and collecting its garbage on several threads, cost more than they
// save.
const forShortLives = '--js-flags=--no-opt --no-maglev --single-threaded-gc --min-semi-space-size=16'

// Each stage of a frame waits for the one before: showing another size and theme costs a third less.
const wholeFrames = '--run-all-compositor-stages-before-draw'

function browser(): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-gpu', forShortLives, wholeFrames]
  started ??= chromium.launch({ executablePath: program, timeout: patienceMs, args })
  return started
}

/** A page for one test: one that knows nobody, or one in which this visitor has the dashboard open. */
export async function takePage(wanted: Wanted): Promise<{ page: Page; isOpen: boolean }> {
  const tab = (await usedAgain(wanted)) ?? (await newTab(wanted))
  const isOpen = tab.visitor !== undefined
  tab.visitor = wanted.visitor
  onTestFinished(({ task }) => (task.result?.state === 'fail' ? tab.context.close() : giveBack(tab)))
  return { page: tab.page, isOpen }
}

/** Before another file's tests: who was signed in may be nobody in the next Lapwing. */
export async function forgetVisitors(): Promise<void> {
  for (const tab of idle) if (tab.visitor !== undefined) await forget(tab)
}

async function newTab(wanted: Wanted): Promise<Tab> {
  const { baseURL, locale } = wanted
  const look = { timezoneId: 'Europe/Berlin', reducedMotion: 'reduce' } as const
  const context = await (await browser()).newContext({ baseURL, locale, ...look })
  context.setDefaultTimeout(patienceMs)
  await context.addInitScript(noticesStay)
  const page = await context.newPage()
  const tab: Tab = { ...wanted, context, page, visitor: undefined, isSpoilt: false }
  const spoil = (): void => void (tab.isSpoilt = true)
  noticeCalls(context, ['addInitScript', 'exposeBinding', 'grantPermissions', 'newCDPSession', 'setOffline'], spoil)
  noticeCalls(page, ['addInitScript', 'exposeBinding', 'exposeFunction', 'addLocatorHandler'], spoil)
  noticeCalls(context, ['clearCookies'], () => (tab.visitor = undefined))
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

async function usedAgain({ baseURL, locale, showsTimeOfTest, visitor }: Wanted): Promise<Tab | undefined> {
  // Each holds a process, and few come back to a Lapwing that another one has followed.
  const stale = idle.filter((tab) => tab.baseURL !== baseURL)
  idle = idle.filter((tab) => tab.baseURL === baseURL)
  for (const { context } of stale) await context.close()
  const fitting = idle.filter((tab) => tab.locale === locale && tab.showsTimeOfTest === showsTimeOfTest)
  const taken = fitting.find((tab) => tab.visitor === visitor) ?? fitting[0]
  idle = idle.filter((tab) => tab !== taken)
  if (taken && taken.visitor !== visitor) await forget(taken)
  return taken
}

async function giveBack(tab: Tab): Promise<void> {
  const { context, page, baseURL } = tab
  if (tab.isSpoilt || page.isClosed() || !page.url().startsWith(`${baseURL}/`)) return context.close()
  for (const other of context.pages()) if (other !== page) await other.close()
  for (const event of listenedTo) page.removeAllListeners(event)
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  if (tab.visitor === undefined || !(await leaveScreen(page))) await forget(tab)
  idle.push(tab)
}

async function forget({ page, context }: Tab): Promise<void> {
  // A page without a program, so that nothing is remembered after all is forgotten.
  await page.goto('/favicon.svg')
  await page.evaluate('localStorage.clear(), sessionStorage.clear()')
  await context.clearCookies()
}

const listenedTo = ['console', 'dialog', 'download', 'pageerror', 'popup', 'request', 'requestfailed', 'response']
