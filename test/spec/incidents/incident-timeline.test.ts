// Incidents: timeline, comments and evidence.
import { describe, expect, it } from 'vitest'
import { sql } from '../../../src/store/database/sql.ts'
import { addArtifactsToIncidents } from '../../../src/store/incidents/incidents.ts'
import { checked, refused } from '../../kit/resources/checked.ts'
import { endedIncident, fail, openIncident, recover } from '../../kit/resources/incidents.ts'
import { keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { expectRefusal, locationsOf, make } from '../../kit/resources/monitors.ts'

const app = sharedLapwing()
const post = (id: number, act: string, body?: unknown) => app().post(`/incidents/${id}/${act}`, body)
const timelineOf = async (id: number) => (await app().get(`/incidents/${id}/timeline`)).body.data

describe('GET /incidents/{id}/timeline', () => {
  it('lists events, oldest first, page by page', async () => {
    const { id, monitor } = await openIncident(app())
    await post(id, 'acknowledge')
    await post(id, 'comments', { body: 'The router was unplugged' })
    await recover(app(), monitor.id)
    const seen: any[] = []
    let cursor = ''
    do {
      const { body } = await app().get(`/incidents/${id}/timeline?limit=2${cursor && `&cursor=${cursor}`}`)
      expect(body).toMatchObject({ object: 'list', has_more: body.next_cursor !== null })
      seen.push(...body.data)
      cursor = body.next_cursor
    } while (cursor)
    expect(seen).toMatchObject([
      { object: 'incident_event', type: 'opened', actor: null, data: { severity: 'critical' } },
      { object: 'incident_event', type: 'confirmed', actor: null, data: { locations: ['Frankfurt'] } },
      { object: 'incident_event', type: 'acknowledged', actor: 'rw', data: {} },
      { object: 'incident_event', type: 'comment', actor: 'rw', data: { body: 'The router was unplugged' } },
      { object: 'incident_event', type: 'resolved', actor: null, data: { resolved_value: 'the check succeeded' } },
    ])
  })

  it('has separate cursors per incident', async () => {
    const [one, other] = [await openIncident(app()), await openIncident(app())]
    const { next_cursor } = (await app().get(`/incidents/${one.id}/timeline?limit=1`)).body
    expectRefusal(await app().get(`/incidents/${other.id}/timeline?cursor=${next_cursor}`), 400, /^cursor: malformed/)
  })
})

describe('POST /incidents/{id}/comments', () => {
  it('returns 201 with the event, even if the incident is resolved', async () => {
    const { id } = await endedIncident(app())
    const { status, body } = await post(id, 'comments', { body: '  A cable, again. ' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      object: 'incident_event',
      type: 'comment',
      actor: 'rw',
      data: { body: 'A cable, again.' },
      created_at: app().clock.now().toISOString(),
    })
    expect((await timelineOf(id)).at(-1)).toEqual(body)
    const { data } = (await app().get(`/activity?entity_type=incident&entity_id=${id}&action=incident.commented`)).body
    expect(data).toMatchObject([{ changes: { comment: { from: null, to: 'A cable, again.' } }, actor: { name: 'rw' } }])
  })

  it('accepts 1 to 5000 characters', async () => {
    const { id } = await openIncident(app())
    expect((await post(id, 'comments', { body: 'x'.repeat(5000) })).status).toBe(201)
    expectRefusal(
      await post(id, 'comments', { body: 'x'.repeat(5001) }),
      400,
      'body: String must contain at most 5000 character(s)',
    )
    expectRefusal(await post(id, 'comments', { body: '  ' }), 400, 'body: String must contain at least 1 character(s)')
  })

  it('is added once with one Idempotency-Key', async () => {
    const { id } = await openIncident(app())
    const say = () =>
      app().post(`/incidents/${id}/comments`, { body: 'Looking' }, { headers: { 'idempotency-key': `say-${id}` } })
    const [first, second] = [await say(), await say()]
    expect(second.body).toEqual(first.body)
    expect((await timelineOf(id)).filter(({ type }: { type: string }) => type === 'comment')).toHaveLength(1)
  })
})

describe('GET /incidents/{id}/evidence', () => {
  it('shows the check that opened it first, then the failures of the other locations', async () => {
    const { id: monitorId } = await make(app(), { locations: await locationsOf(app()) })
    const first = { ...refused, evidence: JSON.stringify({ attempt: 1 }) }
    app().clock.advance(1000)
    await checked(app(), monitorId, first)
    const { id, started_at, confirming_locations } = await fail(app(), monitorId, {
      ...refused,
      evidence: JSON.stringify({ attempt: 2 }),
    })
    expect(confirming_locations).toEqual(['Frankfurt', 'New York'])
    const { status, body } = await app().get(`/incidents/${id}/evidence`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ object: 'incident_evidence', incident_id: id })
    expect(body.checks.map(({ location }: { location: string }) => location).sort()).toEqual(['Frankfurt', 'New York'])
    expect(body.checks[0]).toMatchObject({
      timestamp: started_at,
      error: 'connection refused by 192.0.2.1:443',
      evidence: { attempt: 2 },
    })
  })

  it('shows a screenshot that was taken after it opened', async () => {
    const { id, monitor } = await openIncident(app())
    const { organizationId, monitorNumber } = (await app().store.row<{
      organizationId: string
      monitorNumber: number
    }>(sql`
      select organization_id as "organizationId", monitor_number as "monitorNumber"
      from monitors
      where id = ${monitor.id}`))!
    const artifacts = [{ id: null, kind: 'screenshot', name: 'page.jpeg' }]
    await addArtifactsToIncidents(app().store, organizationId, { monitorNumber, artifacts })
    await addArtifactsToIncidents(app().store, organizationId, { monitorNumber, artifacts: [] })
    const { body } = await app().get(`/incidents/${id}/evidence`)
    expect(body.checks[0].evidence).toMatchObject({ artifacts })
  })
})

it('is 404 for another organization', async () => {
  const { id } = await openIncident(app())
  for (const part of ['timeline', 'evidence'])
    expectRefusal(await app().get(`/incidents/${id}/${part}`, { key: keys.other }), 404, 'Incident not found')
  const comment = await app().post(`/incidents/${id}/comments`, { body: 'Hello' }, { key: keys.other })
  expectRefusal(comment, 404, 'Incident not found')
})
