// Undo: an assistant takes its own changes back, unless somebody else has changed the same object since.
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { reseal } from '../../../src/engine/housekeeping/reseal.ts'
import { applyRetention } from '../../../src/engine/housekeeping/retention.ts'
import { createVault } from '../../../src/domain/vault.ts'
import { createApiKey } from '../../../src/operations/people/api-keys.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { type Assistant, assistantOf } from '../../kit/assistants/assistant.ts'
import { sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { sharedKey } from '../../kit/lapwing/start-lapwing.ts'
import { dashboardOf } from '../../kit/people/dashboard.ts'
import { closed, fail, openIncident } from '../../kit/resources/incidents.ts'
import { locationsOf, make, patch } from '../../kit/resources/monitors.ts'

const app = sharedLapwing()
let assistant: Assistant

beforeEach(async () => {
  const { body } = await dashboardOf(app()).ask(createApiKey, { body: { name: 'Assistant', scope: 'write' } })
  assistant = assistantOf(app(), { key: body.key })
})

const get = async (path: string): Promise<any> => (await app().get(path)).body
const monitorOf = (id: string): Promise<any> => get(`/monitors/${id}`)

/** A monitor as people see it, without its times. */
async function seen(id: string): Promise<object> {
  const { updated_at: _updated, state: _state, status: _status, ...rest } = await monitorOf(id)
  return rest
}

async function done(tool: string, input: object = {}): Promise<any> {
  const answer = await assistant.call(tool, input)
  expect(answer, JSON.stringify(answer)).toMatchObject({ status: 'done' })
  return answer
}

describe('undo', () => {
  it('deletes a monitor that was created', async () => {
    const { result } = await done('create_monitor', { name: 'Web', type: 'http', target: 'https://example.com' })
    expect(await monitorOf(result.id)).toMatchObject({ name: 'Web', active: true })
    expect(await done('undo')).toMatchObject({ changes: [{ object_id: result.id, effect: 'delete' }] })
    expect((await app().get(`/monitors/${result.id}`)).status).toBe(404)
    expect((await assistant.call('undo')).error).toMatch(/nothing to undo/)
  })

  it('restores all values of a monitor, including its secrets', async () => {
    const config = { authType: 'bearer', bearerToken: 'old secret', timeoutSeconds: 5 }
    const { id } = await make(app(), { config })
    const sealed = async (): Promise<string> => {
      const row = await app().store.row<{ secrets: Buffer }>(sql`select secrets from monitors where id = ${id}`)
      return createVault([sharedKey]).open(row!.secrets, id)
    }
    const before = await seen(id)
    const { change_id: changeId } = await done('update_monitor', {
      monitor_id: id,
      name: 'Renamed',
      target: 'https://other.example.com',
      interval_seconds: 600,
      tags: ['new'],
      config: { bearerToken: 'new secret', timeoutSeconds: null, method: 'HEAD' },
    })
    expect(await sealed()).toContain('new secret')
    const stored = await app().store.row<{ undo: Buffer }>(
      sql`select undo from assistant_changes where id = ${changeId}`,
    )
    expect(stored!.undo.includes('old secret')).toBe(false)
    await done('undo', { change_id: changeId })
    expect(await seen(id)).toEqual(before)
    expect(await sealed()).toContain('old secret')
    expect((await assistant.call('undo', { change_id: changeId })).error).toMatch(/already undone/)
    const { data } = await get(`/activity?entity_id=${id}`)
    expect(data[0]).toMatchObject({ action: 'monitor.updated', changes: { via: 'mcp', tool: 'undo' } })
    expect(JSON.stringify(data)).not.toContain('secret"')
  })

  it('is the inverse of every update', async () => {
    const { id } = await make(app(), { config: { authType: 'basic', authUsername: 'ada', authPassword: 'secret' } })
    const locations = await locationsOf(app())
    const text = fc.string({ minLength: 1, maxLength: 20, unit: fc.constantFrom('a', 'ü', '1', '-') })
    const update = fc.record(
      {
        name: text,
        target: fc.constantFrom('https://a.example.com/x', 'https://b.example.com'),
        interval_seconds: fc.integer({ min: 30, max: 3600 }),
        tags: fc.uniqueArray(fc.constantFrom('a', 'b', 'c')),
        description: fc.option(text),
        location_ids: fc.subarray(locations, { minLength: 1 }),
        config: fc.record(
          {
            authUsername: text,
            authPassword: text,
            timeoutSeconds: fc.option(fc.integer({ min: 1, max: 30 })),
            method: fc.constantFrom('GET', 'HEAD', null),
            followRedirects: fc.boolean(),
          },
          { requiredKeys: ['authUsername', 'authPassword'] },
        ),
      },
      { requiredKeys: ['config'] },
    )
    await fc.assert(
      fc.asyncProperty(update, async (values) => {
        const before = await seen(id)
        await done('update_monitor', { monitor_id: id, ...values })
        await done('undo')
        expect(await seen(id)).toEqual(before)
      }),
      { numRuns: 20 },
    )
  })

  it('resumes what was paused and pauses what was resumed, one change after the other', async () => {
    const [{ id }, { id: paused }] = [await make(app()), await make(app(), { isPaused: true })]
    await done('pause_monitor', { monitor_ids: [id, paused] })
    await done('resume_monitor', { monitor_ids: [paused] })
    await done('undo')
    expect(await monitorOf(paused)).toMatchObject({ state: 'paused' })
    expect(await done('undo')).toMatchObject({ result: { note: expect.stringContaining('stay closed') } })
    expect(await monitorOf(id)).toMatchObject({ active: true })
    expect(await monitorOf(paused)).toMatchObject({ active: false })
  })

  it('removes a maintenance window and an announcement', async () => {
    const { id } = await make(app())
    const { result: window } = await done('schedule_maintenance', {
      name: 'Work',
      duration_minutes: 30,
      monitor_ids: [id],
    })
    const page = (await app().post('/status-pages', { name: 'Acme', slug: 'acme-undo' })).body
    const { result: announcement } = await done('post_announcement', {
      status_page_id: page.id,
      title: 'Slow',
      body: 'We are looking into it.',
      notify: true,
    })
    expect((await done('undo')).result.note).toBe('Subscribers who already got a message keep it.')
    const path = `/status-pages/${page.id}/announcements/${announcement.id}`
    expect((await app().get(path)).status).toBe(404)
    await done('undo')
    expect((await app().get(`/maintenance-windows/${window.id}`)).status).toBe(404)
  })

  it('takes back an acknowledgement and a resolve', async () => {
    const { id } = await openIncident(app())
    await done('acknowledge_incident', { incident_id: id })
    expect(await done('undo')).toMatchObject({ result: { note: expect.stringContaining('reminded') } })
    expect(await get(`/incidents/${id}`)).toMatchObject({ status: 'firing', acknowledged_by: null })
    await done('resolve_incident', { incident_id: id })
    await closed(app(), id)
    await done('undo')
    expect(await get(`/incidents/${id}`)).toMatchObject({ status: 'firing', resolved_at: null })
  })

  it('says why a resolve cannot be taken back', async () => {
    const { id, monitor } = await openIncident(app())
    await done('resolve_incident', { incident_id: id })
    await closed(app(), id)
    await fail(app(), monitor.id)
    expect((await assistant.call('undo')).error).toMatch(/no later incident of the rule is open/)
  })

  it('assigns an incident to whom it was before', async () => {
    const { id } = await openIncident(app())
    const [user] = (await get('/users')).data
    const onCall = assistantOf(app(), { toolsets: 'on-call' })
    expect(await onCall.call('assign_incident', { incident_id: id, user_id: user.id })).toMatchObject({
      result: { assignee: user.name },
    })
    expect(await get(`/incidents/${id}`)).toMatchObject({ assignee: { id: user.id } })
    await onCall.call('undo')
    expect(await get(`/incidents/${id}`)).toMatchObject({ assignee: null })
  })

  it('is refused if somebody else changed the object since', async () => {
    const { id } = await make(app(), { name: 'Shop' })
    await done('update_monitor', { monitor_id: id, interval_seconds: 600 })
    await app().post(`/monitors/${id}/check-now`)
    await patch(app(), id, { name: 'Store' })
    expect(await assistant.call('undo')).toMatchObject({
      code: 'conflict',
      error: expect.stringMatching(/rw has changed Shop since \(monitor\.updated at .*Ask a person/),
    })
    expect(await monitorOf(id)).toMatchObject({ name: 'Store', interval_seconds: 600 })
  })

  it('is refused if somebody else added an alert rule to the new monitor', async () => {
    const { result } = await done('create_monitor', { name: 'Web', type: 'http', target: 'https://example.com' })
    const rule = { name: 'Slow', metric: 'response_time', operator: '>', value: '900', severity: 'warning' }
    expect((await app().post(`/monitors/${result.id}/alert-rules`, rule)).status).toBe(201)
    expect((await assistant.call('undo')).error).toMatch(/alert_rule\.created/)
  })

  it('takes an older change back only after the newer one of the same object', async () => {
    const { id } = await make(app(), { name: 'Shop' })
    const first = await done('update_monitor', { monitor_id: id, name: 'First' })
    await done('update_monitor', { monitor_id: id, name: 'Second' })
    expect((await assistant.call('undo', { change_id: first.change_id })).code).toBe('conflict')
    await done('undo')
    await done('undo', { change_id: first.change_id })
    expect(await monitorOf(id)).toMatchObject({ name: 'Shop' })
  })

  it('obeys the guard: to pause a failing monitor again, a person must confirm', async () => {
    const { id } = await make(app(), { isPaused: true })
    await done('resume_monitor', { monitor_ids: [id] })
    await fail(app(), id)
    expect(await assistant.call('undo')).toMatchObject({ status: 'confirmation_required' })
    expect(await monitorOf(id)).toMatchObject({ state: 'down' })
  })

  it('ends after an hour, and its record is deleted', async () => {
    const { id } = await make(app())
    const { change_id: changeId } = await done('pause_monitor', { monitor_ids: [id] })
    const count = async (): Promise<number> =>
      (await app().store.rows(sql`select from assistant_changes where id = ${changeId}`)).length
    app().clock.advance(3_600_000)
    expect((await assistant.call('undo')).error).toMatch(/nothing to undo/)
    await applyRetention(app().store, app().clock.now())
    expect(await count()).toBe(1)
    app().clock.advance(3_600_001)
    await applyRetention(app().store, app().clock.now())
    expect(await count()).toBe(0)
  })

  it('is encrypted again when the key is replaced', async () => {
    const { id } = await make(app())
    const { change_id: changeId } = await done('pause_monitor', { monitor_ids: [id] })
    const undo = (): Promise<{ undo: Buffer } | undefined> =>
      app().store.row(sql`select undo from assistant_changes where id = ${changeId}`)
    const vault = createVault(['a new key', sharedKey])
    await reseal(app().store, vault)
    expect(vault.isCurrent((await undo())!.undo)).toBe(true)
    await reseal(app().store, createVault([sharedKey, 'a new key']))
    await done('undo')
  })
})
