import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { expectAccessible, hasBrowser, lapwingWithDashboard, open } from '../kit/browser/browser.ts'
import { putOrganization } from '../../src/store/accounts/organizations.ts'
import { accountOf, putMember } from '../../src/store/accounts/users.ts'
import { type TestLapwing, keys } from '../kit/lapwing/lapwing.ts'
import { type TrueProvider, startTrueProvider } from '../kit/servers/true-provider.ts'

const provision = `
organizations:
  - name: Acme
    apiKeys: [ { name: test, scope: write, key: ${keys.write} } ]
    users: [ { name: Ada, email: ada@example.com, role: owner } ]
`

/** Makes Ben a member of another organization. */
async function joinOther({ store, clock }: TestLapwing): Promise<void> {
  const now = clock.now()
  const { id } = await putOrganization(store, { name: 'Other', slug: 'other', plan: 'enterprise', limits: {} }, now)
  const { id: userId } = (await accountOf(store, 'ben@example.com'))!
  await putMember(store, { organizationId: id, userId, role: 'member' }, now)
}

describe.skipIf(!hasBrowser)('single sign-on', () => {
  const app = lapwingWithDashboard({ provision })
  let provider: TrueProvider
  beforeAll(async () => {
    const redirectUri = `${app().origin}/sign-in/callback/acme`
    provider = await startTrueProvider({ redirectUri, groups: { ada: ['ops'], ben: ['staff'] } })
  })
  afterAll(() => provider.stop())

  /** On the pages of the provider. */
  async function signInAs(page: Page, name: string): Promise<void> {
    await page.waitForURL(`${provider.issuer}/interaction/**`)
    await page.locator('input[name=login]').fill(name)
    await page.locator('input[name=password]').fill('anything')
    await page.getByRole('button', { name: 'Sign-in' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
  }

  it('is set up, tested and required by an owner, and lets people in by their group', async () => {
    // The pages of the provider are not ours, and the browser has opinions about them.
    const page = await open(app(), '/settings/single-sign-on', { expectedErrors: /./ })
    await page.getByLabel('Issuer').fill(provider.issuer)
    await page.getByLabel('Client ID').fill('lapwing')
    await page.getByLabel('Client secret').fill('secret')
    await page.getByLabel('Email domains').fill('example.com')
    await page.getByRole('button', { name: 'Add a group' }).click()
    await page.getByLabel('Group', { exact: true }).fill('staff')
    await page.getByLabel('Everyone else').selectOption('Refuse them')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save' }).click()
    const required = page.getByRole('switch', { name: 'Require single sign-on' })
    await required.waitFor()
    expect(await required.isDisabled()).toBe(true)

    await page.getByRole('button', { name: 'Test sign-in' }).click()
    await signInAs(page, 'ben')
    await page.getByRole('heading', { name: 'The test succeeded' }).waitFor()
    await page.getByText('ben@example.com').waitFor()
    expect(new URL(page.url()).search).toBe('')
    await page.getByRole('link', { name: 'Back to the settings' }).click()
    await required.click()
    await page.locator('[role=switch][aria-checked=true]').waitFor()
    await page.context().clearCookies()

    await page.goto('/sign-in')
    await page.getByRole('button', { name: 'Continue with single sign-on' }).click()
    await signInAs(page, 'ada')
    await page.getByRole('heading', { name: 'Not signed in' }).waitFor()
    await page.getByText('ada@example.com already has an account').waitFor()
    await expectAccessible(page)
    await page.context().clearCookies()

    await page.goto('/sign-in?next=%2Fmonitors')
    await page.getByRole('button', { name: 'Continue with single sign-on' }).click()
    await signInAs(page, 'ben')
    await page.waitForURL('**/monitors')
    await page.getByText('BEN').first().waitFor()
    await page.goto('/settings/me/security')
    await page.getByText('You signed in with the provider of Acme').waitFor()
    expect(await page.getByLabel('New password').count()).toBe(0)
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('dialog').getByText('apps connected to it are disconnected').waitFor()
    await page.keyboard.press('Escape')
    await expectAccessible(page)
    await page.goto('/settings/me/profile')
    await page.getByRole('button', { name: 'Save' }).waitFor()
    await joinOther(app())
    await page.reload()
    await page.getByText('your name applies in your other organizations too').waitFor()
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
    await page.goto('/settings/me/paging')
    await page.getByText('these settings apply in your other organizations too').waitFor()
    await page.goto('/settings/me/look')
    await page.getByText('stays in this browser').waitFor()
    await page.getByLabel('Table density').selectOption('Compact')
    await page.reload()
    expect(await page.getByLabel('Table density').inputValue()).toBe('compact')
  })
})
