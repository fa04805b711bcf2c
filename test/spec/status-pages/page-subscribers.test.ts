// Subscribers of status pages: subscribe, confirm, receive messages, unsubscribe with one click.
import { describe, expect, it } from 'vitest'
import { newId } from '../../../src/domain/id.ts'
import type { Log } from '../../../src/domain/log.ts'
import { hashPassword } from '../../../src/domain/secret.ts'
import { createVault } from '../../../src/domain/vault.ts'
import { processDue } from '../../../src/engine/due-queue.ts'
import { sendEmails, updateQueue } from '../../../src/engine/status-pages/subscriber-emails.ts'
import { createNet } from '../../../src/net/index.ts'
import { createPolicy } from '../../../src/net/policy.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { addAnnouncement, advanceAnnouncement } from '../../../src/store/status-pages/announcements.ts'
import { sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { quiet } from '../../kit/log.ts'
import { startMailSink } from '../../kit/servers/mail-sink.ts'
import { storedPage } from '../../kit/resources/public-pages.ts'
import { startReceiver } from '../../kit/resources/receiver.ts'
import { announcementRow } from '../../kit/resources/status-pages.ts'

const secretKey = 'a secret key of more than 32 characters'
const app = sharedLapwing({
  env: {
    LAPWING_SECRET_KEY: secretKey,
    LAPWING_MAIL_URL: 'smtp://127.0.0.1:1?secure=none',
    LAPWING_MAIL_FROM: 'Status <status@lapwing.example>',
  },
})

const subscribe = (slug: string, fields: Record<string, string>) =>
  fetch(`${app().origin}/status/${slug}/subscribe`, { method: 'POST', body: new URLSearchParams(fields) })

/** Sends all due messages to a mail server and webhooks of this test. */
async function messenger(answer?: (line: string) => string | undefined, log: Log = quiet) {
  const sink = await startMailSink({ answer })
  const net = createNet({ policy: createPolicy({ allowPrivate: true }), clock: app().clock })
  const server = { host: '127.0.0.1', port: sink.port, secure: 'none', login: null } as const
  const parts = {
    store: app().store,
    clock: app().clock,
    log,
    vault: createVault([secretKey]),
    net,
    mail: { server, from: 'Status <status@lapwing.example>', net },
    origin: () => app().origin,
  }
  const deliver = async (): Promise<void> => {
    while (await processDue(parts, updateQueue));
    while (await sendEmails(parts));
  }
  return { sink, deliver }
}

const readable = (content: string): string =>
  content
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
const linkIn = (content: string, what: string): string =>
  new RegExp(`http://\\S+?/${what}/[\\w-]+`).exec(readable(content))![0]

async function subscribed(
  slug: string,
  address: string,
  deliver: () => Promise<void>,
  letters: readonly { content: string; to: string }[],
) {
  await subscribe(slug, { channel: 'email', address })
  await deliver()
  const manage = linkIn(letters.findLast(({ to }) => to === address)!.content, 'subscription')
  await fetch(manage, {
    method: 'POST',
    body: new URLSearchParams([
      ['all', 'yes'],
      ['kind', 'incident'],
    ]),
  })
  return manage
}

describe('a subscriber', () => {
  it('confirms, receives what they chose, and unsubscribes with one click', async () => {
    const page = await storedPage(app(), { name: 'Halden', components: ['Checkout', 'Search'] })
    const { sink, deliver } = await messenger()
    const first = await subscribe(page.slug, { channel: 'email', address: 'kim@example.com' })
    expect(first.status).toBe(202)
    await deliver()
    expect(sink.emails.map(({ to }) => to)).toEqual(['kim@example.com'])
    const manage = linkIn(sink.emails[0]!.content, 'subscription')
    expect(await (await fetch(manage)).text()).toContain('Which services')

    const announce = async (title: string, componentId: string) => {
      const row = announcementRow(app().clock.now(), { title, affectedComponentIds: [componentId] })
      await addAnnouncement(app().store, page.id, row)
      await deliver()
      return row
    }
    await announce('Before anything was confirmed', page.componentIds[0]!)
    expect(sink.emails).toHaveLength(1)

    const chosen = new URLSearchParams([
      ['component', page.componentIds[0]!],
      ['kind', 'incident'],
    ])
    expect((await fetch(manage, { method: 'POST', body: chosen })).status).toBe(200)
    await announce('Search is slow', page.componentIds[1]!)
    expect(sink.emails).toHaveLength(1)
    const outage = await announce('Payments fail', page.componentIds[0]!)
    const notice = sink.emails[1]!.content
    expect(notice).toContain('Subject: [Halden] Investigating: Payments fail')
    expect(notice).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(notice).toMatch(/Content-Type: text\/plain[\s\S]+Content-Type: text\/html/)
    const now = app().clock.now()
    const update = { id: newId(now), body: 'It is over.', event: null, status: 'resolved', createdAt: now } as const
    const ended = { ...outage, status: 'resolved', resolvedAt: now, updates: [...outage.updates, update] } as const
    await advanceAnnouncement(app().store, page.id, ended)
    await deliver()
    expect(sink.emails[2]!.content).toContain('Resolved')

    const stop = /List-Unsubscribe: ?<([^>]+)>/.exec(notice.replace(/\r\n\s/g, ''))![1]!
    expect((await fetch(stop)).status).toBe(200)
    expect((await fetch(manage)).status).toBe(200)
    const oneClick = await fetch(stop, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    })
    expect(oneClick.status).toBe(200)
    expect((await fetch(manage)).status).toBe(410)
    await announce('Payments fail again', page.componentIds[0]!)
    expect(sink.emails).toHaveLength(3)
  })

  it('unsubscribes with one click even from a page with a password', async () => {
    const page = await storedPage(app())
    const { sink, deliver } = await messenger()
    const manage = await subscribed(page.slug, 'locked-out@example.com', deliver, sink.emails)
    await page.setPassword(await hashPassword('open sesame'))
    await expect.poll(async () => (await fetch(manage)).status).toBe(404)
    const announce = async (title: string): Promise<void> => {
      await addAnnouncement(app().store, page.id, announcementRow(app().clock.now(), { title }))
      await deliver()
    }
    await announce('Payments fail')
    const stop = linkIn(sink.emails[1]!.content, 'unsubscribe')
    expect((await fetch(stop)).status).toBe(200)
    expect((await fetch(`${stop}x`)).status).toBe(404)
    const click = () => fetch(stop, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })
    expect((await click()).status).toBe(200)
    await announce('Payments fail again')
    expect(sink.emails).toHaveLength(2)
    expect((await click()).status).toBe(404)
  })

  it('gets the same response for known and unknown addresses, and one email in ten minutes', async () => {
    const page = await storedPage(app())
    const { sink, deliver } = await messenger()
    const texts: string[] = []
    for (const address of ['lee@example.com', 'Lee@example.com', 'new@example.com'])
      texts.push(await (await subscribe(page.slug, { channel: 'email', address })).text())
    expect(new Set(texts).size).toBe(1)
    await deliver()
    expect(sink.emails.map(({ to }) => to)).toEqual(['lee@example.com', 'new@example.com'])
  })

  it('beyond the limit of the plan gets the same response but no email; existing ones can still change choices', async () => {
    const page = await storedPage(app())
    const { sink, deliver } = await messenger()
    const { count } = (await app().store.row<{ count: number }>(sql`
      select count(*) from status_page_subscribers where confirmed_at is not null and retired_at is null`))!
    const limit = (most: object) =>
      app().store.run(sql`update organizations set limits = ${JSON.stringify(most)} where name = 'Acme'`)
    await limit({ status_page_subscribers: count + 1 })
    const ask = async (name: string) =>
      (await subscribe(page.slug, { channel: 'email', address: `${name}@example.com` })).text()
    const answers = [await ask('first'), await ask('second')]
    await deliver()
    const confirm = ({ content }: { content: string }) =>
      fetch(linkIn(content, 'subscription'), { method: 'POST', body: new URLSearchParams({ kind: 'incident' }) })
    const statuses: number[] = []
    for (const letter of sink.emails.slice(0, 2)) statuses.push((await confirm(letter)).status)
    expect(statuses).toEqual([200, 410])
    app().clock.advance(11 * 60_000)
    const notified = sink.emails[0]!.to.split('@')[0]!
    answers.push(await ask('third'), await ask(notified))
    await deliver()
    expect(new Set(answers).size).toBe(1)
    expect(sink.emails.slice(2).map(({ to }) => to)).toEqual([`${notified}@example.com`])
    await limit({})
  })

  it('sees the error beside the address, which stays in the form', async () => {
    const page = await storedPage(app())
    for (const [channel, address] of [
      ['email', 'nobody'],
      ['webhook', 'https://10.0.0.1/hook'],
      ['slack', 'http://hooks.example/x'],
      ['webhook', 'https://localhost/'],
    ] as const) {
      const answer = await subscribe(page.slug, { channel, address })
      expect(answer.status).toBe(400)
      const text = await answer.text()
      expect(text).toContain(`value="${address}"`)
      expect(text).toContain('aria-invalid="true"')
    }
  })

  it('with a deleted mailbox gets no more emails', async () => {
    const page = await storedPage(app())
    const { sink, deliver } = await messenger((line) =>
      /RCPT TO:<gone@/i.test(line) ? '550 5.1.1 no such user' : undefined,
    )
    await subscribe(page.slug, { channel: 'email', address: 'gone@example.com' })
    await subscribed(page.slug, 'here@example.com', deliver, sink.emails)
    expect(sink.emails.map(({ to }) => to)).toEqual(['here@example.com'])
    const rows = await app().store.rows(sql`
      select address, retired_reason from status_page_subscribers where page_id = ${page.id} order by address`)
    expect(rows).toEqual([
      { address: 'gone@example.com', retired_reason: 'the mail server knows no such address' },
      { address: 'here@example.com', retired_reason: null },
    ])
  })

  it('gets the email later if the mail server refuses it, with a warning in the log', async () => {
    const page = await storedPage(app())
    let isBusy = true
    const warnings: unknown[] = []
    const log = { ...quiet, warn: (message: string, fields?: object) => void warnings.push([message, fields]) }
    const { sink, deliver } = await messenger((line) => (isBusy && /^MAIL/i.test(line) ? '451 later' : undefined), log)
    await subscribe(page.slug, { channel: 'email', address: 'patient@example.com' })
    await deliver()
    expect(warnings).toEqual([[expect.stringContaining('refuses emails'), { error: expect.stringContaining('451') }]])
    isBusy = false
    app().clock.advance(61_000)
    await deliver()
    expect(sink.emails.map(({ to }) => to)).toEqual(['patient@example.com'])
  })

  it('is kept with the email if the mail server refuses the login', async () => {
    const page = await storedPage(app())
    let isShut = false
    const warnings: unknown[] = []
    const log = { ...quiet, warn: (message: string, fields?: object) => void warnings.push([message, fields]) }
    const answer = (line: string) => (isShut && /^EHLO|^HELO/i.test(line) ? '554 5.7.1 not you' : undefined)
    const { sink, deliver } = await messenger(answer, log)
    await subscribed(page.slug, 'loyal@example.com', deliver, sink.emails)
    isShut = true
    const titles = ['First', 'Second', 'Third', 'Fourth']
    for (const title of titles)
      await addAnnouncement(app().store, page.id, announcementRow(app().clock.now(), { title }))
    await deliver()
    expect(warnings[0]).toEqual([expect.stringContaining('refuses emails'), { error: expect.stringContaining('554') }])
    isShut = false
    app().clock.advance(61_000)
    await deliver()
    expect(sink.emails.slice(1).map(({ to }) => to)).toEqual(titles.map(() => 'loyal@example.com'))
  })

  it('who reloads the response of the form gets the form', async () => {
    const { slug } = await storedPage(app())
    const back = await fetch(`${app().origin}/status/${slug}/subscribe?lang=de`, { redirect: 'manual' })
    expect([back.status, back.headers.get('location')]).toEqual([303, `/status/${slug}?lang=de#subscribe`])
    expect((await fetch(`${app().origin}/status/never-was-here/subscribe`, { redirect: 'manual' })).status).toBe(404)
  })

  it('with a deleted webhook is retired, and with a busy one retried', async () => {
    const page = await storedPage(app())
    const receiver = await startReceiver()
    const { deliver } = await messenger()
    const now = app().clock.now()
    const vault = createVault([secretKey])
    for (const path of ['gone', 'busy', 'fine']) {
      const id = newId(now)
      const sealed = vault.seal(
        JSON.stringify({ address: `${receiver.origin}/${path}`, token: `token-of-${path}-${id}` }),
        `status page subscriber ${id}`,
      )
      await app().store.run(sql`
        insert into status_page_subscribers (
          page_id, id, channel, address, address_hash, sealed, token_hash, language, confirmed_at, created_at
        )
        values (${page.id}, ${id}, 'webhook', ${path}, ${Buffer.from(id)}, ${sealed}, ${Buffer.from(id)}, 'en', ${now}, ${now})`)
    }
    receiver.answer((response, { path }) => response.writeHead({ '/gone': 410, '/busy': 503 }[path] ?? 200).end())
    await addAnnouncement(app().store, page.id, announcementRow(now, { title: 'Payments fail' }))
    await deliver()
    expect(receiver.requests.find(({ path }) => path === '/fine')!.json()).toMatchObject({
      announcement: { title: 'Payments fail', status: 'investigating' },
    })
    const retired = await app().store.rows(sql`
      select address from status_page_subscribers where page_id = ${page.id} and retired_at is not null`)
    expect(retired).toEqual([{ address: 'gone' }])
    receiver.answer({})
    app().clock.advance(61_000)
    await deliver()
    expect(receiver.requests.filter(({ path }) => path === '/busy')).toHaveLength(2)
  })
})
