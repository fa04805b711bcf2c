// Page integrity: differences from the baseline, and accepting them.
import { describe, expect, it } from 'vitest'
import { sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { comparePages, homePage } from '../../kit/resources/compared-pages.ts'
import { expectRefusal, make } from '../../kit/resources/monitors.ts'

const app = sharedLapwing()

async function watching() {
  const compared = await comparePages(app())
  const path = `/monitors/${compared.id}/integrity`
  const accept = (body: object = {}, ask = {}) => app().post(`${path}/accept-baseline`, body, ask)
  const changes = async (query = '') => (await app().get(`${path}/changes${query}`)).body
  return { ...compared, accept, changes, path }
}

describe('GET /monitors/{id}/integrity/changes', () => {
  it('lists differences by page and type, with their first occurrence', async () => {
    const { site, check, changes, pages } = await watching()
    await check()
    expect(await changes()).toEqual({ object: 'list', data: [], has_more: false, next_cursor: null })
    site['/b'] = `${homePage}<script src=https://evil.example/x.js></script><form action=https://evil.example/></form>`
    await check()
    const { data } = await changes()
    expect(data).toMatchObject([
      { page: pages[1], kind: 'script_source', security: true, item: 'https://evil.example', before: null },
      {
        page: pages[1],
        kind: 'form_target',
        security: true,
        item: 'https://evil.example',
        first_seen_at: expect.any(String),
      },
    ])
    await check()
    expect((await changes()).data).toEqual(data)
    const first = await changes('?limit=1')
    expect(first).toMatchObject({ data: [data[0]], has_more: true })
    expect((await changes(`?limit=1&cursor=${first.next_cursor}`)).data).toEqual([data[1]])
    site['/b'] = homePage
    await check()
    expect((await changes()).data).toEqual([])
  })

  it('does not exist for a monitor that does not compare pages', async () => {
    const { id } = await make(app())
    const message = 'This monitor is of type http, which compares no pages'
    expectRefusal(await app().get(`/monitors/${id}/integrity/changes`), 404, message)
  })
})

describe('POST /monitors/{id}/integrity/accept-baseline', () => {
  it('accepts the latest content of all pages, and records it', async () => {
    const { site, check, accept, changes, pages, id } = await watching()
    await check()
    site['/a'] = site['/b'] = '<p>Everything is new</p><form action=https://pay.example/></form>'
    expect(await check()).toMatchObject({ 'integrity.pages_changed': 2, 'integrity.new_form_targets': 1 })
    const { status, body } = await accept()
    expect([status, body]).toMatchObject([200, { object: 'integrity_baseline', monitor_id: id, pages }])
    expect((await changes()).data).toEqual([])
    expect(await check()).toMatchObject({ 'integrity.pages_changed': 0, 'integrity.new_form_targets': 0 })
    const log = (await app().get(`/activity?entity_id=${id}&action=monitor.baseline_accepted`)).body.data
    expect(log).toMatchObject([{ changes: { pages: { from: null, to: pages } } }])
  })

  it('accepts only the listed pages; their previous content then counts as a change', async () => {
    const { site, check, accept, pages } = await watching()
    await check()
    site['/a'] = site['/b'] = `${homePage}<iframe src=https://frame.example/></iframe>`
    await check()
    expect((await accept({ pages: [`${pages[0]}#top`] })).body.pages).toEqual([pages[0]])
    expect(await check()).toMatchObject({ 'integrity.new_iframe_origins': 1 })
    site['/b'] = homePage
    expect(await check()).toMatchObject({ 'integrity.new_iframe_origins': 0 })
  })

  it('accepts a page that had no baseline because of its keywords', async () => {
    const { site, check, accept } = await watching()
    site['/a'] = '<p>The film “Hacked by Night”</p>'
    expect(await check()).toMatchObject({ 'integrity.keyword_hits': 1, 'integrity.baseline_missing': 2 })
    await accept()
    const metrics = await check()
    expect(metrics).toMatchObject({ 'integrity.keyword_hits': 0, 'integrity.baseline_missing': 0 })
  })

  it('refuses unknown pages, and pages that were not checked yet', async () => {
    const { site, check, accept, pages, origin } = await watching()
    expectRefusal(await accept(), 409, 'No page has been checked yet; wait for the next check')
    delete site['/b']
    await check()
    expectRefusal(
      await accept({ pages: [pages[1]] }),
      409,
      `${pages[1]} has not been checked yet; wait for the next check`,
    )
    expectRefusal(await accept({ pages: [pages[0], `${origin}/c`] }), 400, 'pages[1]: is not a page of this monitor')
    expect((await accept()).body.pages).toEqual([pages[0]])
  })

  it('is refused with 409 for a monitor that does not compare pages', async () => {
    const { id } = await make(app(), { type: 'tcp' })
    expectRefusal(await app().post(`/monitors/${id}/integrity/accept-baseline`, {}), 409, /compares no pages/)
  })
})
