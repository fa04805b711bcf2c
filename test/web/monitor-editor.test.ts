import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible, follow, hasBrowser, lapwingWithDashboard, open } from '../kit/browser/browser.ts'
import { make } from '../kit/resources/monitors.ts'
import { startReceiver } from '../kit/resources/receiver.ts'
import { passUntil } from '../kit/resources/notifying.ts'

const attack = '<img src=x onerror=document.title="ran">'
const isLive = ({ status }: { status: string }): boolean => status === 'live'
const view = (page: Page, name: string) => page.getByRole('group', { name: 'View as' }).getByRole('button', { name })

describe.skipIf(!hasBrowser)('the editor of monitors', () => {
  const app = lapwingWithDashboard({ env: { LAPWING_ROLES: 'server,housekeeper,prober' } })

  it('recognizes an address, tries it, writes it as YAML and JSON, and saves it', async () => {
    const shop = await startReceiver({ status: 503, body: attack })
    await passUntil(app(), async () => (await app().get('/locations')).body.data.some(isLive), 1000)
    const page = await open(app(), '/monitors/new')
    await page.getByRole('heading', { level: 1, name: 'What do you want to monitor?' }).waitFor()
    await expectAccessible(page)
    await page.getByLabel('Target', { exact: true }).fill(`${shop.origin}/health`)
    await page.getByLabel('Name', { exact: true }).waitFor()
    const failed = page.getByText('The test failed.')
    await passUntil(app(), () => failed.isVisible())
    await expectAccessible(page)
    expect(await page.locator('main img').count()).toBe(0)

    await page.getByLabel('Name', { exact: true }).fill('')
    await page.getByRole('button', { name: 'Create monitor' }).click()
    await page.locator('[aria-invalid]').waitFor()
    await page.getByLabel('Name', { exact: true }).fill(`Shop ${attack}`)
    await view(page, 'YAML').click()
    const text = page.getByLabel('Configuration', { exact: true })
    await expectAccessible(page)
    await text.fill((await text.inputValue()).replace('interval: 60', 'interval: 120'))
    await view(page, 'JSON').click()
    const written = { name: `Shop ${attack}`, type: 'http', interval: 120 }
    await expect.poll(() => text.inputValue().then(JSON.parse)).toMatchObject(written)
    await text.fill('{')
    await page.getByText("Can't read this").waitFor()
    await view(page, 'Form').click()
    await expect.poll(() => page.getByRole('spinbutton', { name: 'Check every' }).inputValue()).toBe('120')
    await page.keyboard.press('Control+Enter')
    await page.waitForURL(/monitors\/[0-9a-f-]{36}/)
    await page.getByRole('heading', { level: 1, name: 'Shop' }).waitFor()
    const { data } = (await app().get('/monitors')).body
    expect(data).toMatchObject([{ name: `Shop ${attack}`, target: `${shop.origin}/health`, interval_seconds: 120 }])
  })

  it('edits the description and the shadow mode, and reads what the configuration tab shows', async () => {
    const parent = await make(app(), { name: 'Gateway' })
    const { id } = await make(app(), {
      name: 'Shop',
      description: 'Sells things',
      dependsOn: { monitors: [parent.id] },
    })
    const page = await open(app(), `/monitors/${id}/edit`)
    await page.getByLabel('Description').fill('Call the shop team')
    await page.getByRole('switch', { name: 'Shadow mode' }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.waitForURL(/monitors\/[0-9a-f-]{36}$/)
    expect((await app().get(`/monitors/${id}`)).body).toMatchObject({ description: 'Call the shop team', shadow: true })

    await follow(page, `/monitors/${id}/configuration`)
    for (const [name, value] of [
      ['Description', 'Call the shop team'],
      ['Shadow mode', 'yes'],
      ['Depends on', 'Gateway'],
    ] as const)
      await page.locator('dl.configuration > div', { hasText: name }).getByText(value).waitFor()
    await follow(page, `/monitors/${id}/configuration?as=yaml`)
    const yaml = await page.locator('pre.code').textContent()
    await follow(page, `/monitors/new?type=http`)
    await view(page, 'YAML').click()
    await page.getByLabel('Configuration', { exact: true }).fill(yaml!)
    await page.getByRole('button', { name: 'Create monitor' }).click()
    await page.waitForURL(/monitors\/[0-9a-f-]{36}$/)
    const [copy, original] = (await app().get('/monitors')).body.data
    for (const key of ['name', 'description', 'shadow', 'depends_on', 'target', 'tags', 'config'])
      expect(copy[key], key).toEqual(original[key])
  })

  it('tries what is written, not what was, and again after a try that was lost', async () => {
    await passUntil(app(), async () => (await app().get('/locations')).body.data.some(isLive))
    const page = await open(app(), '/monitors/new?type=playwright&target=https%3A%2F%2Fshop.example.com%2F')
    const { promise: requested, resolve } = Promise.withResolvers<Route>()
    await page.route('**/app/dashboard/monitors/try', resolve, { times: 1 })
    const button = page.getByRole('button', { name: /^(Run test|Test again)$/ })
    await button.click()
    const held = await requested
    await page.getByLabel('Target', { exact: true }).fill('https://shop.example.com/other')
    await expect.poll(() => button.getAttribute('aria-busy')).toBeNull()
    await held.abort()
    await page.route('**/app/dashboard/monitors/try', (route) => route.abort(), { times: 1 })
    await button.click()
    await page.getByText("Can't reach Lapwing.").waitFor()
    await button.click()
    await page.getByText("Can't reach Lapwing.").waitFor({ state: 'detached' })
  })

  it('reads a script while it is typed, and marks what is wrong at its line', async () => {
    const page = await open(app(), '/monitors/new?type=playwright&target=https%3A%2F%2Fshop.example.com%2F')
    const script = page.getByLabel(/^Script/)
    await script.fill(
      "import { test } from '@playwright/test'\nimport axios from 'axios'\ntest('home', async () => {})\n",
    )
    const problems = page.getByRole('list', { name: 'Problems in the script' })
    await problems.getByText('axios').waitFor()
    await expect.poll(() => page.locator('.script-lines .wrong').allTextContents()).toEqual(['2'])
    await expect.poll(() => script.getAttribute('aria-invalid')).toBe('true')
    await expectAccessible(page)
    await problems.getByRole('button', { name: 'Line 2' }).click()
    await page.keyboard.press('Delete')
    await page.getByText('1 test, 0 steps').waitFor()
    await expect.poll(() => page.locator('.script-lines .wrong').count()).toBe(0)
  })

  it('changes one thing, says so, and asks before it forgets', async () => {
    const { id } = await make(app(), { name: `Mail ${attack}` })
    const page = await open(app(), `/monitors/${id}/edit`)
    await page.getByText('No changes').waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Post')
    await page.getByText('1 change').waitFor()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.getByRole('dialog').getByText('Leave without saving?').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('heading', { level: 1, name: 'Post' }).waitFor()
  })

  it('reads German from the labels of a type to what a try saw, and to what is wrong with a field', async () => {
    const shop = await startReceiver({ status: 200, body: 'ok' })
    await passUntil(app(), async () => (await app().get('/locations')).body.data.some(isLive), 1000)
    const target = encodeURIComponent(`${shop.origin}/health`)
    const page = await open(app(), `/monitors/new?type=http&target=${target}`, { language: 'de' })
    await page.getByText('Ruft eine URL ab').waitFor()
    await page.getByText('Verfügbarkeit').waitFor()
    await passUntil(app(), () => page.getByText('Der Test war erfolgreich.').isVisible())
    await page.getByText('Erstes Byte').waitFor()
    expect(await page.getByText(/first_byte_ms|Timings/).count()).toBe(0)
    await page.getByText('Weitere Einstellungen').first().click()
    await page.getByText('Automatisch', { exact: true }).first().waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Laden')
    await page.getByLabel(/^Zeitlimit/).fill('999')
    await page.getByRole('button', { name: 'Monitor anlegen' }).click()
    await page.getByText('Höchstens 60', { exact: true }).waitFor()
    await expectAccessible(page)
  })

  it('saves rules that were edited as sentences with the new monitor', async () => {
    const page = await open(app(), '/monitors/new?type=http&target=https%3A%2F%2Frules.example.com%2F')
    await page.getByText('Confirmed about 50 s after it begins').first().waitFor()
    await page.getByLabel('Checks in a row').first().fill('5')
    await page.getByText('Confirmed about 1 min 10 s after it begins').first().waitFor()
    await page.getByRole('switch', { name: 'Enable Unexpected Status Code' }).click()
    await page.getByRole('button', { name: 'Add rule' }).click()
    await expect.poll(() => page.getByLabel('Metric', { exact: true }).last().inputValue()).toBe('response_time')
    await page.getByLabel('Threshold').last().fill('800')
    await page.getByText(/^Notifies/).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create monitor' }).click()
    await page.getByRole('heading', { level: 1, name: 'rules.example.com' }).waitFor()
    const id = page.url().split('/').at(-1)!
    expect((await app().get(`/monitors/${id}/alert-rules`)).body.data).toMatchObject([
      { name: 'Availability Check', failure_threshold: 5 },
      { name: 'Unexpected Status Code', enabled: false },
      { metric: 'response_time', value: '800', severity: 'warning' },
    ])
  })

  it('builds steps, runs one, picks a value of its response, and moves steps with keys', async () => {
    const shop = await startReceiver({ status: 200, body: '{"order": {"number": "HO-1"}}' })
    await passUntil(app(), async () => (await app().get('/locations')).body.data.some(isLive), 1000)
    const page = await open(app(), `/monitors/new?type=api&target=${encodeURIComponent(shop.origin)}`)
    for (const name of ['Sign in', 'Order']) {
      await page.getByRole('button', { name: 'Add step' }).click()
      await page.locator('.item-form').getByLabel('Name').fill(name)
      await page.locator('.item-form').getByLabel('URL').fill(`/${name.length}`)
    }
    await page.getByRole('button', { name: 'Run to here' }).click()
    const value = page.getByRole('button', { name: '"HO-1"' })
    await passUntil(app(), () => value.isVisible())
    await value.click()
    await page.locator('.picker').getByRole('button', { name: 'Add variable' }).click()
    await expect.poll(() => page.getByLabel('Path or name').inputValue()).toBe('$.order.number')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Move Order', exact: true }).press('ArrowUp')
    await page.getByRole('group', { name: 'Steps: view as' }).getByRole('button', { name: 'JSON' }).click()
    const steps = page.getByLabel('Steps', { exact: true })
    await expect
      .poll(() => steps.inputValue().then(JSON.parse))
      .toEqual([
        { name: 'Order', url: '/5', extract: [{ name: 'number', source: 'json_path', property: '$.order.number' }] },
        { name: 'Sign in', url: '/7' },
      ])
  })

  it('names everything that is missing of a journey at once, with the labels of the fields', async () => {
    const page = await open(app(), '/monitors/new?type=playwright')
    await expect.poll(() => page.getByRole('spinbutton', { name: 'Check every' }).inputValue()).toBe('300')
    await page.getByText('1 test, 2 steps').waitFor()
    await page.getByLabel(/^Script/).fill('')
    await page.getByRole('button', { name: 'Create monitor' }).click()
    const problems = page.getByRole('alert').first()
    for (const label of ['Name', 'Script']) await problems.getByText(`${label}:`).waitFor()
    await expectAccessible(page)
  })

  it('shows where and when a job checks in', async () => {
    const page = await open(app(), '/monitors/new?type=heartbeat')
    await page.getByText('Save the monitor to get its check-in URL.').waitFor()
    await page.getByText('Every 1 min', { exact: true }).waitFor()
    expect(await page.getByText('Check from').count()).toBe(0)
    await page.getByLabel('Name', { exact: true }).fill('Backup')
    await page.getByRole('button', { name: 'Create monitor' }).click()
    await page.getByText('Check-in URL', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'GitHub Actions' }).click()
    await page.getByText('- name: Check in').waitFor()
    await expect.poll(() => page.locator('ol.num li').count()).toBe(5)
    await expectAccessible(page)
  })

  it('is not for viewers', async () => {
    const page = await open(app(), '/monitors/new', { role: 'viewer' })
    await page.getByRole('heading', { level: 1, name: "You don't have permission to make changes" }).waitFor()
    expect(await page.locator('main input').count()).toBe(0)
  })
})
