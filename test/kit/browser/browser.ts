// The dashboard in a real browser: Debian's chromium, with a page per test that fails it when it complains.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, expect, onTestFinished } from 'vitest'
import type { Role, User } from '../../../src/domain/caller.ts'
import { type DashboardSource, builtDashboard } from '../../../src/roles/dashboard.ts'
import { type TestLapwing, sharedLapwing } from '../lapwing/lapwing.ts'
import { checkout } from '../lapwing/process.ts'
import { signedIn } from '../people/signed-in.ts'
import { follow } from './dashboard.ts'
import { closeIdleTab, hasBrowser, takePage } from './tabs.ts'

export { follow, hasBrowser }

export const wide = { width: 1440, height: 1000 }
export const phone = { width: 390, height: 844 }

interface Appearance {
  readonly size: typeof wide
  readonly colorScheme: 'light' | 'dark'
}

export const lightPhone: Appearance = { size: phone, colorScheme: 'light' }
export const darkPhone: Appearance = { size: phone, colorScheme: 'dark' }
export const lightDesk: Appearance = { size: wide, colorScheme: 'light' }
export const darkDesk: Appearance = { size: wide, colorScheme: 'dark' }

type Options = Parameters<typeof sharedLapwing>[0]

// Lapwings with the same one are used again.
let dashboard: DashboardSource | undefined

/** One Lapwing with its dashboard for all tests of a file. */
export function lapwingWithDashboard(options: Options = {}): () => TestLapwing {
  dashboard ??= builtDashboard(join(checkout, 'web', 'dist'))
  const app = sharedLapwing({ ...options, dashboard })
  afterAll(closeIdleTab)
  return app
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
  /** The page is loaded even where this visitor has one open. */
  readonly loads?: true
  /** Complaints of the browser that the test is about. */
  readonly expectedErrors?: RegExp
}

/**
 * A page at an address of the dashboard; its clock shows the time of the Lapwing it looks at. A visitor of an earlier
 * test goes on in the page they had.
 */
export async function open(app: TestLapwing, path: string, visit: Visit = {}): Promise<Page> {
  const { role = 'owner', user, key, loads } = visit
  const visitor = role === null || loads ? undefined : JSON.stringify([role, user?.id, key])
  const { page, isOpen } = await pageFor(app.origin, { ...visit, visitor })
  await page.clock.setFixedTime(app.clock.now())
  if (isOpen) {
    await follow(page, path)
    return page
  }
  if (role !== null) await page.context().addCookies(await sessionCookies(app, { role, user, key }))
  await page.goto(path)
  return page
}

/** A page of a browser that has been nowhere yet. */
export async function newPage(baseURL: string, visit: Omit<Visit, 'role' | 'user' | 'key'> = {}): Promise<Page> {
  return (await pageFor(baseURL, visit)).page
}

async function pageFor(baseURL: string, visit: Visit & { visitor?: string }) {
  const { size = wide, theme = 'light', language = 'en', expectedErrors, visitor } = visit
  const locale = language === 'de' ? 'de-DE' : 'en-GB'
  const { page, isOpen } = await takePage({ baseURL, locale, visitor })
  await page.setViewportSize(size)
  // Pages are reused: an earlier test may have printed this one.
  await page.emulateMedia({ media: 'screen', colorScheme: theme })
  holdToItsWord(page, expectedErrors)
  return { page, isOpen }
}

export async function sessionCookies(app: TestLapwing, who: { role: Role; user?: User; key?: string }) {
  const { cookie } = await signedIn(app, who)
  return cookie
    .split('; ')
    .map((pair) => pair.split('='))
    .filter(([name]) => !name!.startsWith('__Host-'))
    .map(([name, value]) => ({ name: name!, value: value!, url: app.origin, httpOnly: true }))
}

/** Whatever breaks in the page, or would have run against its policy, fails the test. */
function holdToItsWord(page: Page, expectedErrors: RegExp | undefined): void {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.stack ?? error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  // The browser's own remark about an answer that the page deals with.
  const expected = (text: string): boolean =>
    text.startsWith('Failed to load resource') || expectedErrors?.test(text) === true
  onTestFinished(() => expect(problems.filter((text) => !expected(text))).toEqual([]))
}

/**
 * No violation of any rule of axe and nothing to scroll sideways: light on a phone, dark on a desk. A theme changes
 * nothing but colours, and what only one size shows has the colours of the rest; the frame is tried both ways.
 */
export async function expectAccessible(page: Page, appearances = [lightPhone, darkDesk]): Promise<void> {
  // A page is there before its screen is.
  await page.locator('h1').first().waitFor()
  for (const { size, colorScheme } of appearances) {
    // At once, so that the page is laid out and painted once.
    await Promise.all([page.emulateMedia({ colorScheme }), page.setViewportSize(size)])
    expect(await violations(page), `${colorScheme}, ${size.width} px`).toEqual([])
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

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axeSource)
  const { violations: found } = await page.evaluate(
    (options) => (globalThis as unknown as { axe: typeof axe }).axe.run(options),
    // Nothing is fetched once more for rules about media, of which there are none here.
    { resultTypes: ['violations' as const], preload: false },
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
