import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { totpAt } from '../../src/codecs/totp.ts'
import { expectAccessible, follow, hasBrowser, lapwingWithDashboard, open } from '../kit/browser/browser.ts'
import { keys } from '../kit/lapwing/lapwing.ts'
import { signedIn } from '../kit/people/signed-in.ts'

const password = 'correct horse battery staple'

const provision = `
organizations:
  - name: Acme
    apiKeys: [ { name: '<img src=x onerror=alert(1)>', scope: write, key: ${keys.write} } ]
    users:
      - { name: 'Ada <b>L</b>', email: ada@example.com, role: owner, password: ${password} }
      - { name: Vera, email: vera@example.com, role: viewer }
`

/** A device that answers for its owner without asking. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Until the server knows it. */
async function chooseLanguage(page: Page, field: string, language: string): Promise<void> {
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/dashboard/preferences'))
  await page.getByLabel(field).selectOption(language)
  await saved
}

describe.skipIf(!hasBrowser)('settings', () => {
  // Browsers make passkeys for names, not for addresses.
  const app = lapwingWithDashboard({ provision, env: { LAPWING_HOST: 'localhost' } })

  it('creates a location with a command, another token, revokes it, and deletes the location', async () => {
    const page = await open(app(), '/settings/locations')
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'New location' }).click()
    await dialog.getByLabel('Name').fill('Oslo <i>')
    await dialog.getByLabel('Country', { exact: true }).fill('Norway')
    await dialog.getByLabel('Country code').fill('no')
    await dialog.getByRole('button', { name: 'Create location' }).click()
    const command = await dialog.getByRole('textbox', { name: 'Command' }).inputValue()
    expect(command).toMatch(/^curl -fsSL http:\S+\/install\/probe \| sh -s -- lwp_[\w-]+$/)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'I have copied the command' }).click()
    await page.getByRole('button', { name: 'Edit Oslo <i>' }).click()
    await dialog.getByLabel('City').fill('Oslo')
    await dialog.getByLabel('Latitude').fill('59.91')
    await dialog.getByLabel('Longitude').fill('10.75')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Oslo, Norway').waitFor()
    await page.getByRole('button', { name: 'Edit Oslo <i>' }).click()
    expect(await dialog.getByLabel('Latitude').inputValue()).toBe('59.91')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'New token for Oslo <i>' }).click()
    await dialog.getByLabel('Name').fill('rack 4')
    await dialog.getByRole('button', { name: 'Create token' }).click()
    await dialog.getByRole('button', { name: 'I have copied the command' }).click()
    await page.getByText('Token rack 4').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Revoke rack 4' }).click()
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Token rack 4').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Delete Oslo <i>' }).click()
    await dialog.getByRole('button', { name: 'Delete Oslo <i>' }).click()
    await page.getByRole('heading', { name: 'Oslo <i>' }).waitFor({ state: 'detached' })
  })

  it('makes an API key that works, shows it once, and revokes it', async () => {
    const page = await open(app(), '/settings/keys')
    await page.getByText('<img src=x onerror=alert(1)>').waitFor()
    await page.getByRole('button', { name: 'New API key' }).click()
    await page.getByLabel('Name').fill('deploys')
    await page.getByRole('button', { name: 'Create key' }).click()
    const key = await page.getByRole('textbox', { name: 'API key' }).inputValue()
    expect((await app().get('/me', { key })).status).toBe(200)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'I have copied the key' }).click()
    await page.getByRole('button', { name: 'Revoke deploys' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('deploys revoked').waitFor()
    await page.getByRole('listitem').filter({ hasText: 'deploys' }).waitFor({ state: 'detached' })
  })

  it('invites by a link, and takes the invitation back', async () => {
    const page = await open(app(), '/settings/members')
    await page.getByText('Ada <b>L</b>').first().waitFor()
    await page.getByRole('button', { name: 'Invite member' }).click()
    await page.getByLabel('Email').fill('ben@example.com')
    await page.getByRole('button', { name: 'Create invitation' }).click()
    await expect.poll(() => page.getByLabel('Invitation link').inputValue()).toContain('/invitation/')
    await page.getByRole('button', { name: 'Close' }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Revoke invitation for ben@example.com' }).click()
    await page.getByText('ben@example.com').waitFor({ state: 'detached' })
  })

  it('adds, changes and deletes a variable without showing its value', async () => {
    const page = await open(app(), '/settings/variables')
    const dialog = page.getByRole('dialog')
    await page.getByText('No variables yet').waitFor()
    await page.getByRole('button', { name: 'New variable' }).click()
    await dialog.getByLabel('Name').fill('lower')
    await dialog.getByLabel('Value').fill('hunter2 hunter2')
    await page.keyboard.press('Tab')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.locator('[aria-invalid]').waitFor()
    await dialog.getByLabel('Name').fill('SHOP_PASSWORD')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('SHOP_PASSWORD').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Edit SHOP_PASSWORD' }).click()
    await expect.poll(() => dialog.getByLabel('Value').inputValue()).toBe('')
    await dialog.getByLabel('Name').fill('SHOP_TOKEN')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Delete SHOP_TOKEN' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No variables yet').waitFor()
    await follow(page, '/settings/plan')
    await page.getByText('This installation has no limits.').waitFor()
    await expectAccessible(page)
  })

  it('gives the organization another name', async () => {
    const page = await open(app(), '/settings/organization')
    await page.getByLabel('Name').fill('Acme & <b>Sons</b>')
    await page.getByLabel('Keep activity log (days)').fill('90')
    await page.getByLabel('Limit for assistants').fill('3')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('.sidebar .brand').getByText('Acme & <b>Sons</b>').waitFor()
    await page.reload()
    await expect.poll(() => page.getByLabel('Keep activity log (days)').inputValue()).toBe('90')
    await expect.poll(() => page.getByLabel('Limit for assistants').inputValue()).toBe('3')
  })

  it('adds a passkey, gets in with it, and removes it', async () => {
    const page = await open(app(), '/settings/me/security')
    await addAuthenticator(page)
    await page.getByRole('button', { name: 'Add passkey' }).click()
    await page.getByLabel('Name').fill('Laptop <i>')
    await page.getByLabel('Your password').fill(password)
    await page.getByRole('button', { name: 'Create passkey' }).click()
    await page.getByText('Laptop <i>').waitFor()
    await page.locator('.sidebar .who button').first().click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByRole('heading', { name: 'No monitors yet' }).waitFor()
    await follow(page, '/settings/me/security')
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect.poll(() => page.getByText('Laptop <i>').count()).toBe(0)
  })

  it('turns the second step on with a code, and hands out recovery codes', async () => {
    const page = await open(app(), '/settings/me/security')
    await page.getByText('This session').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByLabel('Your password').fill(password)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('img', { name: /QR code/ }).waitFor()
    const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue()
    await page.getByLabel('Six-digit code').fill(totpAt(secret, app().clock.now()))
    await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click()
    await expect.poll(() => page.locator('.recovery li').count()).toBe(10)
    await page.getByRole('button', { name: 'I have saved the codes' }).click()
    await page.getByText('10 recovery codes left.').waitFor()
  })

  it('is German for who wants it', async () => {
    const page = await open(app(), '/settings/me/look')
    await expectAccessible(page)
    await page.getByLabel('Language').selectOption('de')
    await page.getByRole('heading', { name: 'Darstellung' }).waitFor()
    const navigation = page.getByRole('navigation', { name: 'Einstellungen', exact: true })
    expect(await navigation.evaluate((nav) => nav.scrollWidth - nav.clientWidth)).toBe(0)
    await page.getByRole('link', { name: 'Aktivität' }).click()
    await page.getByRole('heading', { name: 'Aktivität' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Standorte' }).click()
    await page.getByText('This server').waitFor()
    await page.getByRole('link', { name: 'Organisation' }).click()
    await page.getByText('Zeitzone').waitFor()
    await page.getByRole('link', { name: 'Tarif und Nutzung' }).click()
    await page.getByText('Diese Installation hat keine Grenzen.').waitFor()
    await page.getByRole('link', { name: 'Profil' }).click()
    await page.getByRole('heading', { name: 'Profil' }).waitFor()
    await expectAccessible(page)
  })

  it('shows a viewer who is there, and nothing to change it with', async () => {
    const page = await open(app(), '/settings/members', { role: 'viewer' })
    await page.getByText('vera@example.com').waitFor()
    expect(await page.getByRole('button', { name: 'Invite member' }).count()).toBe(0)
    expect(await page.getByRole('link', { name: 'API keys' }).count()).toBe(0)
  })

  it('looks in another browser as it was chosen in the first', async () => {
    const { user } = await signedIn(app(), { role: 'viewer' })
    const visit = (language: 'en' | 'de') => open(app(), '/settings/me/look', { user, language })
    await chooseLanguage(await visit('en'), 'Language', 'de')
    const other = await visit('en')
    await other.getByRole('heading', { name: 'Darstellung' }).waitFor()
    await chooseLanguage(other, 'Sprache', 'en')
    const third = await visit('de')
    await expect.poll(() => third.getByRole('heading', { name: 'Preferences' }).isVisible()).toBe(true)
  })
})
