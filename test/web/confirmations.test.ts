import { describe, expect, it } from 'vitest'
import { newId } from '../../src/domain/id.ts'
import { addConfirmation } from '../../src/store/assistants/confirmations.ts'
import {
  darkPhone,
  expectAccessible,
  follow,
  hasBrowser,
  lapwingWithDashboard,
  lightPhone,
  open,
  phone,
} from '../kit/browser/browser.ts'
import { make } from '../kit/resources/monitors.ts'
import { signedIn } from '../kit/people/signed-in.ts'

const minuteMs = 60_000

describe.skipIf(!hasBrowser)('confirmations', () => {
  const app = lapwingWithDashboard()

  /** An assistant asks to pause a monitor; returns the id of its request. */
  async function ask(summary: string): Promise<string> {
    const { store, clock } = app()
    const { id: monitorId } = await make(app(), { name: '<b>Shop</b>' })
    const { body } = await (await signedIn(app())).ask('GET', '/dashboard/session')
    const id = newId(clock.now())
    const change = { object_type: 'monitor', object_id: monitorId, object_name: '<b>Shop</b>' }
    await addConfirmation(
      store,
      {
        id,
        organizationId: body.organization.id,
        credentialId: newId(clock.now()),
        tool: 'pause_monitor',
        fingerprint: Buffer.from(id),
        summary,
        reason: 'The deployment restarts it',
        changes: [{ ...change, effect: 'pause', state: 'down' }],
        requestedBy: { credential: 'Helper <i>', client: 'https://helper.example/client.json', user: 'Ada' },
        expiresAt: new Date(clock.now().getTime() + 15 * minuteMs),
      },
      clock.now(),
    )
    return id
  }

  it('appear on the open screen, say what would change, and are confirmed once', async () => {
    const page = await open(app(), '/')
    await page.locator('h1').waitFor()
    const id = await ask('Pause <b>Shop</b>')
    await page.getByText('Helper <i> needs your confirmation: Pause <b>Shop</b>.').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Review' }).click()
    await page.getByRole('heading', { name: 'Pause <b>Shop</b>?' }).waitFor()
    await page.getByText('Helper <i> asks on behalf of Ada').waitFor()
    await page.getByText('Would be paused · It is failing now').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('Confirmed by Ada').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Refuse' }).count()).toBe(0)
    const { body } = await (await signedIn(app())).ask('GET', `/dashboard/confirmations/${id}`)
    expect(body.status).toBe('confirmed')
  })

  it('leave most of a phone to the screen', async () => {
    const page = await open(app(), '/', { size: phone })
    await page.locator('h1').waitFor()
    await ask(`Pause ${'Checkout API in Frankfurt, '.repeat(8)}and delete the weekly report`)
    const banner = page.locator('.callout', { hasText: 'Helper <i> needs' })
    await banner.waitFor()
    expect((await banner.boundingBox())!.height).toBeLessThan(phone.height / 10)
    await expectAccessible(page, [lightPhone, darkPhone])
  })

  it('show a viewer what waits, without buttons, and expire', async () => {
    const id = await ask('Pause Blog')
    const page = await open(app(), `/confirmations/${id}`, { role: 'viewer', language: 'de' })
    await page.getByRole('heading', { name: 'Pause Blog?' }).waitFor()
    expect(await page.getByRole('button', { name: 'Ablehnen' }).count()).toBe(0)
    app().clock.advance(16 * minuteMs)
    await follow(page, '/confirmations')
    await page.getByRole('heading', { name: 'Keine Änderung wartet auf deine Bestätigung' }).waitFor()
    await page.getByText('Abgelaufen').first().waitFor()
    await expectAccessible(page)
    await follow(page, '/confirmations/0198c5a2-0000-7000-8000-000000000000')
    await page.getByRole('heading', { name: 'Bestätigung nicht gefunden' }).waitFor()
  })
})
