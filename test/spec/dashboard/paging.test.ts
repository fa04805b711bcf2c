// Manual pages.
import { describe, expect, it } from 'vitest'
import { pageForIncident } from '../../../src/operations/incidents/page.ts'
import { dashboardOf } from '../../kit/people/dashboard.ts'
import { readyToEscalate } from '../../kit/people/escalations.ts'
import { endedIncident } from '../../kit/resources/incidents.ts'
import { keys } from '../../kit/lapwing/lapwing.ts'
import { activityOf } from '../../kit/people/people.ts'

/** An incident that pages Ada, who has a phone, after an hour. Ben has no contact method. */
async function alarmed() {
  const world = await readyToEscalate()
  const dashboard = dashboardOf(world.app)
  await world.phone(world.ada)
  const incident = await world.alarm([{ delayMinutes: 60, targets: [{ type: 'user', id: world.ada.id }] }])
  const page = (body: object, requested: object = {}) =>
    dashboard.ask(pageForIncident, { id: incident.id, body, ...requested })
  return { ...world, incident, page }
}

describe('a manual page', () => {
  it('uses the contact methods of the user, and is in the timeline', async () => {
    const { app, incident, page, pages, timeline, ada, ben } = await alarmed()
    const { status, body } = await page({ userId: ada.id })
    expect(status, JSON.stringify(body)).toBe(202)
    expect(body).toMatchObject({ incident_id: incident.id, whom: [{ type: 'user', name: 'Ada' }] })
    expect((await pages()).filter((one) => one.page)).toMatchObject([
      {
        incident: incident.id,
        people: [{ name: 'Ada' }],
        alert: { kind: 'firing', incident: { url: expect.stringMatching(`/incidents/${incident.id}$`) } },
      },
    ])
    expect(await timeline(incident.id)).toMatchObject([
      { actor: expect.any(String), data: { paged: [{ name: 'Ada' }], missed: [] } },
    ])
    expect((await activityOf(app, incident.id)).map(({ action }) => action)).toContain('incident.paged')

    expect(await page({ userId: ben.id })).toMatchObject({
      status: 409,
      body: { error: { message: 'Ben was not paged: no contact method, and no email channel to use instead' } },
    })
    expect((await page({ userId: '0198c5a2-8a00-7e55-a1b2-c3d4e5f60718' })).status).toBe(400)
  })

  it('runs the next step at once, and is refused without an active escalation', async () => {
    const { app, incident, page, settle, timeline, ada } = await alarmed()
    expect((await page({})).body.error.message).toContain('must have either userId or step')
    expect((await page({ userId: ada.id, step: 'next' })).status).toBe(400)
    expect((await page({ step: 'next' }, { role: 'viewer' })).status).toBe(403)
    expect((await page({ step: 'next' }, { key: keys.other })).status).toBe(404)
    expect((await page({ step: 'next' })).body.whom).toEqual([{ type: 'user', name: 'Ada' }])
    await settle()
    expect(await timeline(incident.id)).toMatchObject([{ actor: null, data: { step: 1, paged: [{ name: 'Ada' }] } }])
    expect((await page({ step: 'next' })).status).toBe(409)
    const over = await endedIncident(app, { name: 'Over' })
    expect((await page({ userId: ada.id }, { id: over.id })).status).toBe(409)
  })
})
