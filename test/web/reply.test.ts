// The page of a link in an alert, at three in the morning on a phone.
import { describe, expect, it } from 'vitest'
import { routeDue } from '../../src/engine/notify/route.ts'
import { newReplyToken } from '../../src/domain/notifying/reply.ts'
import { createVault } from '../../src/domain/vault.ts'
import { addChannel, channelSeverities, newChannelId } from '../../src/store/notifications/channels.ts'
import { sql } from '../../src/store/database/sql.ts'
import {
  darkDesk,
  darkPhone,
  expectAccessible,
  hasBrowser,
  lightDesk,
  lightPhone,
  newPage,
  phone,
} from '../kit/browser/browser.ts'
import { sharedLapwing } from '../kit/lapwing/lapwing.ts'
import { sharedKey } from '../kit/lapwing/start-lapwing.ts'
import { quiet } from '../kit/log.ts'
import { crew, makePolicy, peopleOf } from '../kit/people/on-call.ts'
import { makeGroup } from '../kit/people/people.ts'
import { fail } from '../kit/resources/incidents.ts'
import { make } from '../kit/resources/monitors.ts'

const appearances = [lightPhone, darkPhone, lightDesk, darkDesk]
const vault = createVault([sharedKey])

describe.skipIf(!hasBrowser)('the page of a link in an alert', () => {
  const app = sharedLapwing({ provision: crew })

  /** Links to an incident of which Ada was paged, and Ben is next. */
  async function paged(name: string) {
    const { store, clock } = app()
    const { ada, ben } = await peopleOf(app())
    const target = ({ id }: { id: string }) => [{ type: 'user', id }]
    const steps = [
      { delayMinutes: 0, targets: target(ada!) },
      { delayMinutes: 10, targets: target(ben!) },
    ]
    const policy = await makePolicy(app(), { steps })
    const { id: group } = await makeGroup(app(), { escalationPolicyId: policy.id })
    const { id: monitorId } = await make(app(), { name, config: { notificationGroupIds: [group] } })
    const organization = (await store.row<{ id: string }>(sql`select id from organizations where name = 'Acme'`))!
    const channelId = await newChannelId(store)
    const channel = { id: channelId, name: 'Ops mail', type: 'email', config: {}, secrets: null }
    const usual = { enabled: true, isDefault: true, severityFilter: channelSeverities, fallbackChannelId: null }
    await addChannel(store, organization.id, { channel: { ...channel, ...usual }, now: clock.now() })
    const incident = await fail(app(), monitorId)
    await routeDue({ store, clock, log: quiet, vault, origin: () => app().origin })
    const expiresAt = new Date(clock.now().getTime() + 3_600_000)
    const alert = { kind: 'firing', at: clock.now() } as const
    const about = { use: 'link', person: 'ada@example.com', incidentId: incident.id, channelId, expiresAt } as const
    return `/reply/${newReplyToken(vault, { ...about, action: 'acknowledge' }, alert)}`
  }

  it('says what is down, who is next, and acknowledges with one tap, without a script', async () => {
    const link = await paged('Checkout API')
    const page = await newPage(app().origin, { size: phone })
    await page.goto(link)
    await page.getByRole('heading', { level: 1, name: 'Checkout API is down' }).waitFor()
    expect(await page.locator('dl').textContent()).toMatch(/Paged\s*You, 1 min ago. Next: Ben in 10 min/)
    expect(await page.locator('script').count()).toBe(0)
    await expectAccessible(page, appearances)
    const button = page.getByRole('button', { name: 'Acknowledge as Ada' })
    expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(52)
    for (const other of [
      page.getByRole('link', { name: 'Resolve…' }),
      page.getByRole('button', { name: 'Mute for 1 h' }),
    ])
      expect((await other.boundingBox())!.height).toBeGreaterThanOrEqual(44)
    await button.click()
    await page.getByRole('heading', { level: 1, name: 'Incident acknowledged' }).waitFor()
    await page.getByText('By Ada. Reminders and escalation stop.').waitFor()
    await page.getByText('Also alerted: Ops mail.').waitFor()
    await expectAccessible(page, appearances)
    await page.getByRole('link', { name: 'Resolve…' }).click()
    await page.getByRole('button', { name: 'Resolve as Ada' }).waitFor()
    await page.getByText('If the problem persists, a new incident opens').waitFor()
  })

  it('holds long names, and is as readable when a link is of no use any more', async () => {
    const link = await paged('Kundenservice-Ticketsystem-Rücksendungsschnittstel')
    const page = await newPage(app().origin, { size: phone, language: 'de' })
    await page.goto(link)
    await page.getByRole('button', { name: 'Als Ada bestätigen' }).waitFor()
    await expectAccessible(page, appearances)
    await page.goto('/reply/no-such-token')
    await page.getByRole('heading', { name: 'Dieser Link funktioniert nicht' }).waitFor()
    await expectAccessible(page, appearances)
  })
})
