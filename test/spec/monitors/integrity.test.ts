// Page integrity: differences from the baseline, and accepting them.
import { describe, expect, it } from 'vitest'
import { runCheck } from '../../kit/checks/run-check.ts'
import { integrity } from '../../../src/checks/web/integrity.ts'
import type { CheckMemory } from '../../../src/domain/outcome.ts'
import { saveComparedPages, pagesKnownFor } from '../../../src/engine/probe/compared-pages.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { createServer } from 'node:http'
import { sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { listening } from '../../kit/servers/listening.ts'
import { expectRefusal, inDatabase, make } from '../../kit/resources/monitors.ts'

const app = sharedLapwing()
const home = '<p>Welcome to the shop, have a look around</p>'

/** A monitor of two pages, with checks that store what a probe would store. */
async function watching() {
  const site: Record<string, string> = { '/a': home, '/b': home }
  const server = createServer((request, response) => {
    const content = site[request.url!]
    response.writeHead(content === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(content ?? 'gone')
  })
  const origin = `http://127.0.0.1:${await listening(server)}`
  const pages = [`${origin}/a`, `${origin}/b`]
  const monitor = await make(app(), { type: 'integrity', target: `${origin}/`, config: { pages } })
  const [row] = await inDatabase<{ monitorNumber: number; location: number }>(
    app(),
    sql`select monitor_number as "monitorNumber", location_numbers[1] as location from monitors where id = ${monitor.id}`,
  )
  const turn = { ...row!, slot: 0, dueAt: app().clock.now(), version: 1 }
  const plans = new Map([[turn.monitorNumber, { type: 'integrity' }]])
  const check = async (): Promise<Record<string, number>> => {
    const known = (await pagesKnownFor(app().store, { turns: [turn], plans })).get(turn) as CheckMemory
    const outcome = await runCheck(integrity, `${origin}/`, { config: { pages }, known, deadlineMs: 20_000 })
    const now = app().clock.now()
    if (outcome.remember) await saveComparedPages(app().store, turn, { memory: outcome.remember, now })
    return outcome.metrics
  }
  const path = `/monitors/${monitor.id}/integrity`
  const accept = (body: object = {}, ask = {}) => app().post(`${path}/accept-baseline`, body, ask)
  const changes = async (query = '') => (await app().get(`${path}/changes${query}`)).body
  return { site, origin, pages, check, accept, changes, path, id: monitor.id }
}

describe('GET /monitors/{id}/integrity/changes', () => {
  it('lists differences by page and type, with their first occurrence', async () => {
    const { site, check, changes, pages } = await watching()
    await check()
    expect(await changes()).toEqual({ object: 'list', data: [], has_more: false, next_cursor: null })
    site['/b'] = `${home}<script src=https://evil.example/x.js></script><form action=https://evil.example/></form>`
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
    site['/b'] = home
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
    site['/a'] = site['/b'] = `${home}<iframe src=https://frame.example/></iframe>`
    await check()
    expect((await accept({ pages: [`${pages[0]}#top`] })).body.pages).toEqual([pages[0]])
    expect(await check()).toMatchObject({ 'integrity.new_iframe_origins': 1 })
    site['/b'] = home
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
