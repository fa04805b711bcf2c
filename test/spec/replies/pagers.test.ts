import { beforeAll, describe, expect, it } from 'vitest'
import { keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { crew } from '../../kit/people/on-call.ts'
import { signedIn } from '../../kit/people/signed-in.ts'
import { openIncident } from '../../kit/resources/incidents.ts'
import { allDelivered, passUntil } from '../../kit/resources/notifying.ts'
import { opsgenieKey, startOpsgenie } from '../../kit/vendors/opsgenie.ts'
import { pagerdutyApiKey, postWebhook, routingKey, startPagerDuty } from '../../kit/vendors/pagerduty.ts'

const app = sharedLapwing({ provision: crew, env: { LAPWING_ROLES: 'server,housekeeper,notifier' } })
const secret = 'a secret of the webhooks'
const email = 'ada@example.com'

let made = 0

/** Answers the address of its callbacks. */
async function makeChannel(type: string, config: object, key = keys.write): Promise<string> {
  const { ask } = await signedIn(app(), { key })
  const body = { name: `${type} ${++made}`, type, isDefault: true, config }
  const answer = await ask('POST', '/dashboard/notification-channels', { body })
  expect(answer.status, answer.text).toBe(201)
  return `${app().origin}/callbacks/${answer.body.id}`
}

const incident = async (id: number): Promise<any> => (await app().get(`/incidents/${id}`)).body
const acknowledgedBy = async (id: number): Promise<string[]> =>
  (await app().get(`/incidents/${id}/timeline?limit=100`)).body.data
    .filter(({ type }: any) => type === 'acknowledged')
    .map(({ actor, data }: any) => `${actor} through ${data.through}`)

describe('PagerDuty', () => {
  let vendor: Awaited<ReturnType<typeof startPagerDuty>>
  let url: string
  const keyOf = (id: number): string => [...vendor.incidents.keys()].find((key) => key.endsWith(`-${id}`))!

  beforeAll(async () => {
    vendor = await startPagerDuty({ secret, email })
    const { origin } = vendor
    const config = {
      routing_key: routingKey,
      url: origin,
      webhook_secret: secret,
      api_key: pagerdutyApiKey,
      api_url: origin,
    }
    url = await makeChannel('pagerduty', config)
    vendor.subscribe(url)
  })

  /** An incident that PagerDuty knows. */
  async function known(hasAlerts = false): Promise<number> {
    vendor.service.hasAlerts = hasAlerts
    const { id } = await openIncident(app())
    await passUntil(app(), () => keyOf(id) !== undefined)
    await allDelivered(app())
    return id
  }

  it.each([false, true])('acknowledged there is acknowledged here; incidents have alerts: %s', async (hasAlerts) => {
    const id = await known(hasAlerts)
    await vendor.act(keyOf(id), 'acknowledged')
    expect(await incident(id)).toMatchObject({ status: 'acknowledged', acknowledged_by: 'Ada' })
    await allDelivered(app())
    await vendor.settled()
    // Everything that goes back and forth ends here.
    expect(await acknowledgedBy(id)).toEqual(['Ada through PagerDuty'])
    expect(vendor.delivered.every((status) => status === 204)).toBe(true)
  })

  it('resolved there is resolved here, and acknowledged here is acknowledged there', async () => {
    const [first, second] = [await known(), await known()]
    await vendor.act(keyOf(first), 'resolved')
    await passUntil(app(), async () => (await incident(first)).status === 'resolved')
    await app().post(`/incidents/${second}/acknowledge`)
    await passUntil(app(), () => vendor.incidents.get(keyOf(second))!.status === 'acknowledged')
    await vendor.settled()
    expect(await acknowledgedBy(second)).toHaveLength(1)
  })

  it('is not believed without its signature, twice, or about others', async () => {
    const id = await known()
    const event = (more: object = {}, data: object = {}): string =>
      JSON.stringify({
        event: {
          id: 'e1',
          event_type: 'incident.acknowledged',
          occurred_at: app().clock.now().toISOString(),
          agent: null,
          data: { id: 'P0', incident_key: keyOf(id), ...data },
          ...more,
        },
      })
    const dayOld = new Date(app().clock.now().getTime() - 25 * 3_600_000).toISOString()
    const refused = [
      await postWebhook(url, event(), ['another secret']),
      await postWebhook(url, event(), []),
      await postWebhook(url, event({ occurred_at: dayOld }), [secret]),
      await postWebhook(url, '{"event":7}', [secret]),
    ]
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 403, 400])
    const theirs = await makeChannel('pagerduty', { routing_key: routingKey, webhook_secret: secret }, keys.other)
    expect((await postWebhook(theirs, event(), [secret])).status).toBe(204)
    expect((await postWebhook(url, event({ event_type: 'incident.priority_updated' }), [secret])).status).toBe(204)
    expect((await postWebhook(url, event({}, { incident_key: 'of another tool', id: null }), [secret])).status).toBe(
      400,
    )
    expect((await incident(id)).status).toBe('firing')
    expect((await postWebhook(url, event(), ['another secret', secret])).status).toBe(204)
    expect((await incident(id)).status).toBe('acknowledged')
  })
})

describe('Opsgenie', () => {
  let vendor: Awaited<ReturnType<typeof startOpsgenie>>
  let url: string
  const aliasOf = (id: number): string => [...vendor.alerts.keys()].find((alias) => alias.endsWith(`-${id}`))!

  beforeAll(async () => {
    vendor = await startOpsgenie({ headers: { 'X-Lapwing-Secret': secret }, email })
    url = await makeChannel('opsgenie', { api_key: opsgenieKey, url: vendor.origin, webhook_secret: secret })
    vendor.subscribe(url)
  })

  async function known(): Promise<number> {
    const { id } = await openIncident(app())
    await passUntil(app(), () => aliasOf(id) !== undefined)
    await allDelivered(app())
    return id
  }

  it('acknowledged there is acknowledged here, once', async () => {
    const id = await known()
    expect([await vendor.act(aliasOf(id), 'Acknowledge'), await vendor.repeat(aliasOf(id), 'Acknowledge')]).toEqual([
      204, 204,
    ])
    expect(await incident(id)).toMatchObject({ status: 'acknowledged', acknowledged_by: 'Ada' })
    await allDelivered(app())
    await vendor.settled()
    expect(await acknowledgedBy(id)).toEqual(['Ada through Opsgenie'])
  })

  it('closed there is resolved here, and acknowledged here is acknowledged there', async () => {
    const [first, second] = [await known(), await known()]
    await vendor.act(aliasOf(first), 'Close')
    await passUntil(app(), async () => (await incident(first)).status === 'resolved')
    await app().post(`/incidents/${second}/acknowledge`)
    await passUntil(app(), () => vendor.alerts.get(aliasOf(second))!.status === 'acked')
    await vendor.settled()
    expect(await acknowledgedBy(second)).toHaveLength(1)
  })

  it('is not believed without the secret, and may send it as a password', async () => {
    const id = await known()
    const body = JSON.stringify({
      action: 'Acknowledge',
      alert: { alertId: 'a1', alias: aliasOf(id), username: 'someone' },
    })
    const post = async (headers: Record<string, string>, address = url): Promise<number> =>
      (await fetch(address, { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body }))
        .status
    const basic = (password: string) => ({ Authorization: `Basic ${btoa(`lapwing:${password}`)}` })
    expect([await post({}), await post({ 'X-Lapwing-Secret': 'x' }), await post(basic('x'))]).toEqual([401, 401, 401])
    const theirs = await makeChannel('opsgenie', { api_key: opsgenieKey, webhook_secret: secret }, keys.other)
    expect(await post(basic(secret), theirs)).toBe(204)
    const without = await makeChannel('opsgenie', { api_key: opsgenieKey }, keys.other)
    expect(await post(basic(''), without)).toBe(404)
    expect((await incident(id)).status).toBe('firing')
    expect(await post(basic(secret))).toBe(204)
    expect(await incident(id)).toMatchObject({ status: 'acknowledged', acknowledged_by: 'someone' })
  })
})
