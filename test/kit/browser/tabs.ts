// Tabs of one browser per worker, which tests use one after the other: to open one from scratch costs four times as
// much.
import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, type Page, chromium } from 'playwright-core'
import { onTestFinished } from 'vitest'

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
}

interface Tab extends Wanted {
  readonly context: BrowserContext
  readonly page: Page
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

/** A page that knows nobody, for one test. */
export async function takePage(wanted: Wanted): Promise<Page> {
  const tab = (await usedAgain(wanted)) ?? (await newTab(wanted))
  onTestFinished(({ task }) => (task.result?.state === 'fail' ? tab.context.close() : giveBack(tab)))
  return tab.page
}

async function newTab(wanted: Wanted): Promise<Tab> {
  const { baseURL, locale } = wanted
  const look = { timezoneId: 'Europe/Berlin', reducedMotion: 'reduce' } as const
  const context = await (await browser()).newContext({ baseURL, locale, ...look })
  context.setDefaultTimeout(patienceMs)
  await context.addInitScript(noticesStay)
  const page = await context.newPage()
  const tab = { ...wanted, context, page, isSpoilt: false }
  const spoil = (): void => void (tab.isSpoilt = true)
  noticeCalls(context, ['addInitScript', 'exposeBinding', 'grantPermissions', 'newCDPSession', 'setOffline'], spoil)
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

async function usedAgain({ baseURL, locale, showsTimeOfTest }: Wanted): Promise<Tab | undefined> {
  // Each holds a process, and few come back to a Lapwing that another one has followed.
  const stale = idle.filter((tab) => tab.baseURL !== baseURL)
  idle = idle.filter((tab) => tab.baseURL === baseURL)
  for (const { context } of stale) await context.close()
  const place = idle.findIndex((tab) => tab.locale === locale && tab.showsTimeOfTest === showsTimeOfTest)
  return place === -1 ? undefined : idle.splice(place, 1)[0]
}

async function giveBack(tab: Tab): Promise<void> {
  const { context, page, baseURL } = tab
  if (tab.isSpoilt || page.isClosed() || !page.url().startsWith(`${baseURL}/`)) return context.close()
  for (const other of context.pages()) if (other !== page) await other.close()
  for (const event of listenedTo) page.removeAllListeners(event)
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  // A page without a program, so that nothing is remembered after all is forgotten.
  await page.goto('/favicon.svg')
  await page.evaluate('localStorage.clear(), sessionStorage.clear()')
  await context.clearCookies()
  idle.push(tab)
}

const listenedTo = ['console', 'dialog', 'download', 'pageerror', 'popup', 'request', 'requestfailed', 'response']
