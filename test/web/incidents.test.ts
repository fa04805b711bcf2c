import { describe, expect, it } from 'vitest'
import { vault } from '../kit/alerts/engine.ts'
import { escalateDue } from '../../src/engine/notify/escalate.ts'
import { routeDue } from '../../src/engine/notify/route.ts'
import { createContactMethod } from '../../src/operations/on-call/contact-methods.ts'
import { expectAccessible, follow, hasBrowser, lapwingWithDashboard, open } from '../kit/browser/browser.ts'
import { refused } from '../kit/resources/checked.ts'
import { dashboardOf } from '../kit/people/dashboard.ts'
import { closed, fail } from '../kit/resources/incidents.ts'
import { quiet } from '../kit/log.ts'
import { make } from '../kit/resources/monitors.ts'
import { makePolicy, peopleOf } from '../kit/people/on-call.ts'
import { makeGroup } from '../kit/people/people.ts'

const attack = '<img src=x onerror=document.title="ran">'

/** It asks nobody, keeps what it shows, and is never looked at. */
const deviceWithNotices = `
  globalThis.shown = []
  globalThis.Notification = class {
    static permission = sessionStorage.getItem('permission') ?? 'default'
    static async requestPermission() {
      sessionStorage.setItem('permission', 'granted')
      return (this.permission = 'granted')
    }
    constructor(title) {
      globalThis.shown.push(title)
    }
    addEventListener() {}
  }
  Document.prototype.hasFocus = () => false`

describe.skipIf(!hasBrowser)('incidents', () => {
  const app = lapwingWithDashboard()

  it('one is found, taken on with a key, talked about, called a false alarm and resolved', async () => {
    const { id: monitorId } = await make(app(), { name: `Shop ${attack}` })
    const { id } = await fail(app(), monitorId, {
      ...refused,
      error: `answered ${attack}`,
      evidence: JSON.stringify({ body: `<h1>${attack}</h1>` }),
    })
    const page = await open(app(), '/incidents')
    await page.getByRole('heading', { level: 1, name: '1 incident is firing' }).waitFor()
    await page.getByLabel(`Select #${id}`).check()
    await page.getByRole('region', { name: 'Selected incidents' }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Acknowledge' }).waitFor()
    await page
      .getByRole('list', { name: 'Timeline' })
      .getByText(/^First failed check from/)
      .waitFor()
    await page.getByRole('tabpanel').getByRole('term').filter({ hasText: 'Body' }).waitFor()
    await page.getByRole('tabpanel').getByText('<h1>').waitFor()
    await expectAccessible(page)

    await page.keyboard.press('a')
    await page.getByRole('button', { name: 'Acknowledge' }).waitFor({ state: 'detached' })
    await page.getByLabel('Comment').fill(`Looking ${attack}`)
    await page.keyboard.press('Control+Enter')
    await page.getByRole('list', { name: 'Timeline' }).getByText(`Looking ${attack}`).waitFor()

    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Assign to me' }).click()
    await page
      .getByRole('list', { name: 'Timeline' })
      .getByText(/ took the incident\./)
      .waitFor()
    await page.getByRole('term').filter({ hasText: 'Assigned to' }).waitFor()

    await page.getByRole('button', { name: 'Mark as false positive…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill(`A drill ${attack}`)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Mark as false positive' }).click()
    await page.getByRole('list', { name: 'Timeline' }).getByText(`A drill ${attack}`).waitFor()

    await page.getByRole('button', { name: 'Resolve…' }).click()
    await dialog.getByRole('button', { name: 'Resolve incident' }).click()
    await closed(app(), id)
    await page.reload()
    await page.getByLabel('Cause', { exact: true }).fill(`A typo ${attack}`)
    await page.getByRole('button', { name: 'Save report' }).click()
    await page.getByText('Last changed by').waitFor()
    expect((await app().get(`/incidents/${id}/report`)).body.notes).toMatchObject({
      cause: `A typo ${attack}`,
      version: 1,
    })
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Remove false positive mark' }).waitFor()
    await expectAccessible(page)
    expect(await page.locator('main img').count()).toBe(0)
    await follow(page, '/incidents?status=resolved')
    await page.getByRole('link', { name: 'Shop' }).waitFor()
  })

  it('a viewer sees one and nothing to change it with', async () => {
    const { id: monitorId } = await make(app(), { name: 'Mail' })
    const { id } = await fail(app(), monitorId)
    const page = await open(app(), '/incidents', { role: 'viewer' })
    await page.getByRole('link', { name: 'Mail' }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('a')
    expect(await page.getByRole('checkbox').count()).toBe(0)
    await follow(page, `/incidents/${id}`)
    await page.getByRole('list', { name: 'Timeline' }).waitFor()
    await page.keyboard.press('a')
    const buttons = page.locator('main').getByRole('button')
    expect((await buttons.allInnerTexts()).filter((text) => text !== '')).toEqual(['All', 'People', 'Show report'])
    expect(await page.locator('main').getByRole('textbox').count()).toBe(0)
    expect((await app().get(`/incidents/${id}`)).body.status).toBe('firing')
  })

  it('is acknowledged in the list with a key', async () => {
    const page = await open(app(), '/incidents')
    await page.getByRole('link', { name: 'Mail' }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('a')
    await expect
      .poll(() => page.getByRole('heading', { level: 1, name: '1 open incident, acknowledged' }).isVisible())
      .toBe(true)
  })

  it('pages the next step without its wait, and somebody by name', async () => {
    const { ada } = await peopleOf(app())
    const way = { name: 'Phone', type: 'webhook', config: { url: 'https://pager.example.com/' } }
    await dashboardOf(app()).ask(createContactMethod, { body: way })
    const steps = [{ delayMinutes: 10, targets: [{ type: 'user', id: ada!.id }] }]
    const policy = await makePolicy(app(), { steps })
    const { id: group } = await makeGroup(app(), { escalationPolicyId: policy.id })
    const { id: monitorId } = await make(app(), { name: 'Pay', config: { notificationGroupIds: [group] } })
    const { id } = await fail(app(), monitorId)
    const parts = { store: app().store, clock: app().clock, log: quiet, vault, origin: () => app().origin }
    await routeDue(parts)
    const page = await open(app(), `/incidents/${id}`)
    await page.getByRole('button', { name: 'Page now' }).click()
    await page.getByText('Paging Ada').waitFor()
    await escalateDue(parts)
    const { id: unescalated } = await make(app(), { name: 'Blog' })
    const unpaged = await open(app(), `/incidents/${(await fail(app(), unescalated)).id}`)
    await unpaged.getByRole('heading', { name: 'Notified' }).waitFor()
    expect(await unpaged.getByRole('heading', { name: 'Escalation' }).count()).toBe(0)
    await routeDue(parts)
    await unpaged.reload()
    await unpaged.getByText('Nobody was paged. The contact groups of this incident have no escalation').waitFor()
    await page.reload()
    const timeline = page.getByRole('list', { name: 'Timeline' })
    await timeline.getByText('Paged Ada.').waitFor()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Page someone…' }).click()
    await expect
      .poll(() => page.getByLabel('Person').locator('option:checked').textContent())
      .toBe('Ada: 1 contact method')
    await page.getByRole('dialog').getByRole('button', { name: 'Page now' }).click()
    await expect.poll(() => timeline.getByText('Paged Ada.').count()).toBe(2)
    const bell = page.locator('.sidebar .bell')
    await expect.poll(() => bell.textContent()).toMatch(/^Notifications: \d+ unread/)
    await bell.click()
    await page
      .getByRole('dialog', { name: 'Notifications' })
      .getByRole('link', { name: 'Critical incident: Pay' })
      .click()
    await expect.poll(() => bell.textContent()).toBe('Notifications')
  })

  it('is shown on the device where somebody asked for it, while they look elsewhere', async () => {
    const page = await open(app(), '/settings/me/look')
    // From here on no answer is for the page that was open.
    await page.goto('about:blank')
    await page.addInitScript(deviceWithNotices)
    const known = page.waitForResponse((answer) => answer.url().includes('/app/dashboard/now'))
    await page.goto('/settings/me/look')
    // What was there before is no news.
    await known
    await page.getByRole('switch', { name: 'Browser notifications' }).click()
    await page.locator('.sidebar .bell').waitFor()
    await expectAccessible(page)
    const shown = (): Promise<string[]> => page.evaluate('globalThis.shown')
    await expect.poll(shown).toEqual(['Lapwing'])
    const { id: monitorId } = await make(app(), { name: 'Ledger' })
    await fail(app(), monitorId)
    await expect.poll(shown).toContain('Critical incident: Ledger')
    await page.getByRole('switch', { name: 'Browser notifications' }).click()
    await page.reload()
    const off = page.getByRole('switch', { name: 'Browser notifications' })
    await expect.poll(() => off.getAttribute('aria-checked')).toBe('false')
  })

  it('a monitor behind another is edited, shown as affected, and names the other', async () => {
    const gateway = await make(app(), { name: 'Gateway' })
    const shelf = await make(app(), { name: 'Shelf' })
    const page = await open(app(), `/monitors/${shelf.id}/edit`)
    await page.getByRole('button', { name: 'Choose monitors…' }).click()
    await page.getByLabel('Search monitors').fill('Gatew')
    await page.getByRole('checkbox', { name: 'Gateway' }).check()
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Save/ }).click()
    await page.waitForURL(`**/monitors/${shelf.id}`)
    expect((await app().get(`/monitors/${shelf.id}`)).body.depends_on.monitors).toEqual([gateway.id])
    const { id: parent } = await fail(app(), gateway.id)
    const { id } = await fail(app(), shelf.id)
    const { store, clock } = app()
    await routeDue({ store, clock, log: quiet, vault, origin: () => null })
    await follow(page, '/monitors')
    await page.getByRole('row', { name: /Shelf/ }).getByText('Affected').waitFor()
    await follow(page, `/incidents/${id}`)
    await page.getByRole('link', { name: `Gateway (#${parent})` }).waitFor()
    await page.getByText(`Affected by Gateway (#${parent}), so nobody is notified of this incident.`).waitFor()
    await expectAccessible(page)
  })
})
