// The dashboard in a real browser: Debian's chromium, one per worker, with a page per test that fails it when it complains.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import axe, { type RunOptions } from 'axe-core'
import { type Browser, type Page, chromium } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import type { Role, User } from '../../src/domain/caller.ts'
import { builtDashboard } from '../../src/roles/dashboard.ts'
import { type TestLapwing, sharedLapwing } from './lapwing.ts'
import { checkout } from './process.ts'
import { signedIn } from './signed-in.ts'

const program = '/usr/bin/chromium'
const patienceMs = 180_000

/** `describe.skipIf(!hasBrowser)`: on CI a missing browser fails the gate before any test runs. */
export const hasBrowser = existsSync(program)

export const wide = { width: 1440, height: 1000 }
export const phone = { width: 390, height: 844 }

let started: Promise<Browser> | undefined

function browser(): Promise<Browser> {
  started ??= chromium.launch({ executablePath: program, timeout: patienceMs, args: ['--no-sandbox', '--disable-gpu'] })
  return started
}

type Options = Parameters<typeof sharedLapwing>[0]

/** One Lapwing with its dashboard for all tests of a file. */
export function lapwingWithDashboard(options: Options = {}): () => TestLapwing {
  return sharedLapwing({ ...options, dashboard: builtDashboard(join(checkout, 'web', 'dist')) })
}

export interface Visit {
  /** Null for somebody who has not signed in. */
  readonly role?: Role | null
  readonly user?: User
  /** Of the organization. */
  readonly key?: string
  readonly size?: typeof wide
  readonly theme?: 'light' | 'dark'
  readonly language?: 'en' | 'de'
  /** Complaints of the browser that the test is about. */
  readonly complains?: RegExp
}

/** A page at an address of the dashboard; its clock shows the time of the Lapwing it looks at. */
export async function open(app: TestLapwing, path: string, visit: Visit = {}): Promise<Page> {
  const { role = 'owner', user, key } = visit
  const page = await newPage(app.origin, visit)
  if (role !== null) await page.context().addCookies(await sessionCookies(app, { role, user, key }))
  await page.clock.setFixedTime(app.clock.now())
  await page.goto(path)
  return page
}

/** A page of a browser that has been nowhere yet. */
export async function newPage(baseURL: string, visit: Omit<Visit, 'role' | 'user' | 'key'> = {}): Promise<Page> {
  const { size = wide, theme = 'light', language = 'en', complains } = visit
  const context = await (
    await browser()
  ).newContext({
    baseURL,
    viewport: size,
    colorScheme: theme,
    locale: language === 'de' ? 'de-DE' : 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
  })
  onTestFinished(() => context.close())
  context.setDefaultTimeout(patienceMs)
  await context.addInitScript(noticesStay)
  const page = await context.newPage()
  holdToItsWord(page, complains)
  return page
}

/** A notice goes after some seconds, which a busy machine may need to look at it. */
const noticesStay = `{
  const { setTimeout } = globalThis
  globalThis.setTimeout = (work, ms, ...args) => setTimeout(work, ms >= 5000 && ms <= 8000 ? 20 * ms : ms, ...args)
}`

async function sessionCookies(app: TestLapwing, who: { role: Role; user?: User; key?: string }) {
  const { cookie } = await signedIn(app, who)
  return cookie
    .split('; ')
    .map((pair) => pair.split('='))
    .filter(([name]) => !name!.startsWith('__Host-'))
    .map(([name, value]) => ({ name: name!, value: value!, url: app.origin, httpOnly: true }))
}

/** Whatever breaks in the page, or would have run against its policy, fails the test. */
function holdToItsWord(page: Page, complains: RegExp | undefined): void {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.stack ?? error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  // The browser's own remark about an answer that the page deals with.
  const expected = (text: string): boolean =>
    text.startsWith('Failed to load resource') || complains?.test(text) === true
  onTestFinished(() => expect(problems.filter((text) => !expected(text))).toEqual([]))
}

/** No violation of any rule of axe and nothing to scroll sideways, light and dark, on a desk and on a phone. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const size of [phone, wide]) {
    await page.setViewportSize(size)
    for (const theme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme: theme })
      // A theme changes colours and nothing else.
      const rules: RunOptions = theme === 'dark' ? { runOnly: ['color-contrast', 'link-in-text-block'] } : {}
      expect(await violations(page, rules), `${theme}, ${size.width} px`).toEqual([])
    }
    expect(await tooWide(page), `wider than ${size.width} px`).toEqual([])
  }
}

/** What reaches out of the page at its side, unless a box of its own scrolls it. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(`{
    const isScrolled = ({ parentElement: box }) =>
      box !== null && box !== document.body && (getComputedStyle(box).overflowX !== 'visible' || isScrolled(box))
    document.documentElement.scrollWidth <= innerWidth ? [] :
      [...document.querySelectorAll('body *')]
        .filter((element) => element.getBoundingClientRect().right > innerWidth && !isScrolled(element))
        .map(({ tagName, className, textContent }) => tagName + ' ' + className + ' ' + textContent.slice(0, 60))
  }`)
}

async function violations(page: Page, rules: RunOptions): Promise<string[]> {
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe.source)
  const { violations: found } = await page.evaluate(
    (options) => (globalThis as unknown as { axe: typeof axe }).axe.run(options),
    { ...rules, resultTypes: ['violations' as const] },
  )
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, target }) => `${id}: ${help}: ${target.join(' ')}: ${html.slice(0, 160)}`),
  )
}

/** Light and dark, wide and phone: four pictures whose names begin with this path. */
export async function screenshots(page: Page, path: string): Promise<void> {
  for (const [name, size] of Object.entries({ wide, phone }))
    for (const theme of ['light', 'dark'] as const) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme: theme })
      await page.screenshot({ path: `${path}-${name}-${theme}.png` })
    }
}
