import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { sql } from '../../src/store/database/sql.ts'
import { expectAccessible, follow, hasBrowser, lapwingWithDashboard, open } from '../kit/browser/browser.ts'
import { startReceiver } from '../kit/resources/receiver.ts'
import { passUntil } from '../kit/resources/notifying.ts'

const bold = (name: string): string => `${name} <img src=x onerror=document.title="ran">`

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const toast = (page: Page, text: string) => page.locator('.toasts').getByText(text)

describe.skipIf(!hasBrowser)('people and channels', () => {
  const app = lapwingWithDashboard({ env: { LAPWING_ROLES: 'server,housekeeper,notifier' } })

  it('a contact and a group are made, changed and deleted', async () => {
    const page = await open(app(), '/contacts')
    const dialog = page.getByRole('dialog')
    await title(page, 'No contacts yet').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('c')
    await dialog.getByLabel('Name').fill(bold('Mara'))
    await dialog.getByLabel('Email').fill('nowhere')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Add contact' }).click()
    await dialog.locator('[aria-invalid]').waitFor()
    await expect.poll(() => dialog.locator('[aria-invalid]').getAttribute('type')).toBe('email')
    await expect.poll(() => page.evaluate('document.activeElement.type')).toBe('email')
    await dialog.getByLabel('Email').fill('mara@example.com')
    await page.keyboard.press('Enter')
    await page.getByRole('cell', { name: 'mara@example.com' }).waitFor()

    await page.getByRole('link', { name: 'Groups' }).click()
    await page.getByRole('button', { name: 'New group' }).click()
    await dialog.getByLabel('Name').fill(bold('Night'))
    await page.keyboard.press('Enter')
    await title(page, bold('Night')).waitFor()
    await page.getByLabel(bold('Mara')).check()
    await page.getByText('1 member').waitFor()
    await page.getByLabel('Description').fill('Whoever is awake')
    await page.getByRole('button', { name: 'Save' }).click()
    await toast(page, `${bold('Night')} saved`).waitFor()
    await expectAccessible(page)

    await follow(page, '/contacts/groups')
    await page.getByText('Whoever is awake').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Contacts', exact: true }).last().click()
    await page.getByRole('button', { name: 'Actions for Mara' }).click()
    await page.getByRole('menuitem', { name: 'Edit Mara' }).click()
    await dialog.getByLabel('Phone').fill('+49 30 901820')
    await expect.poll(() => dialog.getByLabel(bold('Night')).isChecked()).toBe(true)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('cell', { name: '+49 30 901820' }).waitFor()
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Actions for Mara' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await dialog.getByText('no longer reach this contact').waitFor()
    await dialog.getByRole('button', { name: 'Delete Mara' }).click()
    await title(page, 'No contacts yet').waitFor()
    await page.getByRole('link', { name: 'Groups' }).click()
    await page.getByRole('link', { name: 'Night' }).click()
    await page.getByRole('button', { name: 'Delete…' }).click()
    await dialog.getByRole('button', { name: 'Delete Night' }).click()
    await page.waitForURL('**/contacts/groups')
    expect(await page.locator('img').count()).toBe(0)
  })

  it('a list of contacts is read in, and what was refused is left to be mended', async () => {
    const page = await open(app(), '/contacts')
    await page.getByRole('button', { name: 'Import CSV' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Contacts').fill('Ada, ada@example.com\nBen, ben@nowhere')
    await dialog.getByRole('button', { name: 'Add 2 contacts' }).click()
    await dialog.getByText('Could not add Ben').waitFor()
    await expectAccessible(page)
    await expect.poll(() => dialog.getByLabel('Contacts').inputValue()).toBe('Ben, ben@nowhere')
    await dialog.getByLabel('Contacts').fill('Ben, ben@example.com')
    await dialog.getByRole('button', { name: 'Add 1 contact' }).click()
    await title(page, '2 contacts').waitFor()
  })

  it('a channel is made, tried, seen in the log and sent again', async () => {
    const receiver = await startReceiver({ status: 404, body: '<img src=x onerror=document.title="ran">' })
    const page = await open(app(), '/channels')
    await page.getByText('No channels yet').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('c')
    await page.getByLabel('Search channel types').fill('webhook')
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Webhook Posts/ }).click()
    await title(page, 'New channel: Webhook').waitFor()
    await page.getByLabel('Name', { exact: true }).fill(bold('Hook'))
    await page.getByLabel(/^(Address|URL)/).fill('nowhere')
    await page.getByRole('button', { name: 'Add channel' }).click()
    await page.locator('[aria-invalid]').waitFor()
    await expectAccessible(page)
    await page.getByLabel(/^(Address|URL)/).fill(`${receiver.origin}/hook`)
    await page.getByRole('button', { name: 'Resolved' }).click()
    await page.locator('pre').getByText('resolved').first().waitFor()
    await page.getByRole('button', { name: 'Send test' }).click()
    await page.getByText('Test failed: ').waitFor()
    expect((await app().get('/notification-channels')).body.data).toEqual([])
    await page.getByRole('button', { name: 'Add channel' }).click()
    await title(page, '1 channel is working').waitFor()

    await page.getByRole('button', { name: 'Send test' }).click()
    await toast(page, 'Test sent').waitFor()
    await passUntil(app(), async () => (await app().get('/notifications')).body.data.length > 0)
    await page.reload()
    await title(page, 'is failing').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Delivery log' }).click()
    await title(page, '1 delivery failed').waitFor()
    await expectAccessible(page)
    receiver.answer({})
    await page.getByRole('button', { name: 'Resend' }).click()
    await toast(page, 'Resending').waitFor()
    await passUntil(app(), async () => (await app().get('/notifications')).body.data.length > 1)
    expect(await page.locator('img').count()).toBe(0)
  })

  it('a viewer sees them and nothing to change them with', async () => {
    const page = await open(app(), '/contacts', { role: 'viewer' })
    await title(page, '2 contacts').waitFor()
    const controls = page.locator('main').locator('button, input, select, textarea, [role=switch]')
    expect(await controls.count()).toBe(0)
    await page.getByRole('link', { name: 'Groups' }).click()
    await page.locator('main table a').first().click()
    await page.getByText('About this group').waitFor()
    expect(await controls.count()).toBe(0)
    await follow(page, '/channels')
    await page.getByRole('link', { name: 'Hook' }).waitFor()
    expect(await controls.count()).toBe(0)
    await follow(page, '/channels/new')
    await title(page, "You don't have permission to make changes").waitFor()
  })

  it('say which configuration manages them', async () => {
    await app().store.run(sql`
      insert into managed_objects (organization_id, section, key, object_id, source, applied, applied_at)
      select organization_id, 'channels', 'hook', id::text, 'infra.yaml', ''::bytea, created_at from notification_channels
      union all
      select organization_id, 'contacts', 'ada', id::text, 'provision file', ''::bytea, created_at from contacts
      where name = 'Ada'`)
    const page = await open(app(), '/contacts')
    await page.getByRole('button', { name: 'Actions for Ada' }).click()
    await page.getByRole('menuitem', { name: 'Edit Ada' }).click()
    await page.getByRole('dialog').getByText('Managed by the provision file of this server.').waitFor()
    await expectAccessible(page)
  })

  it('a channel is changed and deleted', async () => {
    const page = await open(app(), '/channels')
    await page.getByRole('link', { name: 'Hook' }).click()
    await page.getByText('Managed by configuration as code: “hook” in infra.yaml.').waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Night hook')
    // Reading the channel again takes for ever; what was saved is shown all the same.
    await page.route('**/notification-channels/*', (route) =>
      route.request().method() === 'GET' ? undefined : route.continue(),
    )
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Night hook' }).click()
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Night hook')
    await page.getByRole('button', { name: 'Delete…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete Night hook' }).click()
    await page.getByText('No channels yet').waitFor()
  })
})
