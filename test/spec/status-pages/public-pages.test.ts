// Public status pages, and what they must not reveal.
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { Statuspage } from 'statuspage.js'
import { describe, expect, it } from 'vitest'
import { hashPassword } from '../../../src/domain/secret.ts'
import { sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { type StoredPageDraft, storedPage } from '../../kit/resources/public-pages.ts'

const app = sharedLapwing()
const aPage = (draft?: StoredPageDraft) => storedPage(app(), draft)
const visitPage = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${app().origin}${path}`, { headers, redirect: 'manual' })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** Sets the Host header, which fetch does not allow. */
async function visitHost(path: string, host: string): Promise<{ status: number; type: string; text: string }> {
  const requested = request(`${app().origin}${path}`, { headers: { host } }).end()
  const [response] = (await once(requested, 'response')) as [IncomingMessage]
  return { status: response.statusCode!, type: response.headers['content-type'] ?? '', text: await text(response) }
}

describe('a status page', () => {
  it("works without scripts, in the visitor's language", async () => {
    const { slug } = await aPage({ name: 'Halden', components: ['Checkout', 'Search'] })
    const { status, text: page, headers } = await visitPage(`/status/${slug}`)
    expect(status).toBe(200)
    expect(page).toContain('<h3>Checkout</h3>')
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    const german = await visitPage(`/status/${slug}`, { 'accept-language': 'pt;q=1, de-AT;q=0.8, en;q=0.5' })
    expect(german.text).toContain('<html lang="de"')
    expect(german.headers.get('content-language')).toBe('de')
    expect(german.headers.get('vary')).toContain('accept-language')
    expect((await visitPage(`/status/${slug}?lang=ja`)).text).toContain('サービス')
  })

  it('allows no scripts, external resources or framing', async () => {
    const { slug } = await aPage()
    const { headers } = await visitPage(`/status/${slug}`)
    const policy = headers.get('content-security-policy')!
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
    expect(policy).toContain("frame-ancestors 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('set-cookie')).toBeNull()
  })

  it('supports ETag and gzip', async () => {
    const { slug } = await aPage({ components: ['Checkout'] })
    const first = await visitPage(`/status/${slug}`)
    const etag = first.headers.get('etag')!
    const again = await visitPage(`/status/${slug}`, { 'if-none-match': etag })
    expect(again.status).toBe(304)
    expect(again.text).toBe('')
    const zipped = await fetch(`${app().origin}/status/${slug}`, { headers: { 'accept-encoding': 'gzip' } })
    expect(zipped.headers.get('content-encoding')).toBe('gzip')
    expect(await zipped.text()).toBe(first.text)
  })

  it('shows a change at once, and is 404 at its old address', async () => {
    const page = await aPage({ name: 'Before' })
    expect((await visitPage(`/status/${page.slug}`)).text).toContain('Before')
    await page.change({ name: 'After' })
    await expect.poll(async () => (await visitPage(`/status/${page.slug}`)).text).toContain('After')
    await page.change({ slug: `${page.slug}-moved` })
    await expect.poll(async () => (await visitPage(`/status/${page.slug}`)).status).toBe(404)
    expect((await visitPage(`/status/${page.slug}-moved`)).status).toBe(200)
  })

  it('is available in the widely used JSON format', async () => {
    const page = await aPage({ name: 'Halden', components: ['Checkout', 'Search'] })
    const announce = (fields: object) =>
      app().post(`/status-pages/${page.id}/announcements`, { title: 'Trouble', body: 'We are on it.', ...fields })
    const affected = { affectedComponentIds: [page.componentIds[0]] }
    expect((await announce({ severity: 'critical', ...affected })).status).toBe(201)
    const client = new Statuspage('halden')
    const reached = client as unknown as { axios: { defaults: { baseURL: string } } }
    reached.axios.defaults.baseURL = `${app().origin}/status/${page.slug}/api/v2`
    await expect.poll(async () => (await client.unresolvedIncidents()).incidents).toHaveLength(1)
    expect(await client.summary()).toMatchObject({
      page: { name: 'Halden', updated_at: expect.any(Date) },
      status: { indicator: 'critical', description: expect.stringMatching(/\w/) },
      components: [
        { name: 'Checkout', status: 'major_outage' },
        { name: 'Search', status: 'operational' },
      ],
      incidents: [{ name: 'Trouble', impact: 'critical', incident_updates: [{ body: 'We are on it.' }] }],
      scheduled_maintenances: [],
    })
    expect(await client.status()).toHaveProperty('status.indicator', 'critical')
    expect((await client.components()).components).toHaveLength(2)
    expect((await client.allIncidents()).incidents).toHaveLength(1)
    const planned = [
      client.allScheduledMaintenances(),
      client.activeScheduledMaintenances(),
      client.upcomingScheduledMaintenances(),
    ]
    for (const { scheduled_maintenances } of await Promise.all(planned)) expect(scheduled_maintenances).toEqual([])
  })

  it("is embedded in the visitor's language, with a Vary header", async () => {
    const { slug } = await aPage({ components: ['Checkout'] })
    const badge = (language: string, query = '') =>
      visitPage(`/v1/embeds/status-pages/${slug}/badge.svg${query}`, { 'accept-language': language })
    const [german, english] = [await badge('de'), await badge('en')]
    expect(german.text).not.toBe(english.text)
    expect(german.headers.get('vary')).toContain('accept-language')
    expect((await badge('de')).text).toBe(german.text)
    expect((await badge('en', '?label=Ours')).text).toContain('Ours')
    expect((await badge('en')).text).toBe(english.text)
  })

  it('is served at the root of its own hostname', async () => {
    const page = await aPage({ name: 'Hosted' })
    await page.addHost('status.hosted.example')
    const at = (path: string) => visitHost(path, 'Status.Hosted.example:443')
    await expect.poll(async () => (await at('/')).text).toContain('Hosted')
    expect((await at('/')).text).toContain('href="/history"')
    expect((await at('/feed.rss')).type).toContain('rss')
    expect((await at('/sign-in')).status).toBe(404)
  })
})

describe('a hidden page', () => {
  const places = [
    '',
    '/history',
    '/feed.rss',
    '/feed.json',
    '/calendar.ics',
    '/api/v2/summary.json',
    '/llms.txt',
    '/logo.png',
  ]

  it('cannot be distinguished from a missing one', async () => {
    const hidden = await aPage({ isPublic: false })
    const locked = await aPage({ password: await hashPassword('open sesame') })
    const gone = await aPage()
    await gone.remove()
    await expect.poll(async () => (await visitPage(`/status/${gone.slug}`)).status).toBe(404)
    const seen = async (slug: string) =>
      Promise.all(
        [...places.map((place) => `/status/${slug}${place}`), ...embedsOf(slug)].map(async (path) => {
          const { status, text, headers } = await visitPage(path)
          const { date: _, ...rest } = Object.fromEntries(headers)
          return { status, text: text.replaceAll(slug, 'x'), headers: rest }
        }),
      )
    const never = await seen('never-was-here')
    expect(never.every(({ status }) => status === 404)).toBe(true)
    for (const { slug } of [hidden, locked, gone]) expect(await seen(slug)).toEqual(never)
  })

  const embedsOf = (slug: string): string[] =>
    ['', '/badge.svg', '/badge.json', '/uptime/30d.svg', '/widget.js', '/frame'].map(
      (rest) => `/v1/embeds/status-pages/${slug}${rest}`,
    )

  const guess = (slug: string, password: string, path = '') =>
    fetch(`${app().origin}/status/${slug}${path}`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ password }),
    })

  it('opens with its current password', async () => {
    const page = await aPage({ name: 'Secret', password: await hashPassword('open sesame') })
    const wrong = await guess(page.slug, 'open barley')
    const nowhere = await guess('never-was-here', 'open sesame')
    expect([wrong.status, await wrong.text()]).toEqual([nowhere.status, await nowhere.text()])
    const right = await guess(page.slug, 'open sesame')
    expect(right.status).toBe(303)
    const cookie = right.headers.get('set-cookie')!
    expect(cookie).toMatch(/HttpOnly; SameSite=Lax/)
    const headers = { cookie: cookie.split(';')[0]! }
    const { text, headers: sent } = await visitPage(`/status/${page.slug}`, headers)
    expect(text).toContain('Secret')
    expect(sent.get('cache-control')).toContain('private')
    expect((await visitPage(`/v1/embeds/status-pages/${page.slug}/badge.svg`, headers)).status).toBe(404)
    await page.setPassword(await hashPassword('another one'))
    await expect.poll(async () => (await visitPage(`/status/${page.slug}`, headers)).status).toBe(404)
  })

  it('allows ten password attempts a minute', async () => {
    app().clock.advance(61_000)
    for (let turn = 0; turn < 10; turn += 1) expect((await guess('any-page', 'x')).status).toBe(404)
    expect((await guess('any-page', 'x')).status).toBe(429)
    app().clock.advance(61_000)
    expect((await guess('any-page', 'x')).status).toBe(404)
  })
})
