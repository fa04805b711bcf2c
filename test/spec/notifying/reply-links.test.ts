// Links in alerts: pages that ask, act once, and act for the right person only.
import { beforeAll, describe, expect, it } from 'vitest'
import { type ReplyToken, newReplyToken, readReplyToken } from '../../../src/domain/notifying/reply.ts'
import { createVault } from '../../../src/domain/vault.ts'
import { addChannel, channelSeverities, newChannelId } from '../../../src/store/notifications/channels.ts'
import { dropExpiredReplies } from '../../../src/store/notifications/used-replies.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { closed, openIncident, recover } from '../../kit/resources/incidents.ts'
import { sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { sharedKey } from '../../kit/lapwing/start-lapwing.ts'
import { signedIn } from '../../kit/people/signed-in.ts'
import { activityOf } from '../../kit/people/people.ts'

const logged: string[] = []
const note = (...line: unknown[]): void => void logged.push(JSON.stringify(line))
const app = sharedLapwing({ log: { debug: note, info: note, warn: note, error: note } })
const vault = createVault([sharedKey])

let channelId: number
let incident: any
let monitorId: string
beforeAll(async () => {
  channelId = await makeChannel('Acme', 'Ops mail')
})

async function makeChannel(organization: string, name: string): Promise<number> {
  const { store, clock } = app()
  const found = await store.row<{ id: string }>(sql`select id from organizations where name = ${organization}`)
  const id = await newChannelId(store)
  const facts = { enabled: true, isDefault: false, severityFilter: channelSeverities, fallbackChannelId: null }
  const channel = { id, name, type: 'email', config: {}, secrets: null, ...facts }
  await addChannel(store, found!.id, { channel, now: clock.now() })
  return id
}

const setEnabled = (enabled: boolean): Promise<number> =>
  app().store.run(sql`update notification_channels set enabled = ${enabled} where id = ${channelId}`)

/** A link to a new incident, unless the fields name another. */
async function linkTo(fields: Partial<ReplyToken> = {}): Promise<string> {
  incident = await openIncident(app())
  monitorId = incident.monitor.id
  return tokenOf(fields)
}

function tokenOf(fields: Partial<ReplyToken> = {}, key = vault): string {
  const expiresAt = new Date(app().clock.now().getTime() + 60_000)
  const usual = { use: 'link', action: 'acknowledge', person: 'ada@example.com', expiresAt } as const
  const alert = { kind: 'firing', at: app().clock.now() } as const
  return newReplyToken(key, { ...usual, incidentId: incident.id, channelId, ...fields }, alert)
}

const ask = async (method: string, token: string, headers: Record<string, string> = { accept: 'text/html' }) => {
  const response = await fetch(`${app().origin}/reply/${token}`, { method, headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
/** The text of a page, without markup. */
const wordsIn = (html: string): string => html.replace(/<style>[^]*<\/style>|<[^>]*>/g, ' ').replace(/\s+/g, ' ')
const statusOf = async (): Promise<string> => (await app().get(`/incidents/${incident.id}`)).body.status
const timeline = async (): Promise<any[]> => (await app().get(`/incidents/${incident.id}/timeline`)).body.data

describe('the page of a link', () => {
  it('says what will happen and for whom, and changes nothing however often it is opened', async () => {
    const token = await linkTo()
    const { status, text, headers } = await ask('GET', token)
    expect(status).toBe(200)
    expect(text).toContain('<title>Acknowledge this incident? · Lapwing</title>')
    expect(text).toContain(`<h1>${incident.monitor.name} is down</h1>`)
    expect(wordsIn(text)).toContain('Acknowledge as Ada')
    expect(text).toContain('<form method="post">')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual(['no-store', 'no-referrer'])
    await ask('HEAD', token)
    await ask('GET', token)
    expect(await statusOf()).toBe('firing')
  })

  it('acknowledges after a click, as the member with that address, and shows that afterwards', async () => {
    const token = await linkTo()
    const { status, text } = await ask('POST', token)
    expect([status, text.includes('<h1>Incident acknowledged</h1>')]).toEqual([200, true])
    expect((await app().get(`/incidents/${incident.id}`)).body).toMatchObject({
      status: 'acknowledged',
      acknowledged_by: 'Ada',
    })
    expect(await timeline()).toContainEqual(
      expect.objectContaining({ type: 'acknowledged', actor: 'Ada', data: { through: 'email' } }),
    )
    const [event] = await activityOf(app(), incident.id)
    expect(event).toMatchObject({ action: 'incident.acknowledged', actor: { name: 'Ada', email: 'ada@example.com' } })
    expect(event.changes).toMatchObject({ via: 'reply', client: 'email' })
    const again = await ask('GET', token)
    expect(again.text).toContain('Already acknowledged')
    expect(again.text).toContain('By Ada.')
    expect(wordsIn(again.text)).not.toContain('Acknowledge as')
    expect(logged.join('\n')).toContain('reply to an alert')
    expect(logged.join('\n')).not.toContain(token)
  })

  it('is in German for browsers that ask for it', async () => {
    const { text } = await ask('GET', await linkTo({ action: 'mute' }), {
      accept: 'text/html',
      'accept-language': 'de-AT',
    })
    expect(text).toContain('<html lang="de">')
    expect(text).toContain('Diesen Monitor 1 Stunde stummschalten?')
    expect(text).toContain(`<h1>${incident.monitor.name} ist ausgefallen</h1>`)
    expect(wordsIn(text)).toContain('Als Ada 1 h stummschalten')
  })

  it('names people who are not members by their address, and channels if nobody is named', async () => {
    expect((await ask('POST', await linkTo({ person: 'eve@example.net' }), {})).text).toBe(
      'Acknowledged by eve@example.net through email\n',
    )
    expect((await ask('POST', await linkTo({ person: null }), {})).text).toBe(
      'Acknowledged by Ops mail through email\n',
    )
  })
})

describe('beside the reply of a link', () => {
  const hrefs = (text: string): string[] =>
    [...text.matchAll(/(?:action|href)="\/reply\/([\w-]+)"/g)].map(([, token]) => token!)

  it('are the others of the same alert, which act for the same person and once', async () => {
    const token = await linkTo()
    const { text } = await ask('GET', token)
    const others = hrefs(text)
    expect(others.map((each) => readReplyToken(vault, each))).toMatchObject([
      { action: 'resolve', person: 'ada@example.com', incidentId: incident.id, channelId },
      { action: 'mute', person: 'ada@example.com', incidentId: incident.id, channelId },
    ])
    expect(others).toEqual([tokenOf({ action: 'resolve' }), tokenOf({ action: 'mute' })])
    expect((await ask('POST', others[1]!, {})).text).toBe('Muted for 1 hour by Ada through email\n')
    expect(hrefs((await ask('GET', token)).text)).toEqual([others[0]])
    expect(await statusOf()).toBe('firing')
  })

  it('is nothing once the incident is resolved', async () => {
    const token = await linkTo()
    await recover(app(), monitorId)
    const { text } = await ask('GET', token)
    expect([hrefs(text), text.includes('has recovered')]).toEqual([[], true])
  })
})

it('the page after a reply says who else was alerted', async () => {
  const token = await linkTo()
  const { organizationId } = (await app().store.row<{ organizationId: string }>(sql`
    select organization_id as "organizationId" from incidents where id = ${incident.id}`))!
  await app().store.run(sql`
    insert into notifications (organization_id, status, event, channel_id, channel_type, channel_name, oncall_page,
      incident_id, attempt, created_at)
    values (${organizationId}, 'sent', 'firing', ${channelId}, 'email', 'Ops mail', false, ${incident.id}, 1,
      ${app().clock.now()})`)
  const { text } = await ask('POST', token)
  expect(wordsIn(text)).toContain('Incident acknowledged By Ada. Reminders and escalation stop.')
  expect(wordsIn(text)).toContain('Also alerted: Ops mail.')
})

describe('a link', () => {
  it('ends with the membership of its person, in a channel of a group, too', async () => {
    const ben = await signedIn(app(), { role: 'member' })
    const person = ben.user.email
    const token = await linkTo({ person })
    expect(wordsIn((await ask('GET', token)).text)).toContain(`Acknowledge as ${ben.user.name}`)
    const owner = await signedIn(app())
    expect((await owner.ask('DELETE', `/dashboard/members/${ben.user.id}`)).status).toBe(200)
    for (const method of ['GET', 'POST']) {
      const { status, text } = await ask(method, token, {})
      expect([status, text]).toEqual([403, expect.stringContaining(`${person} is not a member of this organization`)])
      expect(text).not.toContain(incident.monitor.name)
    }
    for (const action of ['mute', 'resolve'] as const)
      expect((await ask('POST', tokenOf({ person: person.toUpperCase(), action }), {})).status).toBe(403)
    expect(await statusOf()).toBe('firing')
    expect(await timeline()).not.toContainEqual(expect.objectContaining({ type: 'acknowledged' }))
  })

  it('acknowledges once, even if it is posted several times at once', async () => {
    const token = await linkTo()
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask('POST', token, {})))
    const texts = answers.map(({ text }) => text.trim()).toSorted()
    expect(texts).toEqual([
      'Acknowledged by Ada through email',
      ...Array.from({ length: 4 }, () => 'Already acknowledged by Ada'),
    ])
    expect((await timeline()).filter(({ type }) => type === 'acknowledged')).toHaveLength(1)
  })

  it('mutes alerts of the monitor for an hour, once, and hides that from status pages and uptime', async () => {
    const token = await linkTo({ action: 'mute' })
    expect((await ask('POST', token, {})).text).toBe('Muted for 1 hour by Ada through email\n')
    expect(await ask('POST', token, {})).toMatchObject({ status: 409, text: 'This reply was already used\n' })
    expect((await ask('GET', token)).status).toBe(409)
    const { data } = (await app().get('/maintenance-windows')).body
    const mutes = data.filter((window: any) => window.monitor_ids.includes(monitorId))
    expect(mutes).toMatchObject([
      { duration_minutes: 60, suppress_alerts: true, exclude_from_sla: false, incident_id: incident.id },
    ])
    expect((await timeline()).at(-1)).toMatchObject({ type: 'muted', actor: 'Ada' })
  })

  it('resolves, and says who asked for it and through what', async () => {
    const token = await linkTo({ action: 'resolve' })
    expect((await ask('POST', token, {})).text).toBe('Resolved by Ada through email\n')
    const { resolved_by } = await closed(app(), incident.id)
    expect(resolved_by).toBe('Ada')
    expect(await timeline()).toContainEqual(
      expect.objectContaining({ type: 'resolved', data: { reason: 'resolved manually', through: 'email' } }),
    )
    expect((await ask('POST', tokenOf(), {})).text).toBe('The incident is already resolved\n')
    expect((await ask('GET', tokenOf())).text).toContain('This incident is resolved')
  })

  it('says so if the incident was resolved meanwhile', async () => {
    const token = await linkTo()
    await recover(app(), monitorId)
    expect((await ask('POST', token)).text).toContain('This incident is resolved')
  })

  it('passes on only if there is an escalation', async () => {
    const token = await linkTo({ action: 'pass-on' })
    expect(await ask('POST', token, {})).toMatchObject({ status: 403, text: expect.stringContaining('no next step') })
  })

  it('expires', async () => {
    const token = await linkTo()
    app().clock.advance(61_000)
    for (const method of ['GET', 'POST']) {
      const page = await ask(method, token)
      expect(page).toMatchObject({ status: 410, text: expect.stringContaining('has expired') })
      expect(page.text).not.toContain(incident.monitor.name)
    }
    expect(await statusOf()).toBe('firing')
  })

  it('works for nobody if it is forged, cut, for a button, or for a channel of another organization', async () => {
    const token = await linkTo()
    const foreign = await makeChannel('Other', 'Elsewhere')
    const bytes = Buffer.from(token, 'base64url')
    const changed = (at: number): string => Buffer.from(bytes.with(at, bytes[at]! ^ 1)).toString('base64url')
    const hostile = [
      ...[0, 6, 12, 16, 20, 26, bytes.length - 1].map(changed),
      token.slice(0, -1),
      `${token}A`,
      'x',
      'A'.repeat(600),
      encodeURIComponent('../../v1/incidents'),
      tokenOf({}, createVault(['a key of somebody else, who is not us'])),
      tokenOf({ use: 'button' }),
      tokenOf({ channelId: foreign }),
      tokenOf({ channelId: 999_999 }),
      tokenOf({ incidentId: 999_999 }),
    ]
    for (const each of hostile) expect((await ask('POST', each, {})).status, each).toBe(404)
    expect(await statusOf()).toBe('firing')
    expect((await ask('DELETE', token)).status).toBe(405)
    await setEnabled(false)
    expect((await ask('POST', token, {})).status).toBe(404)
    await setEnabled(true)
    expect((await ask('POST', token, {})).status).toBe(200)
  })

  it('is remembered until it expires', async () => {
    const count = async (): Promise<number> =>
      (await app().store.row<{ n: number }>(sql`select count(*)::int as n from used_replies`))!.n
    expect(await count()).toBeGreaterThan(0)
    await dropExpiredReplies(app().store, new Date(app().clock.now().getTime() + 3_600_000))
    expect(await count()).toBe(0)
  })
})

describe('a token', () => {
  it('has at most 60 characters for buttons, and says what it was made for', () => {
    incident = { id: 2 ** 47 }
    const token = tokenOf({ use: 'button', person: null, channelId: 2 ** 47, action: 'pass-on' })
    expect(token).toMatch(/^[\w-]{55}$/)
    expect(readReplyToken(vault, token)).toMatchObject({
      use: 'button',
      action: 'pass-on',
      incidentId: 2 ** 47,
      channelId: 2 ** 47,
      person: null,
    })
  })
})
