import { describe, expect, it } from 'vitest'
import { totpAt } from '../../src/codecs/totp.ts'
import { expectAccessible, hasBrowser, lapwingWithDashboard, open } from '../kit/browser/browser.ts'
import { signedIn } from '../kit/people/signed-in.ts'

const password = 'correct horse battery staple'

describe.skipIf(!hasBrowser)('getting in', () => {
  const app = lapwingWithDashboard()

  it('goes from an invitation to the dashboard, out, and in again to where one wanted to go', async () => {
    const owner = await signedIn(app())
    const { body } = await owner.ask('POST', '/dashboard/invitations', {
      body: { email: 'ben@example.com', role: 'member' },
    })
    const page = await open(app(), new URL(body.url).pathname, { role: null })
    await page.getByRole('heading', { name: 'Join Acme' }).waitFor()
    await expectAccessible(page)
    await page.getByLabel('Your name').fill('Ben <b>Bold</b>')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Join' }).click()
    await page.getByRole('heading', { name: 'No monitors yet' }).waitFor()
    await page.locator('.sidebar .who').getByText('Ben <b>Bold</b>').waitFor()

    await page.locator('.sidebar .who button').first().click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL('**/sign-in')
    await page.goto('/incidents?status=all')
    await page.getByLabel('Email').fill('ben@example.com')
    await page.getByLabel('Password').fill('something else')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('Wrong email or password.').waitFor()
    await expectAccessible(page)
    await page.getByLabel('Password').fill(password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/incidents?status=all')
  })

  it('chooses a new password with a link, then asks for the second step', async () => {
    const { user } = await signedIn(app(), { role: 'viewer' })
    const owner = await signedIn(app())
    const link = async (): Promise<string> => {
      const { body } = await owner.ask('POST', `/dashboard/members/${user.id}/reset-link`)
      return String(body.url).replace(/^[^/]+\/\/[^/]+/, '')
    }
    const page = await open(app(), await link(), { role: null })
    await page.getByLabel('New password').fill('too short')
    await page.getByText('3 more characters needed.').waitFor()
    await page.getByLabel('New password').fill(password)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save and sign in' }).click()
    await page.getByText('You have read-only access.').waitFor()

    const them = await signedIn(app(), { user })
    const { body: setup } = await them.ask('POST', '/dashboard/me/two-factor', { body: { password } })
    const code = totpAt(setup.secret, app().clock.now())
    await them.ask('POST', '/dashboard/me/two-factor/confirm', { body: { code } })
    app().clock.advance(60_000)
    await page.goto(await link())
    await page.reload()
    await page.getByLabel('New password').fill(`${password} again`)
    await page.getByRole('button', { name: 'Save and sign in' }).click()
    await page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor()
    await expectAccessible(page)
    await page.getByLabel('Six-digit code').fill(totpAt(setup.secret, app().clock.now()))
    await page.waitForURL((url) => url.pathname === '/')
  })

  it('says what to do about a link that is too old', async () => {
    const page = await open(app(), '/invitation/never-was', { role: null })
    await expect.poll(() => page.getByRole('alert').getByText('Ask for a new one.').isVisible()).toBe(true)
  })
})
