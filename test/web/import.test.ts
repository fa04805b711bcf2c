import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { expectAccessible, hasBrowser, lapwingWithDashboard, open } from '../kit/browser/browser.ts'
import { checkout } from '../kit/lapwing/process.ts'

const database = join(checkout, 'test/kit/importers/files/kuma-2.db')

describe.skipIf(!hasBrowser)('the import', () => {
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

    await page.getByRole('button', { name: 'Import 16 monitors' }).click()
    await page.getByRole('heading', { name: 'Imported' }).waitFor()
    const { data } = (await app().get('/monitors?limit=100')).body
    expect(data.filter(({ shadow }: { shadow: boolean }) => shadow)).toHaveLength(16)
    await page.getByRole('button', { name: 'Compare outages' }).click()
    await page.getByRole('heading', { name: 'Outages compared' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Switch over' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Switch over' }).click()
    await page.getByText('16 monitors alert now').waitFor()
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
