import { describe, expect, it } from 'vitest'
import { keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { expectRefusal, locationsOf, make, patch, rulesOf } from '../../kit/resources/monitors.ts'
import { checked } from '../../kit/resources/checked.ts'

const app = sharedLapwing()
const activityOf = async (id: string): Promise<any[]> => (await app().get(`/activity?entity_id=${id}`)).body.data

describe('changing a monitor', () => {
  it('changes only the sent fields', async () => {
    const made = await make(app(), { tags: ['a'], description: 'before' })
    const { status, body } = await patch(app(), made.id, { name: 'After', interval: 600 })
    expect(status).toBe(200)
    expect(body).toEqual({ ...made, name: 'After', interval_seconds: 600, updated_at: app().clock.now().toISOString() })
    expect(body.updated_at > body.created_at).toBe(true)
  })

  it('can change each field except the type', async () => {
    const [, nyc] = await locationsOf(app())
    const { id } = await make(app(), { description: 'before' })
    const changed = {
      target: 'https://example.org/',
      schedulingStrategy: 'random',
      locations: [nyc],
      tags: ['b'],
      config: { method: 'PUT' },
    }
    const { body } = await patch(app(), id, { ...changed, description: null })
    expect(body).toMatchObject({
      target: 'https://example.org/',
      scheduling_strategy: 'random',
      locations: [nyc],
      tags: ['b'],
      config: { method: 'PUT' },
      description: null,
    })
    expect((await app().get(`/monitors/${id}`)).body).toMatchObject(body)
    expectRefusal(await patch(app(), id, { type: 'api' }), 400, 'type: unsupported field')
    expectRefusal(await patch(app(), id, { isPaused: true }), 400, 'isPaused: unsupported field')
  })

  it.each([
    [{ name: '' }, /^name: /],
    [{ name: 'x'.repeat(51) }, /^name: /],
    [{ target: 'example.com' }, 'target: must be a https:// or http:// URL'],
    [{ interval: 86_401 }, /^interval: /],
    [{ locations: [] }, /^locations: Required/],
    [{ locations: ['0198c5a2-7d60-7f0a-b5a1-3f2e1d0c9b8a'] }, /^locations: unknown/],
    [{ schedulingStrategy: 'sometimes' }, /^schedulingStrategy: /],
    [{ tags: ['UP'] }, /^tags\[0\]: /],
    [{ config: null }, 'config: Expected object, received null'],
    [{ config: { method: 'FETCH' } }, /^config\.method: /],
    [{ name: null }, 'name: Expected string, received null'],
  ])('refuses %j and changes nothing', async (body, message) => {
    const made = await make(app())
    expectRefusal(await patch(app(), made.id, { description: 'sneaked in', ...body }), 400, message)
    expect((await app().get(`/monitors/${made.id}`)).body).toMatchObject(made)
  })

  it('is recorded with both values of each changed field', async () => {
    const { id } = await make(app(), { tags: ['a'] })
    await patch(app(), id, { name: 'Renamed', tags: ['a'], interval: 3600 })
    const [event] = await activityOf(id)
    expect(event).toMatchObject({ action: 'monitor.updated', entity_name: 'Renamed' })
    expect(Object.keys(event.changes).sort()).toEqual(['ip', 'name', 'via'])
    expect(event.changes.name).toEqual({ from: 'Shop', to: 'Renamed' })
  })

  it('without changes records nothing', async () => {
    const made = await make(app(), { config: { method: 'PUT' } })
    for (const body of [{}, { name: 'Shop' }, { config: {} }, { config: { method: 'PUT', bearerToken: null } }])
      expect((await patch(app(), made.id, body)).body).toEqual(made)
    expect(await activityOf(made.id)).toHaveLength(1)
  })

  it('by concurrent requests keeps both changes', async () => {
    const { id } = await make(app())
    await Promise.all(
      [{ name: 'Both' }, { tags: ['x'] }, { config: { method: 'PUT' } }, { interval: 60 }].map((body) =>
        patch(app(), id, body),
      ),
    )
    expect((await app().get(`/monitors/${id}`)).body).toMatchObject({
      name: 'Both',
      tags: ['x'],
      config: { method: 'PUT' },
      interval_seconds: 60,
    })
  })
})

describe('deleting a monitor', () => {
  it('returns 204 without a body, and 404 the second time', async () => {
    const { id } = await make(app())
    const { status, text } = await app().ask('DELETE', `/monitors/${id}`)
    expect([status, text]).toEqual([204, ''])
    expectRefusal(await app().ask('DELETE', `/monitors/${id}`), 404, 'Monitor not found')
    expectRefusal(await app().get(`/monitors/${id}`), 404, 'Monitor not found')
  })

  it('deletes everything it owns', async () => {
    const { id } = await make(app())
    const [rule] = await rulesOf(app(), id)
    await app().ask('DELETE', `/monitors/${id}`)
    expect((await app().get(`/monitors/${id}/alert-rules`)).status).toBe(404)
    expect((await app().get(`/monitors/${id}/alert-rules/${rule.id}`)).status).toBe(404)
  })

  it('is recorded under its last name', async () => {
    const { id } = await make(app())
    await patch(app(), id, { name: 'Last name' })
    app().clock.advance(1)
    await app().ask('DELETE', `/monitors/${id}`)
    const [event, ...older] = await activityOf(id)
    expect(event).toMatchObject({ action: 'monitor.deleted', entity_name: 'Last name' })
    expect(older.map(({ entity_name }) => entity_name)).toEqual(['Last name', 'Last name'])
  })
})

describe('pausing and resuming', () => {
  const act = (id: string, verb: 'pause' | 'resume') => app().post(`/monitors/${id}/${verb}`)

  it('stops and starts a monitor; a resumed one is unknown until its next check', async () => {
    const { id } = await make(app())
    expect(await act(id, 'pause')).toMatchObject({
      status: 200,
      body: { object: 'monitor', id, status: 'paused', state: 'paused', active: false },
    })
    expect(await act(id, 'resume')).toMatchObject({
      status: 200,
      body: { object: 'monitor', id, status: 'unknown', state: 'unknown', active: true },
    })
  })

  it('shows what the latest checks of a resumed monitor found while they are recent', async () => {
    const { id } = await make(app(), { interval: 60 })
    await checked(app(), id)
    await act(id, 'pause')
    expect((await act(id, 'resume')).body).toMatchObject({ status: 'up', active: true })
    await act(id, 'pause')
    app().clock.advance(120_000)
    expect((await act(id, 'resume')).body).toMatchObject({ status: 'unknown', active: true })
  })

  it.each([
    ['pause', true],
    ['resume', false],
  ] as const)('answers 200 with the monitor when there is nothing to %s', async (verb, isPaused) => {
    const made = await make(app(), { isPaused })
    app().clock.advance(1000)
    expect(await act(made.id, verb)).toMatchObject({ status: 200, body: made })
    expect(await activityOf(made.id)).toHaveLength(1)
  })

  it('is recorded', async () => {
    const { id } = await make(app())
    for (const verb of ['pause', 'resume'] as const) {
      app().clock.advance(1)
      await act(id, verb)
    }
    expect((await activityOf(id)).map(({ action }) => action)).toEqual([
      'monitor.resumed',
      'monitor.paused',
      'monitor.created',
    ])
  })

  it('keeps a paused monitor paused when it is updated', async () => {
    const { id } = await make(app(), { isPaused: true })
    expect((await patch(app(), id, { name: 'Asleep' })).body).toMatchObject({
      name: 'Asleep',
      status: 'paused',
      active: false,
    })
  })

  it('needs the write scope', async () => {
    const { id } = await make(app())
    for (const verb of ['pause', 'resume'])
      expect((await app().post(`/monitors/${id}/${verb}`, undefined, { key: keys.read })).status).toBe(403)
  })
})
