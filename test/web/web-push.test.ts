// Pages as notifications of the real service worker. The test takes the place of the browser's push service: it has the
// keys of the subscription, receives the message, and hands it to the browser decrypted.
import { existsSync } from 'node:fs'
import { type BrowserContext, type Worker, chromium } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { User } from '../../src/domain/caller.ts'
import { expectAccessible, lapwingWithDashboard, sessionCookies } from '../kit/browser/browser.ts'
import type { TestLapwing } from '../kit/lapwing/lapwing.ts'
import { atOnce, crew, makePolicy, peopleOf } from '../kit/people/on-call.ts'
import { makeGroup } from '../kit/people/people.ts'
import { fail } from '../kit/resources/incidents.ts'
import { make } from '../kit/resources/monitors.ts'
import { passUntil } from '../kit/resources/notifying.ts'
import { createPushSubscription } from '../kit/resources/push-subscription.ts'
import { startReceiver } from '../kit/resources/receiver.ts'

// The shell that other tests use has no notifications.
const program = '/usr/bin/chromium'

describe.skipIf(!existsSync(program))('web push', () => {
  const app = lapwingWithDashboard({ provision: crew, env: { LAPWING_ROLES: 'server,housekeeper,notifier' } })

  it('a device is added and tested, shows a page while the dashboard is closed, and acknowledges it', async () => {
    const service = await startReceiver({ status: 201 })
    const subscription = createPushSubscription()
    const ada = (await peopleOf(app()))['ada']!
    const context = await browserOf(app(), ada)
    await context.addInitScript(subscribing(subscription.config(`${service.origin}/push/c0ffee-5ub5cr1pt10n`)))
    const page = await context.newPage()
    await page.goto('/settings/me/paging')
    await page.getByRole('button', { name: 'Page me on this device' }).click()
    const card = page.getByRole('article').filter({ hasText: 'Web push' })
    await card.getByText('This device').waitFor()
    await expectAccessible(page)
    await card.getByRole('button', { name: 'Verify' }).click()
    await passUntil(app(), () => service.requests.length === 1)
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
    const deliver = await pushesTo(context, app().origin)
    await page.close()
    await deliver(subscription.decrypt(service.requests[0]!.raw))
    await expect.poll(() => shownBy(worker)).toEqual([['Test notice from Lapwing', []]])

    const { id: escalationPolicyId } = await makePolicy(app(), { steps: atOnce({ type: 'user', id: ada.id }) })
    const { id: group } = await makeGroup(app(), { escalationPolicyId })
    const monitor = await make(app(), { name: 'Shop', config: { notificationGroupIds: [group] } })
    const { id } = await fail(app(), monitor.id)
    await passUntil(app(), () => service.requests.length === 2)
    await deliver(subscription.decrypt(service.requests[1]!.raw))
    const paged = [expect.stringMatching(/^DOWN Shop/), ['Acknowledge']]
    await expect.poll(() => shownBy(worker)).toContainEqual(paged)
    await worker.evaluate(pressAcknowledge)
    await expect.poll(() => shownBy(worker)).toContainEqual([expect.stringMatching(/^Acknowledged: DOWN Shop/), []])
    expect((await app().get(`/incidents/${id}`)).body).toMatchObject({ status: 'acknowledged' })
    const { data } = (await app().get(`/incidents/${id}/timeline?limit=100`)).body
    expect(data.find(({ type }: { type: string }) => type === 'acknowledged')).toMatchObject({ actor: 'Ada' })
  })
})

async function browserOf(app: TestLapwing, user: User): Promise<BrowserContext> {
  const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox', '--disable-gpu'] })
  onTestFinished(() => browser.close())
  const context = await browser.newContext({ baseURL: app.origin, locale: 'en-GB', reducedMotion: 'reduce' })
  context.setDefaultTimeout(180_000)
  await context.grantPermissions(['notifications'], { origin: app.origin })
  await context.addCookies(await sessionCookies(app, { role: 'owner', user }))
  return context
}

/** In the page: the browser gets this subscription when it asks for one. */
const subscribing = ({ url, p256dh, auth }: { url: string; p256dh: string; auth: string }): string => `{
  const endpoint = ${JSON.stringify(url)}
  const keys = ${JSON.stringify({ p256dh, auth })}
  let subscribed = null
  const unsubscribe = async () => void (subscribed = null)
  const subscription = { endpoint, toJSON: () => ({ endpoint, keys }), unsubscribe }
  Object.assign(PushManager.prototype, {
    getSubscription: async () => subscribed,
    subscribe: async () => (subscribed = subscription),
  })
}`

/** A function that delivers a push to the dashboard's service worker, through a page that is not the dashboard. */
async function pushesTo(context: BrowserContext, origin: string): Promise<(data: string) => Promise<unknown>> {
  const session = await context.newCDPSession(await context.newPage())
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin))
      if (ours) resolve(ours.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registered
  return (data) => session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
}

/** Titles and buttons of the notifications. */
const shownBy = (worker: Worker): Promise<[string, string[]][]> =>
  worker.evaluate(`self.registration.getNotifications().then((shown) =>
    shown.map(({ title, actions }) => [title, actions.map((action) => action.title)]))`)

/** What the browser does when someone presses the button of the latest page. */
const pressAcknowledge = `(async () => {
  const shown = await self.registration.getNotifications()
  const notification = shown.find(({ actions }) => actions.length > 0)
  const event = new NotificationEvent('notificationclick', { notification, action: 'acknowledge' })
  const pending = []
  // A browser waits for its own events only.
  Object.defineProperty(event, 'waitUntil', { value: (work) => pending.push(work) })
  self.dispatchEvent(event)
  await Promise.all(pending)
})()`
