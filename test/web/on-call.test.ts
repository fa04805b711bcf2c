import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible, hasBrowser, lapwingWithDashboard, open, phone } from '../kit/browser/browser.ts'
import { atOnce, crew, crewOf, makePolicy, makeSchedule } from '../kit/people/on-call.ts'
import { signedIn } from '../kit/people/signed-in.ts'
import { passUntil } from '../kit/resources/notifying.ts'
import { startReceiver } from '../kit/resources/receiver.ts'

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const toast = (page: Page, text: string) => page.locator('.toasts').getByText(text)
const rowOf = (page: Page, name: string) => page.getByRole('list', { name })

// Noon of 1 March, a Sunday, in UTC; browsers show Berlin.
describe.skipIf(!hasBrowser)('on-call', () => {
  const app = lapwingWithDashboard({ provision: crew, env: { LAPWING_ROLES: 'server,housekeeper,notifier' } })

  it('a schedule is made with a preview of the draft, and its people reorder by drag and keys', async () => {
    const page = await open(app(), '/on-call')
    await title(page, 'Nobody is on call.').waitFor()
    await page.getByText('Alerts go to contact groups and channels only').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'New schedule', exact: true }).click()
    await title(page, 'New on-call schedule').waitFor()
    await page.getByLabel('Rotation').selectOption('daily')
    await page.getByLabel('Add person').selectOption('Ben')
    await page.getByLabel('Add person').selectOption('Cleo')
    await rowOf(page, 'Who is paged').getByText('Cleo').first().waitFor()
    const people = page.locator('.people-order li')
    await people.nth(2).dragTo(people.nth(0))
    await expect.poll(() => people.allInnerTexts()).toEqual(expect.arrayContaining([expect.stringContaining('Cleo')]))
    await expect.poll(async () => (await people.first().innerText()).includes('Cleo')).toBe(true)
    await page.getByRole('button', { name: 'Move Cleo down' }).focus()
    await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(async () => (await people.nth(1).innerText()).includes('Cleo')).toBe(true)
    await page.getByRole('button', { name: 'Limit the hours' }).click()
    await page.locator('.gap').first().waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Remove hours' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Warehouse')
    await page.getByRole('button', { name: 'Add schedule' }).click()
    await toast(page, 'Warehouse saved').waitFor()
    await title(page, /is on call until Monday 09:00\. \w+ is next\./).waitFor()
    const [{ id }] = (await app().get('/on-call-schedules')).body.data
    const { layers } = (await app().get(`/on-call-schedules/${id}`)).body
    expect(layers[0].users.map(({ name }: { name: string }) => name)).toEqual(['Ada', 'Cleo', 'Ben'])
    await page.getByRole('link', { name: 'Edit schedule' }).click()
    await page.getByRole('button', { name: 'Delete…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete Warehouse' }).click()
    await title(page, 'Nobody is on call.').waitFor()
  })

  it('says who is on call, shows the gap, and covers it by keys and by dragging', async () => {
    const { daily } = await crewOf(app())
    const { id } = await makeSchedule(app(), { layers: [daily({ endsAt: '2026-03-06T09:00:00Z' })] })
    const page = await open(app(), `/on-call/${id}?from=2026-03-01`)
    await title(page, 'Cleo is on call until Monday 10:00. Ada is next.').waitFor()
    await page.getByText('Times are yours, Europe/Berlin. The schedule is kept in UTC.').waitFor()
    await page.locator('.callout.degraded').getByText('Ada, Ben, and Cleo have not set up a way to be paged').waitFor()
    await page.locator('.gap').getByText('Nobody').last().waitFor()
    await page.getByText('1 gap in the next 14 days').waitFor()
    await expectAccessible(page)

    const dialog = page.getByRole('dialog')
    await page.keyboard.press('n')
    await dialog.getByText('Fills the gap.').waitFor()
    expect(await dialog.getByLabel('From').inputValue()).toBe('2026-03-06T10:00')
    await dialog.getByLabel('Until').fill('2026-03-07T10:00')
    await dialog.getByLabel('Who covers').selectOption('Ben')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Ben covers 1 day' }).click()
    await toast(page, 'Ben covers the shift').waitFor()
    await rowOf(page, 'Covers').getByText('Ben').waitFor()

    await page.getByRole('button', { name: 'Later' }).click()
    await page.getByRole('button', { name: 'Earlier' }).click()
    const track = page.locator('.calendar-row.result .track')
    const box = (await track.boundingBox())!
    const dayPx = box.width / 14
    // The calendar begins on Monday 23 February: from Monday 2 March 12:00 to Tuesday 12:00.
    await page.mouse.move(box.x + 7.5 * dayPx, box.y + 20)
    await page.mouse.down()
    await page.mouse.move(box.x + 8 * dayPx, box.y + 20)
    await page.mouse.move(box.x + 8.5 * dayPx, box.y + 20)
    await page.mouse.up()
    expect([await dialog.getByLabel('From').inputValue(), await dialog.getByLabel('Until').inputValue()]).toEqual([
      '2026-03-02T12:00',
      '2026-03-03T12:00',
    ])
    await dialog.getByLabel('Who covers').selectOption('Cleo')
    await dialog.getByText('Takes 22 h from Ada. Takes 2 h from Ben.').waitFor()
    await dialog.getByLabel('From').fill('2026-03-06T12:00')
    await dialog.getByLabel('Until').fill('2026-03-06T14:00')
    await dialog.getByText("Overlaps Ben's cover.").waitFor()
    expect(await dialog.getByRole('button', { name: /covers/ }).isDisabled()).toBe(true)
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    await rowOf(page, 'Covers').getByRole('button', { name: 'Ben covers' }).click()
    await dialog.getByRole('button', { name: 'Remove cover' }).click()
    await toast(page, 'Cover removed').waitFor()
    await rowOf(page, 'Covers').getByText('Ben').waitFor({ state: 'detached' })
  })

  it('shows a month with the day on which the clocks change, a list, and calendar addresses to renew', async () => {
    const page = await open(app(), '/on-call')
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Month' }).click()
    await page.getByRole('heading', { name: 'March 2026' }).waitFor()
    await page.locator('.day-heads .clocks').getByText('23 h').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'List' }).click()
    await page.locator('.agenda').getByText('Nobody').waitFor()
    await page.getByRole('button', { name: 'Subscribe' }).click()
    const before = await dialog.getByLabel('Shifts of Primary').inputValue()
    await dialog.getByRole('button', { name: 'Renew…' }).first().click()
    await page.getByRole('button', { name: 'Renew address' }).click()
    await toast(page, 'Calendar address renewed').waitFor()
    await expect.poll(() => dialog.getByLabel('Shifts of Primary').inputValue()).not.toBe(before)
  })

  it('my ways to be paged are added, verified and removed; the frame says when I am on call', async () => {
    const receiver = await startReceiver()
    const page = await open(app(), '/on-call/me')
    await title(page, 'You are paged by email only').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('c')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Type').selectOption({ label: 'ntfy' })
    await dialog.getByLabel('Name', { exact: true }).fill('Phone')
    await dialog.getByLabel('Topic').fill('ada')
    await dialog.getByText('More settings').click()
    await dialog.getByLabel(/^(Server|Address|URL)/).fill(receiver.origin)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await title(page, 'You are paged in 1 way').waitFor()
    await page.getByRole('button', { name: 'Verify' }).click()
    await toast(page, 'Test sent').waitFor()
    const { ask } = await signedIn(app())
    const isTested = async (): Promise<boolean> =>
      (await ask('GET', '/dashboard/pageability')).body.data.some(({ tested }: { tested: number }) => tested > 0)
    await passUntil(app(), isTested)
    await page.reload()
    await page.getByText('Works: the latest message was delivered').waitFor()
    const { ada, daily } = await crewOf(app())
    await makeSchedule(app(), { name: 'Second line', layers: [daily({ userIds: [ada, ada] })] })
    await page.reload()
    await page.getByText('On call', { exact: true }).first().waitFor()
  })

  it('a policy is made, and says who would be paged now and which groups use it', async () => {
    const page = await open(app(), '/on-call/escalation')
    await title(page, 'No escalation policy yet').waitFor()
    await page.keyboard.press('c')
    await page.getByLabel('Name', { exact: true }).fill('Production')
    await page.getByLabel('Page', { exact: true }).selectOption({ label: 'Second line' })
    await page.getByRole('button', { name: 'Add step' }).click()
    await page.getByLabel('Page', { exact: true }).last().selectOption({ label: 'Cleo' })
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add policy' }).click()
    await page.getByText('If an alert went out now, it would page Ada.').waitFor()
    await page.getByText('All steps 2 more times, 10 min apart').waitFor()
    await page.getByText('Cleo was not paged: no contact method').waitFor()
    await page.getByText('No contact group uses it yet').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Edit' }).click()
    await title(page, 'Edit Production').waitFor()
    await page.getByRole('button', { name: 'Remove step' }).last().click()
    await page.getByRole('button', { name: 'Save' }).click()
    await toast(page, 'Production saved').waitFor()
    await page.getByText('Cleo was not paged').waitFor({ state: 'detached' })
  })

  it('a viewer on a phone reads an agenda and finds nothing to change', async () => {
    const { ada } = await crewOf(app())
    const policy = await makePolicy(app(), { name: 'Night', steps: atOnce({ type: 'user', id: ada }) })
    const page = await open(app(), '/on-call', { role: 'viewer', size: phone })
    await page.locator('.agenda').getByText('Cleo').first().waitFor()
    const controls = page.locator('main').getByRole('button', { name: /Cover|Subscribe|Delete|Edit/ })
    expect(await controls.count()).toBe(0)
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'On-call' }).waitFor()
    await page.goto(`/on-call/escalation/${policy.id}`)
    await title(page, 'Night').waitFor()
    expect(await page.locator('main').locator('button, input, select').count()).toBe(0)
    for (const path of ['/on-call/99999', '/on-call/nonsense']) {
      await page.goto(path)
      await title(page, 'On-call schedule not found').waitFor()
    }
    await page.goto('/on-call/escalation/0198c5a2-d0aa-7a3c-8f21-5e4d3c2b1a09')
    await title(page, 'Escalation policy not found').waitFor()
    await page.goto('/on-call/new')
    await title(page, "You don't have permission to make changes").waitFor()
  })

  it('is in German, too', async () => {
    const page = await open(app(), '/on-call', { language: 'de' })
    await title(page, /Cleo hat Bereitschaft bis Montag 10:00\. Danach kommt Ada\./).waitFor()
    await page.getByRole('link', { name: 'Wie ich gerufen werde' }).click()
    await title(page, 'Du wirst auf 1 Weg gerufen').waitFor()
  })
})
