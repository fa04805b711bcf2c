// Automatic announcements of status pages: incidents and planned maintenance.
import { describe, expect, it } from 'vitest'
import { sql } from '../../../src/store/database/sql.ts'
import { checked, refused } from '../../kit/resources/checked.ts'
import { fail, openWarning, recover } from '../../kit/resources/incidents.ts'
import { sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { type Fields, make } from '../../kit/resources/monitors.ts'
import { waitUntil } from '../../kit/wait-until.ts'

const app = sharedLapwing()

let slugs = 0
async function pageOf(monitorIds: string[], fields: Fields = {}): Promise<any> {
  const body = { slug: `auto-${++slugs}`, name: 'P', components: [{ name: 'Checkout', monitorIds }], ...fields }
  const answer = await app().post('/status-pages', body)
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

const announcements = async ({ id }: { id: string }): Promise<any[]> =>
  (await app().get(`/status-pages/${id}/announcements`)).body.data

/** Advances the clock until the newest announcement of a page matches. */
function announced(page: { id: string }, isAsWanted: (newest: any) => boolean = () => true): Promise<any> {
  return waitUntil(async () => {
    app().clock.advance(1000)
    const [newest] = await announcements(page)
    return newest && isAsWanted(newest) && newest
  })
}

/** Advances the clock long enough for all automatic work. */
async function timePasses(): Promise<void> {
  const other = await make(app())
  const page = await pageOf([other.id])
  await fail(app(), other.id)
  await announced(page)
}

describe('a confirmed critical incident', () => {
  it('is published with its number, updated when acknowledged, and resolved with it', async () => {
    const monitor = await make(app())
    const page = await pageOf([monitor.id])
    const incident = await fail(app(), monitor.id)
    const opened = await announced(page)
    expect(opened).toMatchObject({
      type: 'incident',
      title: 'Problem with Checkout',
      body: 'We are investigating.',
      status: 'investigating',
      severity: 'critical',
      source_incident_id: incident.id,
      affected_component_ids: [page.components[0].id],
      affected_monitor_ids: [monitor.id],
      scheduled_start: null,
    })
    await app().post(`/incidents/${incident.id}/acknowledge`)
    const taken = await announced(page, ({ status }) => status === 'identified')
    expect(taken.updates.at(-1).body).toBe('We have identified the problem and are working on it.')
    await recover(app(), monitor.id)
    const over = await announced(page, ({ status }) => status === 'resolved')
    expect(over.resolved_at).not.toBeNull()
    expect(over.updates.map(({ status }: any) => status)).toEqual(['investigating', 'identified', 'resolved'])
    expect(over.updates.at(-1).body).toBe('Checkout has recovered.')
  })

  it("is in each visitor's language, and says each sentence once", async () => {
    const monitor = await make(app())
    const page = await pageOf([monitor.id])
    await app().store.run(sql`update status_page_components set public_cause = 'cause' where page_id = ${page.id}`)
    const incident = await fail(app(), monitor.id)
    const { id } = await announced(page)
    const sentencesIn = async (path: string, language: string): Promise<string[]> => {
      const headers = { 'accept-language': language }
      const text = await (await fetch(`${app().origin}/status/${page.slug}${path}`, { headers })).text()
      const main = text
        .slice(text.indexOf('<main'), text.indexOf('</main>'))
        .replaceAll(/<details[^]*?<\/details>/g, '')
      return (main.replaceAll(/<[^>]+>/g, '\n').match(/\S[^\n]*?[.!?](?=\s)/g) ?? []).map((one) => one.trim())
    }
    const german = await sentencesIn('', 'de')
    const once = ['Checkout ist gestört.', 'Checkout ist nicht erreichbar.', 'Wir untersuchen die Ursache.']
    expect(german.filter((one) => once.includes(one))).toEqual(once)
    expect(german.join()).not.toMatch(/investigating|cannot be reached/)
    await app().post(`/incidents/${incident.id}/acknowledge`)
    await announced(page, ({ status }) => status === 'identified')
    expect(await sentencesIn(`/incidents/${id}`, 'fr')).toContain('Nous connaissons le problème et y travaillons.')
    const english = await sentencesIn('', 'en')
    expect(english.filter((one) => one.startsWith('We have identified the problem'))).toHaveLength(1)
  })

  it('joins the open announcement of its component, which ends with the last of them', async () => {
    const first = await make(app())
    const page = await pageOf([first.id, (await make(app(), { name: 'Second' })).id])
    const second = { id: page.components[0].monitor_ids[1] }
    await fail(app(), first.id)
    await announced(page)
    await waitUntil(async () => {
      app().clock.advance(20_000)
      await checked(app(), second.id, refused)
      return (await app().get(`/incidents?monitor_id=${second.id}&status=firing`)).body.data[0]
    })
    await recover(app(), first.id)
    await timePasses()
    expect(await announcements(page)).toMatchObject([{ status: 'investigating' }])
    await recover(app(), second.id)
    await announced(page, ({ status }) => status === 'resolved')
  })

  it('is announced once per component with its true start, also if three monitors failed before the page', async () => {
    const monitors = [await make(app()), await make(app(), { name: 'Second' }), await make(app(), { name: 'Third' })]
    const ids = monitors.map(({ id }) => id)
    const incidents: any[] = []
    for (const id of ids) incidents.push(await fail(app(), id))
    app().clock.advance(3_600_000)
    const page = await pageOf(ids)
    const opened = await announced(page)
    expect(opened.created_at).toBe(incidents[0].started_at)
    expect(opened.updates[0].created_at).toBe(incidents[0].started_at)
    expect(opened.affected_monitor_ids.toSorted()).toEqual(ids.toSorted())
    await timePasses()
    expect(await announcements(page)).toHaveLength(1)
    const resolved = { body: 'There is a workaround.', status: 'resolved' }
    await app().ask('PATCH', `/status-pages/${page.id}/announcements/${opened.id}`, { body: resolved })
    await timePasses()
    expect(await announcements(page)).toHaveLength(1)
  })

  it('is not published if that is off, if it is a warning, or if it was deleted', async () => {
    const monitor = await make(app())
    const [off, on] = [await pageOf([monitor.id], { autoPublishIncidents: false }), await pageOf([monitor.id])]
    await fail(app(), monitor.id)
    const { id } = await announced(on)
    await app().ask('DELETE', `/status-pages/${on.id}/announcements/${id}`)
    const warned = await openWarning(app())
    const warning = await pageOf([warned.monitor.id])
    await timePasses()
    for (const page of [off, on, warning]) expect(await announcements(page)).toEqual([])
  })

  it('in maintenance is published afterwards if it still fails', async () => {
    const monitor = await make(app())
    const page = await pageOf([monitor.id])
    const window = await app().post('/maintenance-windows', {
      name: 'Upgrade',
      startsAt: app().clock.now().toISOString(),
      durationMinutes: 600,
      monitorIds: [monitor.id],
    })
    await fail(app(), monitor.id)
    await timePasses()
    expect((await announcements(page)).map(({ type }) => type)).toEqual(['maintenance'])
    await app().ask('DELETE', `/maintenance-windows/${window.body.id}`)
    await announced(page, ({ type }) => type === 'incident')
  })
})

describe('a maintenance window', () => {
  const hours = (n: number): string => new Date(app().clock.now().getTime() + n * 3_600_000).toISOString()
  const plan = async (fields: Fields): Promise<any> => {
    const answer = await app().post('/maintenance-windows', { name: 'Upgrade', durationMinutes: 60, ...fields })
    expect(answer.status, answer.text).toBe(201)
    return answer.body
  }

  it('is announced before, at its start and at its end on every page that shows one of its monitors', async () => {
    const monitor = await make(app())
    const [page, other] = [await pageOf([monitor.id]), await pageOf([(await make(app())).id])]
    const window = await plan({ startsAt: hours(1), monitorIds: [monitor.id], description: 'The shop is read-only.' })
    const planned = await announced(page)
    expect(planned).toMatchObject({
      type: 'maintenance',
      title: 'Upgrade',
      body: 'The shop is read-only.',
      status: 'identified',
      severity: 'minor',
      affected_component_ids: [page.components[0].id],
      scheduled_start: window.starts_at,
      scheduled_end: new Date(Date.parse(window.starts_at) + 3_600_000).toISOString(),
      source_incident_id: null,
    })
    app().clock.advance(3_600_000)
    const begun = await announced(page, ({ status }) => status === 'monitoring')
    expect(begun.updates.at(-1).body).toBe('The maintenance has started.')
    app().clock.advance(3_600_000)
    const done = await announced(page, ({ status }) => status === 'resolved')
    expect(done.updates.at(-1).body).toBe('The maintenance is complete.')
    expect(await announcements(other)).toEqual([])
  })

  it('that is moved or cancelled updates its announcement', async () => {
    const monitor = await make(app())
    const page = await pageOf([monitor.id])
    const { id } = await plan({ startsAt: hours(5), monitorIds: [monitor.id] })
    const planned = await announced(page)
    expect(planned.body).toMatch(/may be unavailable/)
    const startsAt = hours(9)
    await app().ask('PATCH', `/maintenance-windows/${id}`, { body: { startsAt } })
    const moved = await announced(page, ({ updates }) => updates.length === 2)
    expect(moved).toMatchObject({ scheduled_start: startsAt, status: 'identified' })
    await app().ask('DELETE', `/maintenance-windows/${id}`)
    const off = await announced(page, ({ status }) => status === 'resolved')
    expect(off.updates.at(-1).body).toBe('The maintenance was cancelled.')
  })

  it('with back-to-back occurrences is announced once, without an end', async () => {
    const monitor = await make(app())
    const page = await pageOf([monitor.id])
    const window = await plan({
      startsAt: hours(1),
      durationMinutes: 24 * 60,
      recurrence: 'daily',
      monitorIds: [monitor.id],
    })
    expect(await announced(page)).toMatchObject({ scheduled_start: window.starts_at, scheduled_end: null })
    await timePasses()
    app().clock.advance(3_600_000)
    await announced(page, ({ status }) => status === 'monitoring')
    app().clock.advance(3 * 24 * 3_600_000)
    await timePasses()
    const [notice] = await announcements(page)
    expect(notice).toMatchObject({ scheduled_start: window.starts_at, scheduled_end: null, status: 'monitoring' })
    expect(notice.updates).toHaveLength(2)
    await app().ask('DELETE', `/maintenance-windows/${window.id}`)
    await announced(page, ({ status }) => status === 'resolved')
  })
})
