// The dashboard as somebody on a train meets it: answers that come late, in another order, or not at all.
import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { follow, hasBrowser, lapwingWithDashboard, open } from '../kit/browser/browser.ts'
import { filesOf } from '../kit/browser/web-build.ts'
import { keys } from '../kit/lapwing/lapwing.ts'
import { refused } from '../kit/resources/checked.ts'
import { fail } from '../kit/resources/incidents.ts'
import { make } from '../kit/resources/monitors.ts'
import { passUntil } from '../kit/resources/notifying.ts'

const provision = `
organizations:
  - name: Acme
    apiKeys: [ { name: rw, scope: write, key: ${keys.write} } ]
    users: [ { name: Ada, email: ada@example.com, role: owner, password: correct horse battery staple } ]
    channels: [ { name: Room, type: matrix, config: { url: 'https://m.example.com', access_token: t, room: '!a:example.com' } } ]
  - name: Zebra
    users: [ { name: Ada, email: ada@example.com, role: owner } ]
`

const toast = (page: Page, text: string) => page.locator('.toasts').getByText(text)
const section = (page: Page, name: string) => page.locator('.sidebar nav').getByRole('link', { name })
const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

/** From now on holds the page's next question of this kind, and answers a way to wait for it and let it through. */
async function holdNext(page: Page, method: string, path: string): Promise<() => Promise<Route>> {
  const { promise, resolve } = Promise.withResolvers<Route>()
  let isTaken = false
  await page.route(`**/app${path}`, async (route) => {
    if (isTaken || route.request().method() !== method) return route.fallback()
    isTaken = true
    resolve(route)
  })
  return () => promise
}

/** The program of a screen, without what the page has already. */
function partsOf(screen: string): (url: URL) => boolean {
  const ofPage = new Set(filesOf().map(({ file }) => file))
  const own = filesOf(screen).map(({ file }) => `/${file}`)
  return ({ pathname }) => pathname.endsWith('.js') && own.includes(pathname) && !ofPage.has(pathname.slice(1))
}

describe.skipIf(!hasBrowser)('the dashboard on a slow line', () => {
  const app = lapwingWithDashboard({ provision })

  it('says which part of itself did not arrive, stays where it is, and fetches it when asked', async () => {
    const page = await open(app(), '/settings')
    await title(page, 'Organization').waitFor()
    await page.evaluate('globalThis.isSamePage = true')
    await page.route('**/*', (route) => route.abort())
    await page.keyboard.press('Control+k')
    await toast(page, "Couldn't load this part of Lapwing.").waitFor()
    await section(page, 'Incidents').hover()
    await section(page, 'Incidents').click()
    await page.locator('main').getByText("Couldn't load this part of Lapwing.").waitFor()
    expect(await page.evaluate('globalThis.isSamePage')).toBe(true)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await title(page, /open|firing/).waitFor()
  })

  it('loads itself again, once, for a part that went with an older build', async () => {
    const page = await open(app(), '/settings', { loads: true })
    await title(page, 'Organization').waitFor()
    await page.evaluate('globalThis.isSamePage = true')
    let isOld = true
    page.on('request', (request) => (isOld &&= !request.isNavigationRequest()))
    await page.route(partsOf('incidents'), (route) => (isOld ? route.fulfill({ status: 404 }) : route.fallback()))
    await section(page, 'Incidents').click()
    await title(page, /open|firing/).waitFor()
    expect(await page.evaluate('globalThis.isSamePage')).toBeUndefined()
    await page.route(partsOf('channels'), (route) => route.fulfill({ status: 404 }))
    await section(page, 'Channels').click()
    await page.locator('main').getByText("Couldn't load this part of Lapwing.").waitFor()
  })

  it('puts everybody into a group who was pressed while it was busy with the first', async () => {
    for (const name of ['Abe', 'Ben']) await app().post('/contacts', { name, email: `${name}@example.com` })
    const { body } = await app().post('/contact-groups', { name: 'Night' })
    const page = await open(app(), `/contacts/groups/${body.id}`)
    const first = await holdNext(page, 'PATCH', '/contact-groups/*')
    await page.getByRole('checkbox', { name: 'Abe' }).check()
    const held = await first()
    await page.getByRole('checkbox', { name: 'Ben' }).check()
    await held.continue()
    await toast(page, 'Ben added to Night').waitFor()
    await page.getByText('2 members').waitFor()
    const { members } = (await app().get(`/contact-groups/${body.id}`)).body
    expect(members.map(({ name }: { name: string }) => name)).toEqual(['Abe', 'Ben'])
  })

  it('shows as pressed what was pressed, from then on', async () => {
    await app().post('/contacts', { name: 'Cleo', email: 'cleo@example.com' })
    const { body } = await app().post('/contact-groups', { name: 'Early' })
    const page = await open(app(), `/contacts/groups/${body.id}`)
    const box = page.getByRole('checkbox', { name: 'Cleo' })
    await box.evaluate((input) => {
      const { get, set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'checked')!
      const shown: boolean[] = []
      const keep = (isChecked: boolean): void => {
        shown.push(isChecked)
        set!.call(input, isChecked)
      }
      Object.defineProperty(input, 'checked', { get, set: keep })
      Object.assign(globalThis, { shown })
    })
    await box.click()
    await page.getByText('1 member').waitFor()
    await toast(page, 'Cleo added to Early').waitFor()
    expect(await page.evaluate('shown')).not.toContain(false)
  })

  it('changes nothing of a monitor but what was changed here, whatever others change meanwhile', async () => {
    const { id } = await make(app(), { name: 'Shop' })
    const page = await open(app(), `/monitors/${id}/edit`)
    await page.getByRole('spinbutton', { name: 'Check every' }).fill('120')
    let isReceived = false
    page.on('response', async (answer) => {
      if (answer.url().endsWith(`/app/monitors/${id}`))
        isReceived ||= (await answer.text()).includes('Renamed elsewhere')
    })
    await app().ask('PATCH', `/monitors/${id}`, { body: { name: 'Renamed elsewhere' } })
    await passUntil(app(), () => isReceived)
    await page.getByText('1 change').waitFor()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await title(page, 'Renamed elsewhere').waitFor()
    expect((await app().get(`/monitors/${id}`)).body).toMatchObject({
      name: 'Renamed elsewhere',
      interval_seconds: 120,
    })
  })

  it('changes nothing of a group, a channel or the organization but what was changed here', async () => {
    const { id: groupId } = (await app().post('/contact-groups', { name: 'Day' })).body
    const [channel] = (await app().get('/notification-channels')).body.data
    const tabs = [await open(app(), '/settings'), await open(app(), '/settings')]
    await inTwoTabs(tabs, `/contacts/groups/${groupId}`, [
      ['Name', 'Daytime'],
      ['Description', 'From nine to five'],
    ])
    await inTwoTabs(tabs, `/channels/${channel.id}`, [
      ['Name', 'Chat'],
      ['Room', '!b:example.com'],
    ])
    await inTwoTabs(tabs, '/settings/organization', [
      ['Name', 'Acme Ltd'],
      ['Keep activity log', '30'],
    ])
  })

  /** Each tab changes another field; both show the form as it was before either saved. */
  async function inTwoTabs(tabs: Page[], path: string, changes: [label: string, value: string][]): Promise<void> {
    const field = (page: Page, label: string) => page.getByRole('main').getByLabel(new RegExp(`^${label}`))
    for (const [n, page] of tabs.entries()) {
      await follow(page, path)
      await field(page, changes[n]![0]).fill(changes[n]![1])
    }
    for (const page of tabs) {
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.locator('.toasts').getByText('saved').waitFor()
      await page.locator('.toasts').getByRole('button', { name: 'Dismiss' }).click()
    }
    const page = tabs[0]!
    await page.goto(path)
    for (const [label, value] of changes) await expect.poll(() => field(page, label).inputValue()).toBe(value)
  }

  it('edits the monitor of its address, also on the way back', async () => {
    const [first, second] = [await make(app(), { name: 'First' }), await make(app(), { name: 'Second' })]
    const page = await open(app(), `/monitors/${first.id}/edit`)
    const name = page.getByLabel('Name', { exact: true })
    const shows = async (text: string): Promise<void> => {
      await expect.poll(() => name.inputValue()).toBe(text)
    }
    await shows('First')
    const go = `history.pushState({}, '', '/monitors/${second.id}/edit')`
    await page.evaluate(`${go}; dispatchEvent(new PopStateEvent('popstate'))`)
    await shows('Second')
    await page.goBack()
    await shows('First')
  })

  it('leaves people where they went while it saved, and tells them what came of it', async () => {
    const page = await open(app(), '/monitors/new?type=heartbeat')
    const save = async (): Promise<Route> => {
      const requested = await holdNext(page, 'POST', '/monitors')
      await page.getByLabel('Name', { exact: true }).fill('Left alone')
      await page.getByRole('button', { name: 'Create monitor' }).click()
      const held = await requested()
      await section(page, 'Incidents').click()
      await title(page, /open|firing/).waitFor()
      return held
    }
    await (await save()).abort()
    await toast(page, "Can't reach Lapwing.").waitFor()
    await page.goBack()
    await (await save()).continue()
    await toast(page, 'Left alone').waitFor()
    expect(new URL(page.url()).pathname).toBe('/incidents')
    await title(page, /open|firing/).waitFor()
  })

  it('has the server remember the look that was chosen last', async () => {
    const page = await open(app(), '/settings', { role: 'member' })
    await title(page, 'Organization').waitFor()
    const requested = await holdNext(page, 'PATCH', '/dashboard/preferences')
    const saved = (theme: string) =>
      page.waitForResponse((answer) => answer.request().postData()?.includes(theme) === true)
    const answers = [saved('light'), saved('dark')]
    await page.keyboard.press('t')
    const held = await requested()
    await page.keyboard.press('t')
    await held.continue()
    await Promise.all(answers)
    await page.reload()
    await title(page, 'Organization').waitFor()
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
  })

  it('shows the other organization in every tab, and nothing of the one before', async () => {
    const page = await open(app(), '/settings')
    const other = await page.context().newPage()
    await other.goto('/settings/members')
    await other.locator('.brand').getByText('Acme').waitFor()
    await page.getByRole('button', { name: 'Switch' }).click()
    for (const tab of [page, other]) {
      await tab.locator('.brand').getByText('Zebra').waitFor()
      await expect.poll(() => new URL(tab.url()).pathname).toBe('/')
    }
    await other.close()
    // Their session is in the other organization now.
    await page.context().clearCookies()
  })

  it('keeps what was written when somebody was signed out meanwhile', async () => {
    const page = await open(app(), '/contacts')
    const cookies = await page.context().cookies()
    await page.getByRole('button', { name: 'New contact' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Carla')
    await dialog.getByLabel('Email').fill('carla@example.com')
    await page.context().clearCookies()
    await page.keyboard.press('Enter')
    await dialog.getByText('You have been signed out. Sign in and try again.').waitFor()
    await page.getByRole('link', { name: 'Sign in in another tab' }).waitFor()
    await page.context().addCookies(cookies)
    await page.keyboard.press('Enter')
    await page.getByRole('cell', { name: 'carla@example.com' }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Sign in in another tab' }).count()).toBe(0)
  })

  it('says in German that nothing arrived, and what a stranger answered in its place', async () => {
    const page = await open(app(), '/contacts', { language: 'de' })
    await page.locator('h1').waitFor()
    await page.keyboard.press('c')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Dora')
    const welcome = { status: 200, contentType: 'text/html', body: '<h1>Welcome on board</h1>' }
    await page.route('**/app/contacts', (route) => route.fulfill(welcome), { times: 1 })
    await page.keyboard.press('Enter')
    await dialog.getByText('Lapwing ist nicht erreichbar.').waitFor()
    await expect.poll(() => dialog.getByLabel('Name').inputValue()).toBe('Dora')
  })

  it('signs in once, however often that is pressed', async () => {
    const page = await open(app(), '/sign-in', { role: null })
    const entries: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') entries.push(new URL(request.url()).pathname)
    })
    await page.getByLabel('Email').fill('ada@example.com')
    await page.context().setOffline(true)
    await page.getByLabel('Password').fill('correct horse battery staple')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText("Can't reach Lapwing.").waitFor()
    await page.context().setOffline(false)
    entries.length = 0
    const requested = await holdNext(page, 'GET', '/dashboard/overview*')
    await page.getByRole('button', { name: 'Sign in' }).dblclick()
    const held = await requested()
    await page.getByRole('button', { name: 'Sign in' }).click({ force: true })
    await held.continue()
    await page.locator('.brand').waitFor()
    expect(entries).toEqual(['/app/dashboard/sign-in'])
  })

  it('shows an API key however impatient somebody is while it is made', async () => {
    const page = await open(app(), '/settings/keys')
    await page.getByRole('button', { name: 'New API key' }).click()
    await page.getByLabel('Name').fill('deploys')
    const requested = await holdNext(page, 'POST', '/dashboard/api-keys')
    await page.getByRole('button', { name: 'Create key' }).click()
    const held = await requested()
    await page.keyboard.press('Escape')
    await held.continue()
    await expect.poll(() => page.getByRole('textbox', { name: 'API key' }).inputValue()).toMatch(/^lw_/)
  })

  it('keeps what is written while a comment is sent', async () => {
    const { id: monitorId } = await make(app(), { name: 'Talked about' })
    const { id } = await fail(app(), monitorId, refused)
    const page = await open(app(), `/incidents/${id}`)
    const field = page.getByLabel('Comment').first()
    const requested = await holdNext(page, 'POST', '/incidents/*/comments')
    await field.fill('It is the disk')
    await page.keyboard.press('Control+Enter')
    const held = await requested()
    await field.fill('and the other one, too')
    await held.continue()
    await page.locator('.timeline').getByText('It is the disk').waitFor()
    await expect.poll(() => field.inputValue()).toBe('and the other one, too')
  })

  it('takes for deleted what somebody else has deleted', async () => {
    const { body } = await app().post('/contacts', { name: 'Emil', email: 'emil@example.com' })
    const page = await open(app(), '/contacts')
    await page.getByRole('button', { name: 'Actions for Emil' }).click()
    await app().ask('DELETE', `/contacts/${body.id}`)
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete Emil' }).click()
    await page.getByRole('cell', { name: 'emil@example.com' }).waitFor({ state: 'detached' })
    await expect.poll(() => toast(page, 'Emil deleted').isVisible()).toBe(true)
  })
})
