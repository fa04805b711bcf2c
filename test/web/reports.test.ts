import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { sql } from '../../src/store/database/sql.ts'
import { expectAccessible, follow, hasBrowser, lapwingWithDashboard, open, phone } from '../kit/browser/browser.ts'
import { checkedDaily } from '../kit/resources/checked.ts'
import { addIncident } from '../kit/resources/incidents.ts'
import { makeHeartbeat } from '../kit/resources/heartbeats.ts'
import { passUntil } from '../kit/resources/notifying.ts'
import { startMailSink } from '../kit/servers/mail-sink.ts'

const attack = '<img src=x onerror=document.title="ran">'
const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

describe.skipIf(!hasBrowser)('reports', async () => {
  const sink = await startMailSink({})
  const app = lapwingWithDashboard({
    env: {
      LAPWING_ROLES: 'server,housekeeper,notifier',
      LAPWING_MAIL_URL: `smtp://127.0.0.1:${sink.port}?secure=none`,
      LAPWING_MAIL_FROM: 'Lapwing <reports@example.com>',
    },
  })

  /** A job of last year that was down from so many minutes ago until so many minutes ago. */
  async function monitorWith(name: string, outages: readonly [from: number, to: number][], tags: string[]) {
    const { id } = await makeHeartbeat(app(), {}, { name, tags })
    const monitor = (await app().store.row<any>(sql`
      update monitors set created_at = '2025-01-01' where id = ${id}
      returning id, monitor_number as "monitorNumber", name, type`))!
    const organizationId = (await app().get('/me')).body.organization.id
    const ago = (minutes: number): Date => new Date(app().clock.now().getTime() - minutes * 60_000)
    await checkedDaily(app().store, monitor.monitorNumber, { from: ago(90 * 1440), to: ago(0) })
    for (const [from, to] of outages)
      await addIncident(app().store, organizationId, {
        monitor,
        severity: 'critical',
        startedAt: ago(from),
        resolvedAt: ago(to),
      })
    return id
  }

  it('one answers in its title, compares with the month before, and comes as a file', async () => {
    const page = await open(app(), '/reports')
    await page.getByText('No monitors to report on').waitFor()
    await expectAccessible(page)
    const day = 1440
    await monitorWith(`Shop ${attack}`, [[10 * day, 10 * day - 17]], ['shop'])
    await monitorWith('Mail', [], ['mail'])
    await page.goto('/reports?month=2026-02&tags=shop')
    const verdict = /^February: 99\.9[56] %, target 99\.9 % met; 17 of \d\d min of the budget used\.$/
    await page.getByRole('heading', { name: verdict, level: 1 }).waitFor()
    await page.getByText('1 monitor · tagged shop · times in UTC · 1 incident more than in January').waitFor()
    await page.getByText('January: 100 %').first().waitFor()
    await page.getByRole('slider', { name: '28 days, down on 1' }).focus()
    for (let n = 0; n < 9; n++) await page.keyboard.press('ArrowLeft')
    await page.getByText('Thu 19 Feb: down 17 min').waitFor()
    await page.getByRole('link', { name: /^Shop/ }).waitFor()
    await expectAccessible(page)
    await page.getByLabel('Target').selectOption('99.99')
    await title(page, 'target 99.99 % missed').waitFor()
    await page.getByRole('button', { name: 'Previous month' }).click()
    await title(page, 'January: 100 %, target 99.99 % met').waitFor()
    await page.getByRole('button', { name: '30 days' }).click()
    await title(page, 'Last 30 days:').waitFor()
    expect(new URL(page.url()).searchParams.get('period')).toBe('30d')
    const url = await page.getByRole('link', { name: 'CSV' }).getAttribute('href')
    const csv = await page.request.get(url!)
    expect([csv.status(), csv.headers()['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => page.locator('.sidebar').isVisible()).toBe(false)
    expect(await page.locator('img').count()).toBe(0)
  })

  it('one of the first month is compared with nothing', async () => {
    await monitorWith('First', [], ['first'])
    const page = await open(app(), '/monitors')
    await page.locator('h1').waitFor()
    const before = page.waitForResponse((answer) => answer.url().includes('month=2025-11'))
    await page.goto('/reports?month=2025-12&tags=first')
    expect((await (await before).json()).summary.uptime_percent).toBeNull()
    await page.getByText('1 monitor · tagged first · times in UTC', { exact: true }).waitFor()
    expect(await page.locator('.report-before').count()).toBe(0)
  })

  it('is sent by email when a schedule is on, and as a sample at once', async () => {
    const page = await open(app(), '/reports/schedules')
    await title(page, 'No reports are sent by email').waitFor()
    const weekly = page
      .getByRole('region')
      .or(page.locator('section.card'))
      .filter({ hasText: 'Covers the seven days' })
    await weekly.getByRole('switch').click()
    await weekly.getByRole('button', { name: 'Save' }).click()
    await weekly.locator('[aria-invalid]').waitFor()
    await weekly.getByLabel('Recipients').fill('ada@example.com\nben@example.com')
    await weekly.getByLabel('Sent on').selectOption('3')
    await expectAccessible(page)
    await weekly.getByRole('button', { name: 'Save' }).click()
    await title(page, '1 report is sent by email').waitFor()
    await weekly.getByText(/Wed 4 Mar, 0\d:00/).waitFor()
    await weekly.getByRole('button', { name: 'Send sample to me' }).click()
    await page.locator('.toasts').getByText('Sample sent to').waitFor()
    await passUntil(app(), () => sink.emails.length === 1)
    expect(sink.emails[0]!.content).toContain('Content-Type: application/pdf')
  })

  it('objectives are created, say what would use up the budget, are changed and deleted', async () => {
    await monitorWith('Checkout', [[700, 690]], ['checkout'])
    const page = await open(app(), '/reports/objectives')
    await title(page, 'No objectives yet').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('c')
    const dialog = page.getByRole('dialog', { name: 'New objective' })
    await dialog.getByLabel('Name').fill(`Checkout ${attack}`)
    await dialog.getByRole('button', { name: 'Create objective' }).click()
    await dialog.getByText('Choose at least one monitor or tag.').waitFor()
    await dialog.getByRole('button', { name: 'Tags' }).click()
    await page.getByRole('dialog', { name: 'Tags' }).getByLabel('checkout').check()
    await page.keyboard.press('Escape')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Create objective' }).click()
    await title(page, 'The objective is met').waitFor()
    await page.getByText("At today's rate the budget is used up on Wed 4 Mar.").waitFor()
    await page.getByText('One outage of 33 min 12 s would use up the rest.').waitFor()
    await page
      .getByRole('figure', { name: /^Error budget of Checkout/ })
      .getByText('Used evenly')
      .waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Actions for Checkout/ }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await page.getByLabel('Target in percent').fill('99.99')
    await page.getByRole('button', { name: 'Save' }).click()
    await title(page, '1 objective is missed').waitFor()
    await page.getByText('The budget is used up.').waitFor()

    const viewer = await open(app(), '/reports/objectives', { role: 'viewer', size: phone, language: 'de' })
    await title(viewer, '1 Ziel ist verfehlt').waitFor()
    expect(await viewer.getByRole('button', { name: /Aktionen|Neues Ziel/ }).count()).toBe(0)
    await follow(viewer, '/reports/schedules')
    await viewer.getByText('ada@example.com').first().waitFor()
    expect(await viewer.getByRole('switch').count()).toBe(0)

    await page.getByRole('button', { name: /^Actions for Checkout/ }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Delete/ })
      .click()
    await title(page, 'No objectives yet').waitFor()
    expect(await page.locator('img').count()).toBe(0)
  })
})
