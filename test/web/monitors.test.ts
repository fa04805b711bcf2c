import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/store/database/sql.ts'
import {
  darkDesk,
  expectAccessible,
  hasBrowser,
  lapwingWithDashboard,
  lightDesk,
  open,
  phone,
} from '../kit/browser/browser.ts'
import { filesOf } from '../kit/browser/web-build.ts'
import { fail } from '../kit/resources/incidents.ts'
import { make } from '../kit/resources/monitors.ts'
import { waitUntil } from '../kit/wait-until.ts'

const hostile = '<img src=x onerror="document.title=`taken`">'

describe.skipIf(!hasBrowser)('the list of monitors', () => {
  const app = lapwingWithDashboard()

  beforeAll(async () => {
    await make(app(), { name: 'Checkout', tags: ['shop'] }).then(({ id }) => fail(app(), id))
    await make(app(), {
      name: hostile,
      tags: ['mail'],
      target: 'https://example.com/?<script>document.title=1</script>',
    })
    const { id } = await make(app(), { name: 'Service 001', tags: ['shop'] })
    await app().store.run(sql`
      insert into monitors (organization_id, id, name, type, target, interval_seconds, scheduling_strategy, location_ids,
        location_numbers, tags, config, slugs, deadline_seconds, state, created_at, updated_at)
      select organization_id, gen_random_uuid(), 'Service ' || lpad(n::text, 3, '0'), type, target, interval_seconds,
        scheduling_strategy, location_ids, location_numbers, tags, config, slugs, deadline_seconds, state, created_at,
        updated_at
      from monitors, generate_series(2, 150) as n
      where id = ${id}`)
  })

  const names = '.monitor-table .name'

  it('puts trouble first, draws only what is looked at, and shows texts as texts', async () => {
    const page = await open(app(), '/monitors')
    await expect.poll(() => page.locator(names).first().textContent()).toBe('Checkout')
    await expect.poll(() => page.locator('.monitor-table').getAttribute('aria-rowcount')).toBe('153')
    expect(await page.locator('.monitor-table tbody tr').count()).toBeLessThan(60)
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    await page.getByRole('link', { name: 'Service 150' }).waitFor()
    expect(await page.locator('.monitor-table tbody tr').count()).toBeLessThan(60)
    await page.getByRole('searchbox').fill('onerror')
    await page.getByRole('link', { name: hostile }).waitFor()
    await expect.poll(() => page.locator(names).count()).toBe(1)
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('onerror')
    await expect.poll(() => page.title()).toContain('Monitors')
    await expectAccessible(page)
  })

  it('opens with at most eight requests, and nothing moves while it scrolls', async () => {
    const page = await open(app(), '/nowhere')
    // Ends the requests of the screen before.
    await page.goto('about:blank')
    const files = filesOf('monitors').map(({ file }) => (file === 'index.html' ? '/monitors' : `/${file}`))
    const needed = new Set([...files, '/app/dashboard/now', '/app/dashboard/monitors'])
    const { promise: isShown, resolve: letOthersThrough } = Promise.withResolvers<void>()
    await page.route(
      ({ pathname }) => !needed.has(pathname),
      (route) => isShown.then(() => route.continue()),
    )
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    await page.goto('/monitors')
    await expect.poll(() => page.locator(names).first().textContent()).toBe('Checkout')
    letOthersThrough()
    await page.locator('.monitor-table').getByText('HTTP(S)').first().waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    expect(requested.length, requested.join(' ')).toBeLessThanOrEqual(8)
    const shifts = await page.evaluate<number>(`new Promise((resolve) => {
      let shifts = 0
      new PerformanceObserver((list) => {
        for (const { value } of list.getEntries()) shifts += value
      }).observe({ type: 'layout-shift' })
      let step = 0
      const scroll = () => {
        scrollBy(0, step < 40 ? 400 : -400)
        if (++step < 80) requestAnimationFrame(scroll)
        else setTimeout(() => resolve(shifts), 100)
      }
      requestAnimationFrame(scroll)
    })`)
    expect(shifts).toBeLessThan(0.02)
  })

  it('filters by state and groups by tag, all of it in the address', async () => {
    const page = await open(app(), '/monitors')
    await page.getByRole('button', { name: /^Down 1$/ }).click()
    await expect.poll(() => page.locator(names).count()).toBe(1)
    await expect.poll(() => new URL(page.url()).search).toBe('?status=down')
    await page.getByRole('button', { name: /^All / }).click()
    await page.getByRole('button', { name: 'Group by tag' }).click()
    const group = page.getByRole('button', { name: /^mail 1 monitor/ })
    await group.click()
    await expect.poll(() => group.getAttribute('aria-expanded')).toBe('false')
    await expect.poll(() => new URL(page.url()).searchParams.get('group')).toBe('tag')
  })

  // On phones nothing is selected.
  it('asks about all that is selected in dialogs that everybody can use', async () => {
    const page = await open(app(), '/monitors?q=Service 00&order=name')
    await expect.poll(() => page.locator(names).count()).toBe(9)
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.getByText('1 selected').waitFor()
    await expectAccessible(page, [lightDesk, darkDesk])
    for (const name of ['Tag', 'Maintenance', 'Locations', 'Interval', 'Groups']) {
      await page.locator('.bulk').getByRole('button', { name }).click()
      await page.getByRole('dialog').waitFor()
      await expectAccessible(page, [darkDesk])
      await expect.poll(() => page.getByRole('dialog').count()).toBe(1)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await page.getByText('1 selected').waitFor()
  })

  it('changes what is selected by key, and takes it back', async () => {
    const page = await open(app(), '/monitors?q=Service 00&order=name')
    await expect.poll(() => page.locator(names).count()).toBe(9)
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.getByText('2 selected').waitFor()
    await page.getByRole('button', { name: 'Select all 9 matching monitors' }).click()
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    await page.getByText('9 paused').waitFor()
    await page.getByRole('button', { name: /Undo/ }).click()
    await expect.poll(async () => (await app().get('/monitors?status=paused')).body.data.length).toBe(0)
  })

  it('sets one thing of many after saying how many it would change, and takes it back', async () => {
    const page = await open(app(), '/monitors?q=Service 14&order=name')
    const dialog = page.getByRole('dialog')
    const intervals = async (): Promise<number[]> => {
      const { data } = (await app().get('/monitors?limit=100&tag=shop')).body
      const mine = data.filter(({ name }: { name: string }) => name.startsWith('Service 14'))
      return mine.map((monitor: { interval_seconds: number }) => monitor.interval_seconds)
    }
    const before = await intervals()
    await page.getByLabel('Select all loaded monitors').click()
    await page.getByText('10 selected').waitFor()
    await page.getByRole('button', { name: 'Interval…' }).click()
    await dialog.getByRole('button', { name: '5 min' }).click()
    await dialog.getByText('10 monitors would change.').waitFor()
    await dialog.getByRole('button', { name: 'Set interval' }).click()
    await page.getByText('10 changed').waitFor()
    expect(new Set(await intervals())).toEqual(new Set([300]))
    await page.getByRole('button', { name: /Undo/ }).click()
    await expect.poll(intervals).toEqual(before)
    await page.getByRole('button', { name: 'Locations…' }).click()
    await dialog.getByLabel('New York').check()
    await dialog.getByText('10 monitors would change.').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Groups…' }).click()
    await dialog.getByRole('checkbox').first().check()
    await dialog.getByText('10 monitors would change.').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Maintenance…' }).click()
    await dialog.getByRole('button', { name: 'Start maintenance' }).click()
    await page.getByText('10 monitors in maintenance until').waitFor()
    const windows = async (): Promise<any[]> => (await app().get('/maintenance-windows')).body.data
    expect((await windows())[0].monitor_ids).toHaveLength(10)
    await page.getByRole('button', { name: /Undo/ }).last().click()
    await expect.poll(async () => (await windows()).length).toBe(0)
  })

  it('keeps a view by name, shows it again, and forgets it', async () => {
    const page = await open(app(), '/monitors?tag=mail&order=name')
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Save view…' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Post')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Post' }).waitFor()
    const view = await waitUntil(() => new URL(page.url()).searchParams.get('view'))
    await page.goto(`/monitors?view=${view}`)
    await page.getByRole('link', { name: hostile }).waitFor()
    await expect.poll(() => page.locator(names).count()).toBe(1)
    await expect.poll(() => new URL(page.url()).searchParams.get('tag')).toBe('mail')
    await page.getByRole('button', { name: 'Post' }).click()
    await page.getByRole('menuitem', { name: 'Delete Post' }).click()
    await page.getByRole('button', { name: 'Views' }).waitFor()
  })

  it('has nothing to change for a viewer, and is a list on a phone', async () => {
    const page = await open(app(), '/monitors', { role: 'viewer', size: phone })
    await page.locator('.phone-row .name').first().waitFor()
    expect(await page.getByRole('checkbox').count()).toBe(0)
    expect(await page.getByRole('link', { name: 'New monitor' }).count()).toBe(0)
  })
})
