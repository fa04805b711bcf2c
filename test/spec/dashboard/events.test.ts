import { describe, expect, it, onTestFinished } from 'vitest'
import { maxStreamsPerSession } from '../../../src/api/limits/stream-limits.ts'
import { keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { openIncident } from '../../kit/resources/incidents.ts'
import { make } from '../../kit/resources/monitors.ts'
import { type Person, signedIn } from '../../kit/people/signed-in.ts'
import { waitUntil } from '../../kit/wait-until.ts'

const app = sharedLapwing()

/** An open stream, with the events received so far. */
async function listen({ cookie }: Pick<Person, 'cookie'>, headers: Record<string, string> = {}, query = '') {
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  const answer = await fetch(`${app().origin}/app/dashboard/events${query}`, {
    headers: { cookie, ...headers },
    signal: leaving.signal,
  })
  const received = { text: '', ended: false, status: answer.status, headers: answer.headers }
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder()
    try {
      for await (const bytes of answer.body!) received.text += decoder.decode(bytes, { stream: true })
    } finally {
      received.ended = true
    }
  }
  void read().catch(() => undefined)
  const has = (name: string) => waitUntil(() => received.text.includes(`event: ${name}\n`))
  await has('open')
  return { received, has, leave: () => leaving.abort() }
}

describe('GET /app/dashboard/events', () => {
  it('sends events of the organization to a signed-in user, and none of another', async () => {
    const [ours, theirs] = [await signedIn(app()), await signedIn(app(), { key: keys.other, role: 'viewer' })]
    const [tab, stranger] = [await listen(ours), await listen(theirs)]
    expect(tab.received.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(tab.received.headers.get('x-content-type-options')).toBe('nosniff')
    const incident = await openIncident(app())
    await tab.has('activity')
    await tab.has('incident')
    await waitUntil(() => {
      app().clock.advance(1000)
      return tab.received.text.includes(`{"id":"${incident.monitor.id}","state":"down"`)
    })
    expect(tab.received.text).toContain(`data: {"number":${incident.id},"status":"firing"}`)
    expect(stranger.received.text).not.toMatch(/event: (activity|incident|monitor)\n/)
  })

  it('continues after Last-Event-ID', async () => {
    const person = await signedIn(app())
    const tab = await listen(person)
    const [, id] = /^id: (.+)$/m.exec(tab.received.text)!
    tab.leave()
    await make(app())
    const again = await listen(person, { 'last-event-id': id! })
    await again.has('activity')
    expect(again.received.text).not.toContain('event: resync')
    const late = await listen(person, { 'last-event-id': '1-gone' })
    await late.has('resync')
  })

  it('starts with events since the page was read', async () => {
    const person = await signedIn(app())
    const { headers } = await person.ask('GET', '/dashboard/overview')
    await make(app())
    const tab = await listen(person, {}, `?after=${headers.get('x-lapwing-event')}`)
    await tab.has('activity')
    expect(tab.received.text).not.toContain('event: resync')
    const stranger = await listen(person, {}, '?after=whenever')
    await stranger.has('resync')
  })

  it('ends with the session', async () => {
    const person = await signedIn(app(), { role: 'member' })
    const tab = await listen(person)
    const other = await listen(await signedIn(app(), { user: person.user, role: 'member' }))
    expect((await person.ask('POST', '/dashboard/sign-out')).status).toBeLessThan(300)
    await waitUntil(() => tab.received.ended)
    expect(other.received.ended).toBe(false)
  })

  it('ends when its user is no longer a member', async () => {
    const [owner, person] = [await signedIn(app()), await signedIn(app(), { role: 'member' })]
    const tab = await listen(person)
    expect((await owner.ask('DELETE', `/dashboard/members/${person.user.id}`)).status).toBe(200)
    await waitUntil(() => tab.received.ended)
  })

  it('is refused once a session has many open, and opened again after one is closed', async () => {
    const person = await signedIn(app(), { role: 'member' })
    const tabs = []
    for (let n = 0; n < maxStreamsPerSession; n++) tabs.push(await listen(person))
    const ask = () =>
      fetch(`${app().origin}/app/dashboard/events`, { headers: { cookie: person.cookie }, signal: leaving.signal })
    const leaving = new AbortController()
    onTestFinished(() => leaving.abort())
    const refused = await ask()
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('60')
    expect(((await refused.json()) as any).error).toMatchObject({
      code: 'rate_limited',
      message: expect.stringContaining('16 event streams are open for this session'),
    })
    expect((await person.ask('GET', '/dashboard/session')).status).toBe(200)
    await listen(await signedIn(app(), { user: person.user, role: 'member' }))
    tabs[0]!.leave()
    await expect.poll(async () => (await ask()).status).toBe(200)
  })

  it('requires a session', async () => {
    const { status } = await fetch(`${app().origin}/app/dashboard/events`, {
      headers: { cookie: 'lapwing_session=guessed' },
    })
    expect(status).toBe(401)
  })
})
