import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { expectAccessible, follow, hasBrowser, lapwingWithDashboard, open } from '../kit/browser/browser.ts'
import { checkout } from '../kit/lapwing/process.ts'
import { make } from '../kit/resources/monitors.ts'

const database = join(checkout, 'test/kit/importers/files/kuma-2.db')

describe.skipIf(!hasBrowser)('what comes from elsewhere', () => {
  const app = lapwingWithDashboard()

  it('shows what would come from Uptime Kuma, imports it, compares and switches over', async () => {
    const page = await open(app(), '/settings/import')
    await page.getByLabel('Exported file').setInputFiles(database)
    await page.getByText('kuma-2.db').waitFor()
    await page.getByRole('button', { name: 'Preview import' }).click()
    await page.getByRole('heading', { name: 'Preview: nothing has changed yet' }).waitFor()
    await page.getByText('the shortest interval of browser monitors is 3600 s').waitFor()
    await page.getByText('Lapwing has no type for').first().waitFor()
    await expectAccessible(page)
    expect((await app().get('/monitors')).body.data).toEqual([])

    await page.getByRole('button', { name: 'Import 25 monitors' }).click()
    await page.getByRole('heading', { name: 'Imported' }).waitFor()
    const { data } = (await app().get('/monitors?limit=100')).body
    expect(data.filter(({ shadow }: { shadow: boolean }) => shadow)).toHaveLength(25)
    await page.getByRole('button', { name: 'Compare outages' }).click()
    await page.getByRole('heading', { name: 'Outages compared' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Switch over' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Switch over' }).click()
    await page.getByText('25 monitors now send alerts').waitFor()
  })

  it('marks monitors in shadow mode until someone lets them alert', async () => {
    const { id } = await make(app(), { name: 'Quiet', shadow: true })
    const page = await open(app(), `/monitors/${id}`)
    await page.getByText('sends no alerts').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Start sending alerts' }).click()
    await page.getByText('sends no alerts').waitFor({ state: 'detached' })
    expect((await app().get(`/monitors/${id}`)).body.shadow).toBe(false)
  })

  it('marks what comes from configuration as code, with its key and source', async () => {
    const monitor = { key: 'shop', name: 'Shop', type: 'http', target: 'https://example.com/', interval: 300 }
    const group = { key: 'people', name: 'People' }
    const document = { version: 1, monitors: [{ ...monitor, locations: ['fra'] }], contactGroups: [group] }
    const plan = await app().post('/config/plans', { document, source: 'infra.git' })
    expect(plan.status, plan.text).toBe(201)
    const applied = await app().post(`/config/plans/${plan.body.id}/apply`)
    expect(applied.status, applied.text).toBe(200)
    const managed = async (path: string, name: string): Promise<string> =>
      (await app().get(path)).body.data.find((one: { name: string }) => one.name === name).id
    const page = await open(app(), `/monitors/${await managed('/monitors?limit=100', 'Shop')}`)
    await page.getByText('“shop” in infra.git').waitFor()
    await expectAccessible(page)
    await follow(page, `/contacts/groups/${await managed('/contact-groups', 'People')}`)
    await page.getByText('“people” in infra.git').waitFor()
  })

  it('says what is wrong with a file, and is not for viewers', async () => {
    const page = await open(app(), '/settings/import', { language: 'de' })
    const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('nothing') }
    await page.getByLabel('Exportierte Datei').setInputFiles(file)
    await page.getByRole('button', { name: 'Vorschau anzeigen' }).click()
    await page.getByRole('alert').first().waitFor()
    await expectAccessible(page)
    const viewer = await open(app(), '/settings/import', { role: 'viewer' })
    await viewer.getByRole('heading', { name: "You don't have permission to make changes" }).waitFor()
    expect(await viewer.getByRole('link', { name: 'Import' }).count()).toBe(0)
  })
})
