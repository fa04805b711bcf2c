// How status pages are edited: components, drafts, logos, passwords, hostnames and subscribers.
import { describe, expect, it } from 'vitest'
import { isPassword } from '../../../src/domain/secret.ts'
import {
  discardStatusPageDraft,
  getEditedStatusPage,
  listThirdPartyServices,
  publishStatusPageDraft,
  updateStatusPageComponents,
  updateStatusPageDraft,
} from '../../../src/operations/status-pages/editor.ts'
import {
  addStatusPageHost,
  checkStatusPageHost,
  deleteStatusPageHost,
} from '../../../src/operations/status-pages/hosts.ts'
import {
  deleteStatusPageLogo,
  uploadStatusPageLogo,
  setStatusPagePassword,
} from '../../../src/operations/status-pages/logo-and-password.ts'
import { previewStatusPage } from '../../../src/operations/status-pages/preview.ts'
import {
  deleteSubscriber,
  importSubscribers,
  listSubscribers,
} from '../../../src/operations/status-pages/subscribers.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { readLogo } from '../../../src/store/status-pages/logos.ts'
import { readPageView } from '../../../src/store/status-pages/page-view.ts'
import { type DashboardAnswer, dashboardOf } from '../../kit/people/dashboard.ts'
import { keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { make } from '../../kit/resources/monitors.ts'
import { signedIn } from '../../kit/people/signed-in.ts'

const app = sharedLapwing({
  env: { LAPWING_MAIL_URL: 'smtp://127.0.0.1:1?secure=none', LAPWING_MAIL_FROM: 'Status <status@lapwing.example>' },
})
type AskArguments = Parameters<ReturnType<typeof dashboardOf>['ask']>

let slugs = 0
async function newPage(): Promise<any> {
  const body = { slug: `edited-${++slugs}`, name: 'P', components: [{ name: 'Checkout' }] }
  return (await app().post('/status-pages', body)).body
}

const ask = (...args: AskArguments): Promise<DashboardAnswer> => dashboardOf(app()).ask(...args)
async function done(...args: AskArguments): Promise<any> {
  const { status, body } = await ask(...args)
  expect([200, 201], JSON.stringify(body)).toContain(status)
  return body
}
const shownAt = async (slug: string) => (await readPageView(app().store, { slug }, app().clock.now()))!

describe('components', () => {
  it('are replaced at once; existing ones keep their ids', async () => {
    const { id, components } = await newPage()
    const monitor = await make(app())
    const body = {
      components: [
        { name: 'Search', monitorIds: [monitor.id], displayMode: 'expanded', publicCause: 'full' },
        { ...named(components[0]), displayMode: 'collapsible_group', publicCause: 'cause' },
        { name: 'GitHub', thirdParty: { serviceSlug: 'github', components: ['Actions'] } },
      ],
    }
    const page = await done(updateStatusPageComponents, { id, body })
    expect(page.components).toMatchObject([
      { name: 'Search', position: 0, display_mode: 'expanded', public_cause: 'full', monitor_ids: [monitor.id] },
      { id: components[0].id, position: 1, display_mode: 'collapsible_group', public_cause: 'cause' },
      { position: 2, third_party: { service_slug: 'github', components: ['Actions'] } },
    ])
    const live = (await app().get(`/status-pages/${id}`)).body
    expect(live.components[2]).toMatchObject({
      status: 'unknown',
      monitors: [],
      third_party: { service_slug: 'github' },
    })
    expect(live.overall_status).toBe('operational')
  })

  it.each([
    ['an id that is not of the page', { id: '0198c5a2-d1a1-7c10-9f4e-5d6c7b8a9f01', name: 'A' }],
    ['a service that is not known', { name: 'A', thirdParty: { serviceSlug: 'nobody' } }],
    ['monitors beside a service', { name: 'A', monitorTags: ['a'], thirdParty: { serviceSlug: 'github' } }],
  ])('with %s are refused', async (_case, component) => {
    const { id } = await newPage()
    expect((await ask(updateStatusPageComponents, { id, body: { components: [component] } })).status).toBe(400)
  })

  it('can show third-party services from a list', async () => {
    const { data } = await done(listThirdPartyServices)
    expect(data).toContainEqual(expect.objectContaining({ slug: 'github', name: 'GitHub' }))
  })
})

const named = ({ id, name }: { id: string; name: string }) => ({ id, name })

describe('a draft', () => {
  it('is only visible in the preview until it is published', async () => {
    const { id, slug, components } = await newPage()
    const draft = {
      components: [named(components[0]), { name: 'New' }],
      look: { theme: 'dark', language: 'de', daysShown: 30, footer: 'Acme Ltd.' },
    }
    const kept = await done(updateStatusPageDraft, { id, body: draft })
    expect(kept.draft.components).toHaveLength(2)
    // A component that exists only in the draft keeps its id, too.
    const again = { ...draft, components: kept.draft.components.map(named) }
    expect((await done(updateStatusPageDraft, { id, body: again })).draft.components).toEqual(kept.draft.components)

    const { view } = await done(previewStatusPage, { id })
    expect(view).toMatchObject({ theme: 'dark', language: 'de', days_shown: 30, footer: 'Acme Ltd.' })
    expect(view.components).toHaveLength(2)
    expect((await shownAt(slug)).view).toMatchObject({ theme: 'auto', components: [{ name: 'Checkout' }] })

    const published = await done(publishStatusPageDraft, { id })
    expect(published).toMatchObject({ draft: null, theme: 'dark', language: 'de', days_shown: 30, component_count: 2 })
    expect((await shownAt(slug)).view.components.map(({ name }) => name)).toEqual(['Checkout', 'New'])
    expect((await ask(publishStatusPageDraft, { id })).status).toBe(409)
  })

  it('can be discarded', async () => {
    const { id } = await newPage()
    await done(updateStatusPageDraft, { id, body: { look: { theme: 'dark' } } })
    expect(await done(discardStatusPageDraft, { id })).toMatchObject({ draft: null, theme: 'auto' })
  })
})

describe('a preview as HTML', () => {
  const seen = async (id: string, search = '') =>
    (await signedIn(app())).ask('GET', `/status-pages/${id}/preview?format=html${search}`)

  it('shows the draft in any language and theme, framed only by us and without scripts', async () => {
    const { id } = await newPage()
    const { picture } = uploadStatusPageLogo.bodyExample as { picture: string }
    await done(uploadStatusPageLogo, { id, body: { picture } })
    await done(updateStatusPageDraft, { id, body: { components: [{ name: '<script>x</script>' }] } })
    const { headers, text } = await seen(id, '&language=de&theme=dark')
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect(headers.get('cache-control')).toBe('no-store')
    const policy = headers.get('content-security-policy')!.split('; ')
    expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "frame-ancestors 'self'", 'sandbox']))
    expect(text).toContain('<html lang="de" data-theme="dark">')
    expect(text).toContain('&lt;script&gt;')
    expect(text).not.toContain('<script')
    expect(text).toContain('src="data:image/png;base64,')
    expect(text).toContain('<base target="_blank" />')
  })

  it('can show an outage with the details that visitors would see', async () => {
    const { id, components } = await newPage()
    const full = { ...named(components[0]), publicCause: 'full' }
    await done(updateStatusPageDraft, { id, body: { components: [full, { name: 'Search' }] } })
    expect((await seen(id)).text).not.toContain('Checkout returns errors')
    expect((await seen(id, '&as=outage')).text).toContain('Checkout returns errors. Detected: 503. Expected: 200.')
    const { view } = await done(previewStatusPage, { id, query: { as: 'outage' } })
    expect(view).toMatchObject({
      overall_status: 'major_outage',
      active: [{ affected_components: [{ name: 'Checkout' }] }],
    })
    await done(updateStatusPageDraft, { id, body: { components: [] } })
    expect((await seen(id, '&as=outage')).text).toContain('Problem with P')
  })
})

describe('subscribers', () => {
  const refusals = ({ refused }: { refused: { line: number; reason: string }[] }): string[] =>
    refused.map(({ line, reason }) => `${line} ${reason}`)

  it('are imported with a confirmation email each, and invalid lines are reported', async () => {
    const { id } = await newPage()
    const csv = 'name;email\nAda;ada@example.com\nBen;ben@\nAda;ADA@example.com\n\nLee;lee_1@example.com'
    const first = await done(importSubscribers, { id, body: { csv } })
    expect(first.asked).toBe(2)
    expect(refusals(first)).toEqual(['3 invalid', '4 repeated'])
    const again = await done(importSubscribers, { id, body: { addresses: ['ada@example.com', 'new@example.com'] } })
    expect(again.asked).toBe(1)
    expect(refusals(again)).toEqual(['1 known'])
    const emails = await app().store.rows(sql`
      select
      from status_page_letters l
      join status_page_subscribers s on s.id = l.subscriber_id
      where s.page_id = ${id}`)
    expect(emails).toHaveLength(3)
    for (const body of [{}, { csv: '\n' }, { csv, addresses: ['x@example.com'] }])
      expect((await ask(importSubscribers, { id, body })).status).toBe(400)
    const { data } = (await app().get(`/activity?entity_id=${id}&action=status_page.subscribers_imported`)).body
    expect(data.map(({ changes }: any) => changes.asked)).toEqual([1, 2])
  })

  it('are counted, searched and paged', async () => {
    const { id } = await newPage()
    const addresses = ['ada@example.com', 'a_b@example.com', 'lee@example.com']
    await done(importSubscribers, { id, body: { addresses } })
    await app().store.run(sql`
      update status_page_subscribers set confirmed_at = created_at where page_id = ${id} and address like 'lee@%'`)
    const all = await done(listSubscribers, { id })
    expect(all).toMatchObject({
      has_more: false,
      by_channel: { email: 3, slack: 0, webhook: 0 },
      by_state: { confirmed: 1, waiting: 2, retired: 0 },
    })
    const listed = async (query: Record<string, string>) =>
      (await done(listSubscribers, { id, query })).data.map(({ address }: any) => address)
    expect(await listed({ q: 'A_B' })).toEqual(['a_b@example.com'])
    expect(await listed({ state: 'confirmed' })).toEqual(['lee@example.com'])
    expect(await listed({ channel: 'slack' })).toEqual([])
    const { data, next_cursor: cursor } = await done(listSubscribers, { id, query: { limit: '2' } })
    const rest = await done(listSubscribers, { id, query: { limit: '2', cursor } })
    expect([...data, ...rest.data]).toEqual(all.data)
  })

  it('are removed with their address, by members only', async () => {
    const { id } = await newPage()
    await done(importSubscribers, { id, body: { addresses: ['kim@example.com'] } })
    const [subscriber] = (await done(listSubscribers, { id })).data
    const params = { subscriberId: subscriber.id }
    expect((await ask(listSubscribers, { id, role: 'viewer' })).status).toBe(403)
    expect((await ask(deleteSubscriber, { id: (await newPage()).id, params })).status).toBe(404)
    await done(deleteSubscriber, { id, params })
    expect((await ask(deleteSubscriber, { id, params })).status).toBe(404)
    const { data } = (await app().get(`/activity?entity_id=${id}&action=status_page.subscriber_removed`)).body
    expect(data).toHaveLength(1)
    expect(JSON.stringify(data)).not.toContain('kim@example.com')
  })

  it('are limited by the plan', async () => {
    const { id } = await newPage()
    const limit = (most: object) =>
      app().store.run(sql`update organizations set limits = ${JSON.stringify(most)} where name = 'Acme'`)
    const { count } = (await app().store.row<{ count: number }>(sql`select count(*) from status_page_subscribers`))!
    await limit({ status_page_subscribers: count + 1 })
    const { asked, refused } = await done(importSubscribers, { id, body: { addresses: ['a@b.test', 'c@b.test'] } })
    await limit({})
    expect(asked).toBe(1)
    expect(refused).toMatchObject([{ line: 2, reason: 'limit', message: expect.stringContaining('change the plan') }])
  })
})

it('a logo is converted to a new PNG, and other files are refused', async () => {
  const { id, slug } = await newPage()
  const { picture } = uploadStatusPageLogo.bodyExample as { picture: string }
  const sent = Buffer.concat([Buffer.from(picture, 'base64'), Buffer.from('<script>')])
  await done(uploadStatusPageLogo, { id, body: { picture: sent.toString('base64') } })
  const { logo } = (await shownAt(slug)).view
  expect(logo).toMatchObject({ width: 1, height: 1 })
  const kept = (await readLogo(app().store, id, { hash: logo!.hash }))!
  expect(kept.toString('latin1')).not.toContain('script')
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>').toString('base64')
  expect((await ask(uploadStatusPageLogo, { id, body: { picture: svg } })).status).toBe(400)
  expect((await fetch(`${app().origin}/status/${slug}/logo-dark.png`)).status).toBe(404)
  await done(uploadStatusPageLogo, { id, body: { picture, theme: 'dark' } })
  const shown = (await shownAt(slug)).view.logo!
  expect(shown).toMatchObject({ hash: logo!.hash, fits: 'both', dark: { width: 1, height: 1 } })
  const html = await (await fetch(`${app().origin}/status/${slug}`)).text()
  const [, dark] = /<source media="\(prefers-color-scheme: dark\)" srcset="([^"]+)"/.exec(html)!
  expect((await fetch(app().origin + dark)).headers.get('content-type')).toBe('image/png')
  await done(deleteStatusPageLogo, { id, query: { theme: 'dark' } })
  expect((await shownAt(slug)).view.logo).toMatchObject({ hash: logo!.hash, dark: null })
  await done(deleteStatusPageLogo, { id })
  expect((await ask(uploadStatusPageLogo, { id, body: { picture, theme: 'dark' } })).status).toBe(409)
  expect((await shownAt(slug)).view.logo).toBeNull()
})

it('a password is stored as a hash, and required until it is removed', async () => {
  const { id, slug } = await newPage()
  const password = 'only for customers'
  expect(await done(setStatusPagePassword, { id, body: { password } })).toMatchObject({ password_protected: true })
  const { view, passwordHash } = await shownAt(slug)
  expect(view.passwordProtected).toBe(true)
  expect(JSON.stringify(view)).not.toContain(passwordHash!)
  expect(await isPassword(password, passwordHash!)).toBe(true)
  const { data } = (await app().get(`/activity?entity_type=status_page&entity_id=${id}`)).body
  expect(JSON.stringify(data)).not.toContain(password)
  expect((await ask(setStatusPagePassword, { id, body: { password: 'short' } })).status).toBe(400)
  expect((await ask(setStatusPagePassword, { id, body: { password }, role: 'viewer' })).status).toBe(403)
  await done(setStatusPagePassword, { id, body: { password: null } })
  expect((await shownAt(slug)).passwordHash).toBeNull()
})

it('a hostname serves a page once it is verified', async () => {
  const [page, other] = [await newPage(), await newPage()]
  const host = 'status.acme.test'
  const added = await done(addStatusPageHost, { id: page.id, body: { host: 'Status.Acme.test' } })
  expect(added).toMatchObject({ host, verified_at: null, txt_name: `_lapwing.${host}` })
  expect(await readPageView(app().store, { host }, app().clock.now())).toBeUndefined()
  expect((await done(getEditedStatusPage, { id: page.id })).hosts).toEqual([added])
  expect((await ask(addStatusPageHost, { id: page.id, body: { host } })).status).toBe(409)
  // It is not verified, so another organization may claim it.
  await done(addStatusPageHost, { id: other.id, body: { host } })
  await done(deleteStatusPageHost, { id: page.id, params: { host } })
  expect((await ask(deleteStatusPageHost, { id: page.id, params: { host } })).status).toBe(404)
  expect((await done(getEditedStatusPage, { id: other.id })).hosts).toMatchObject([{ host }])
  expect((await ask(checkStatusPageHost, { id: page.id, params: { host } })).status).toBe(404)
  for (const bad of ['no host', '192.0.2.1', 'localhost'])
    expect((await ask(addStatusPageHost, { id: page.id, body: { host: bad } })).status).toBe(400)
})

it('listing subscribers needs a key with the write scope', async () => {
  const { id } = await newPage()
  const refused = await app().ask('GET', `/status-pages/${id}/subscribers`, { key: keys.read })
  expect([refused.status, refused.body.error.code]).toEqual([403, 'forbidden'])
  expect((await app().get(`/status-pages/${id}/subscribers`)).body).toMatchObject({
    data: [],
    by_state: { confirmed: 0 },
  })
})

it('other organizations and viewers cannot edit a page', async () => {
  const { id } = await newPage()
  const body = { look: { theme: 'dark' } }
  expect((await ask(updateStatusPageDraft, { id, body, key: keys.other })).status).toBe(404)
  expect((await ask(updateStatusPageDraft, { id, body, role: 'viewer' })).status).toBe(403)
})
