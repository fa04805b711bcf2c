// Names of 120 characters without spaces, of emoji and from right to left: no screen becomes wider than the window, and
// nothing reaches out of its card.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../../src/operations/index.ts'
import type { Operation } from '../../src/operations/registry/define.ts'
import { type Statement, columnList, sql } from '../../src/store/database/sql.ts'
import { hasBrowser, lapwingWithDashboard, open, phone, wide } from '../kit/browser/browser.ts'
import { type Real, makeOneOfEach } from '../kit/lapwing/one-of-each.ts'
import { make } from '../kit/resources/monitors.ts'

const names = [
  'Kundenservicerücksendungsschnittstelle'.repeat(4).slice(0, 120),
  '🧑‍🚀🚀🔥'.repeat(12),
  'خدمة الدفع والاسترجاع للعملاء في جميع المتاجر '.repeat(3).slice(0, 120).trim(),
]

// They take turns, by table and by row; each ends in the number of its row, because most must be unique.
const row = sql`(ctid::text::point)[1]::int`
const namesFrom = (index: number): Statement =>
  sql`left((${names}::text[])[1 + (${row} + ${index}::int) % 3], 116) || ' ' || ${row}`
/** The row of a location moves whenever it is seen, and its name stands in sentences: it always has no spaces. */
const longestWord = sql`left(${names[0]}::text, 116) || ' ' || ${row}`
const tables = [
  'contact_groups',
  'contacts',
  'escalation_policies',
  'locations',
  'maintenance_windows',
  'monitors',
  'notification_channels',
  'on_call_schedules',
  'organizations',
  'objectives',
  'status_page_components',
  'status_pages',
  'users',
] as const

const real: Real = new Map()
const routes = (): string[] => [
  '/',
  '/monitors',
  `/incidents/${real.get('/incidents')}`,
  '/contacts',
  '/on-call',
  '/maintenance',
]

function pathOf({ path }: Operation): string {
  const parts = path.split('/')
  return parts
    .map((part, n) => (part.startsWith('{') ? (real.get(parts.slice(0, n).join('/')) ?? '0') : part))
    .join('/')
}

/** What reaches out of the window or of its card, unless a box scrolls or cuts it. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(`{
    const isCut = (element, until) => {
      for (let box = element.parentElement; box !== null && box !== until; box = box.parentElement)
        if (getComputedStyle(box).overflowX !== 'visible') return true
      return false
    }
    const isSeen = (element) => element.checkVisibility() && element.getBoundingClientRect().width > 1
    const textOf = ({ tagName, className, textContent }) => tagName + ' ' + (className.baseVal ?? className) + ' ' + textContent.slice(0, 40)
    const out = [...document.querySelectorAll('body *')].filter((element) => {
      if (!isSeen(element) || isCut(element, document.body)) return false
      const { left, right } = element.getBoundingClientRect()
      if (right > innerWidth + 1 || left < -1) return getComputedStyle(element).position !== 'fixed'
      const card = element.closest('.card, .comp, dialog')
      if (!card || card === element || isCut(element, card)) return false
      const box = card.getBoundingClientRect()
      return right > box.right + 1 || left < box.left - 1
    })
    out.map(textOf)
  }`)
}

describe.skipIf(!hasBrowser)('long names', () => {
  const app = lapwingWithDashboard()

  beforeAll(async () => {
    const shown = operations.filter(({ audience }) => audience === 'public')
    await makeOneOfEach(app(), shown, { real, pathOf })
    for (const name of ['Second', 'Third']) await make(app(), { name, tags: ['team:'.padEnd(30, 'x')] })
  })

  it('fit into every screen', { timeout: 400_000 }, async () => {
    for (const [index, table] of tables.entries())
      await app().store.run(
        sql`update ${columnList([table])} set name = ${table === 'locations' ? longestWord : namesFrom(index)}`,
      )
    for (const path of routes()) {
      const page = await open(app(), path)
      await page.locator('h1').first().waitFor()
      for (const size of [wide, phone]) {
        await page.setViewportSize(size)
        // What is drawn for the other size goes a moment later.
        await expect.poll(() => tooWide(page), { message: `${path} at ${size.width} px` }).toEqual([])
      }
    }
  })
})
