// The guard in front of changes of assistants: dry runs, limits and confirmations.
import { describe, expect, it } from 'vitest'
import {
  decideConfirmation,
  getConfirmation,
  listConfirmations,
} from '../../../src/operations/confirmations/confirmations.ts'
import { listNotices } from '../../../src/operations/organization/notices.ts'
import { createApiKey } from '../../../src/operations/people/api-keys.ts'
import { getOrganization, updateOrganization } from '../../../src/operations/organization/organization.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { type Assistant, assistantOf } from '../../kit/assistants/assistant.ts'
import { keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { dashboardOf } from '../../kit/people/dashboard.ts'
import { fail } from '../../kit/resources/incidents.ts'
import { make } from '../../kit/resources/monitors.ts'

const app = sharedLapwing()
const hour = 3_600_000

/** Each test has a credential of its own, and so an unused limit. */
async function newAssistant(): Promise<Assistant> {
  const body = { name: 'Release assistant', scope: 'write' }
  const created = await dashboardOf(app()).ask(createApiKey, { body })
  expect(created.status).toBe(201)
  return assistantOf(app(), { key: created.body.key })
}

const makeMany = async (count: number): Promise<string[]> => {
  const made: string[] = []
  for (let n = 0; n < count; n++) made.push((await make(app(), { tags: ['bulk'] })).id)
  return made
}

const stateOf = async (id: string): Promise<string> => (await app().get(`/monitors/${id}`)).body.state

const silenceOf = (id: string): unknown => expect.objectContaining({ object_id: id, effect: 'silence' })

const lastChange = async (tool: string): Promise<{ id: string; counted: number }> => {
  const [row] = await app().store.rows<{ id: string; counted: number }>(
    sql`select id, counted from assistant_changes where tool = ${tool} order by created_at desc, id desc limit 1`,
  )
  return row!
}

/** The number of rows of every table that people see, and of the queues. */
async function rowCounts(): Promise<object> {
  const tables = await app().store.rows<{ name: string }>(sql`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`)
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    if (name === 'processes' || name === 'rate_windows') continue
    const [row] = await app().store.rows<{ count: number }>({
      strings: [`select count(*) as count from "${name}"`],
      parts: [],
      prepared: false,
    })
    counts[name] = row!.count
  }
  return counts
}

describe('a dry run', () => {
  it('returns what would change, and leaves no trace', async () => {
    const assistant = await newAssistant()
    const { id } = await make(app())
    const { body: page } = await app().post('/status-pages', { name: 'Dry', slug: 'dry' })
    const before = await rowCounts()
    const dry = { dry_run: true }
    const create = { name: 'Dry', type: 'http', target: 'https://example.com' }
    expect(await assistant.call('create_monitor', { ...create, ...dry })).toMatchObject({
      status: 'dry_run',
      changes: [{ object_type: 'monitor', object_id: null, object_name: 'Dry', effect: 'create' }],
      result: { name: 'Dry', target: 'https://example.com' },
    })
    expect(await assistant.call('pause_monitor', { monitor_ids: [id], ...dry })).toMatchObject({ status: 'dry_run' })
    expect(await assistant.call('update_monitor', { monitor_id: id, name: 'New', ...dry })).toMatchObject({
      result: { name: 'New' },
    })
    expect((await assistant.call('check_now', { monitor_id: id, ...dry })).error).toBeNull()
    const window = { name: 'Work', duration_minutes: 30, monitor_ids: [id] }
    expect((await assistant.call('schedule_maintenance', { ...window, ...dry })).error).toBeNull()
    const announcement = { status_page_id: page.id, title: 'Slow', body: 'We look.', notify: true }
    expect((await assistant.call('post_announcement', { ...announcement, ...dry })).error).toBeNull()
    expect(await rowCounts()).toEqual(before)
    expect((await assistant.call('undo')).error).toMatch(/nothing to undo/)
  })

  it('is refused as the change would be', async () => {
    const assistant = await newAssistant()
    const bad = { name: 'Bad', type: 'http', target: 'not a url', dry_run: true }
    expect(await assistant.call('create_monitor', bad)).toMatchObject({
      code: 'invalid_request',
      error: expect.stringContaining('target'),
    })
  })
})

it('needs a credential with the write scope', async () => {
  const { id } = await make(app())
  const reader = assistantOf(app(), { key: keys.read })
  expect(await reader.call('pause_monitor', { monitor_ids: [id] })).toMatchObject({ code: 'forbidden' })
  expect(await stateOf(id)).toBe('unknown')
})

it('does not see monitors of other organizations', async () => {
  const { id } = await make(app())
  const stranger = assistantOf(app(), { key: keys.other })
  expect(await stranger.call('pause_monitor', { monitor_ids: [id] })).toMatchObject({ code: 'not_found' })
})

describe('the limit', () => {
  it('allows 10 objects in a call and in an hour, and says what a person can do', async () => {
    const assistant = await newAssistant()
    const ids = await makeMany(11)
    expect(await assistant.call('pause_monitor', { monitor_ids: ids })).toMatchObject({
      code: 'forbidden',
      error: expect.stringMatching(/11 objects.*to 10\. A person can do it in the dashboard, or an owner can raise/s),
    })
    expect(await assistant.call('pause_monitor', { monitor_ids: ids.slice(0, 10) })).toMatchObject({ status: 'done' })
    expect(await assistant.call('pause_monitor', { monitor_ids: ids.slice(10) })).toMatchObject({
      code: 'rate_limited',
      error: expect.stringMatching(/already done that to 10 within the last hour.*Try again in 60 min/s),
    })
    expect(await assistant.call('resume_monitor', { monitor_ids: ids })).toMatchObject({ status: 'done' })
    app().clock.advance(hour + 1)
    expect(await assistant.call('pause_monitor', { monitor_ids: ids.slice(10) })).toMatchObject({ status: 'done' })
  })

  it('counts the monitors that a maintenance window covers', async () => {
    const assistant = await newAssistant()
    await makeMany(1)
    const window = { name: 'Everything', duration_minutes: 30 }
    expect(await assistant.call('schedule_maintenance', { ...window, everything: true })).toMatchObject({
      code: 'forbidden',
    })
    expect(await assistant.call('schedule_maintenance', { ...window, tags: ['bulk'] })).toMatchObject({
      code: 'forbidden',
    })
    expect(await assistant.call('schedule_maintenance', window)).toMatchObject({ code: 'invalid_request' })
  })

  it('counts the monitors that depend on a tag, also through others', async () => {
    const assistant = await newAssistant()
    await make(app(), { tags: ['switch'], dependsOn: { tags: ['router'] } })
    for (let n = 0; n < 10; n++) await make(app(), { dependsOn: { tags: ['switch'] } })
    const decoy = { name: 'Decoy', type: 'http', target: 'http://192.0.2.1/', tags: ['router'] }
    expect(await assistant.call('create_monitor', decoy)).toMatchObject({
      code: 'forbidden',
      error: expect.stringContaining('silence 11 objects'),
    })
    expect(await assistant.call('create_monitor', { ...decoy, tags: ['switch'] })).toMatchObject({ status: 'done' })
    expect((await lastChange('create_monitor')).counted).toBe(10)
  })

  it('holds if many calls run at once', async () => {
    const assistant = await newAssistant()
    const ids = await makeMany(20)
    const answers = await Promise.all(ids.map((id) => assistant.call('pause_monitor', { monitor_ids: [id] })))
    expect(answers.filter(({ status }) => status === 'done')).toHaveLength(10)
    expect(answers.filter(({ code }) => code === 'rate_limited')).toHaveLength(10)
    const states = await Promise.all(ids.map(stateOf))
    expect(states.filter((state) => state === 'paused')).toHaveLength(10)
  })

  it('is changed by owners only', async () => {
    const dashboard = dashboardOf(app())
    const change = (role: 'admin' | 'owner', assistantLimit: number) =>
      dashboard.ask(updateOrganization, { body: { assistantLimit }, role })
    expect((await change('admin', 50)).status).toBe(403)
    expect((await change('owner', 0)).body).toMatchObject({ assistant_limit: 0 })
    const assistant = await newAssistant()
    const { id } = await make(app())
    expect(await assistant.call('pause_monitor', { monitor_ids: [id] })).toMatchObject({ code: 'forbidden' })
    await change('owner', 10)
    expect((await dashboard.ask(getOrganization)).body.assistant_limit).toBe(10)
  })
})

describe('a monitor that is failing', () => {
  const failing = async (settings: object = {}): Promise<string> => {
    const { id } = await make(app(), { name: 'Shop', ...settings })
    await fail(app(), id)
    return id
  }
  const decide = (id: string, confirm: boolean, role: 'owner' | 'viewer' = 'owner') =>
    dashboardOf(app()).ask(decideConfirmation, { id, body: { confirm }, role })

  it('is paused only after a person confirmed it, once', async () => {
    const assistant = await newAssistant()
    const id = await failing()
    const call = { monitor_ids: [id], reason: 'The deployment restarts it' }
    const requested = await assistant.call('pause_monitor', call)
    expect(requested).toMatchObject({
      status: 'confirmation_required',
      summary: expect.stringContaining('Shop is failing now (down)'),
      confirmation_url: `${app().origin}/confirmations/${requested['confirmation_id']}`,
    })
    expect(await stateOf(id)).toBe('down')
    const confirmation = requested['confirmation_id'] as string
    expect((await assistant.call('pause_monitor', call))['confirmation_id']).toBe(confirmation)
    const shown = (await dashboardOf(app()).ask(getConfirmation, { id: confirmation })).body
    expect(shown).toMatchObject({
      tool: 'pause_monitor',
      summary: 'Pause Shop',
      reason: 'The deployment restarts it',
      changes: [{ object_type: 'monitor', object_id: id, object_name: 'Shop', effect: 'pause', state: 'down' }],
      requested_by: { credential: 'Release assistant', client: null, user: null },
      status: 'pending',
      decided_by: null,
    })
    const notices = (await dashboardOf(app()).ask(listNotices)).body.data
    expect(notices).toContainEqual(expect.objectContaining({ kind: 'confirmation_requested', message: shown.reason }))
    expect(await assistant.call('pause_monitor', { ...call, confirmation })).toMatchObject({
      code: 'conflict',
      error: expect.stringContaining('nobody has decided yet'),
    })
    expect((await decide(confirmation, true)).body).toMatchObject({ status: 'confirmed', decided_by: { name: 'Ada' } })
    expect((await decide(confirmation, false)).status).toBe(409)
    expect(await assistant.call('pause_monitor', { ...call, confirmation, dry_run: true })).toMatchObject({
      status: 'dry_run',
    })
    expect(await assistant.call('pause_monitor', { ...call, confirmation })).toMatchObject({ status: 'done' })
    expect(await stateOf(id)).toBe('paused')
    const [used] = (await dashboardOf(app()).ask(listConfirmations)).body.data
    expect(used.status).toBe('used')
    expect(await assistant.call('pause_monitor', { ...call, confirmation })).toMatchObject({
      error: expect.stringContaining('already used'),
    })
    const { data } = (await app().get(`/activity?entity_id=${id}&action=monitor.paused`)).body
    expect(data[0].changes).toMatchObject({ via: 'mcp', tool: 'pause_monitor' })
    const { data: decisions } = (await app().get(`/activity?entity_id=${confirmation}`)).body
    expect(decisions.map(({ action }: { action: string }) => action)).toEqual([
      'confirmation.confirmed',
      'confirmation.requested',
    ])
  })

  it('is silenced by a maintenance window only after a person confirmed it', async () => {
    const assistant = await newAssistant()
    const id = await failing()
    const window = { name: 'Work', duration_minutes: 30, monitor_ids: [id] }
    expect(await assistant.call('schedule_maintenance', window)).toMatchObject({ status: 'confirmation_required' })
    expect((await app().get('/maintenance-windows')).body.data).toEqual([])
  })

  it.each([
    ['target', { target: 'https://fine.example.com' }],
    ['interval', { interval_seconds: 86_400 }],
    ['config', { config: { repeatIntervalSeconds: null } }],
  ])('gets another %s only after a person confirmed it', async (_field, change) => {
    const assistant = await newAssistant()
    const id = await failing()
    const before = (await app().get(`/monitors/${id}`)).body
    const call = { monitor_id: id, ...change }
    const requested = await assistant.call('update_monitor', call)
    expect(requested).toMatchObject({ status: 'confirmation_required', changes: [{ object_id: id, effect: 'update' }] })
    expect((await app().get(`/monitors/${id}`)).body).toEqual(before)
    const confirmation = requested['confirmation_id'] as string
    await decide(confirmation, true)
    expect(await assistant.call('update_monitor', { ...call, confirmation })).toMatchObject({ status: 'done' })
    expect((await lastChange('update_monitor')).counted).toBe(0)
    expect(await assistant.call('undo')).toMatchObject({ status: 'confirmation_required' })
  })

  it('gets another name without a person', async () => {
    const assistant = await newAssistant()
    const call = { monitor_id: await failing(), name: 'Shop of old', description: 'Is replaced soon' }
    expect(await assistant.call('update_monitor', call)).toMatchObject({ status: 'done' })
    expect(await assistant.call('undo')).toMatchObject({ status: 'done' })
  })

  it('is silenced by an undo only after a person confirmed it, and the undo counts', async () => {
    const assistant = await newAssistant()
    const id = await failing({ tags: ['shop', 'night'] })
    expect(await assistant.call('update_monitor', { monitor_id: id, tags: ['shop'] })).toMatchObject({ status: 'done' })
    const window = { name: 'Work', duration_minutes: 30, tags: ['night'] }
    expect(await assistant.call('schedule_maintenance', window)).toMatchObject({ status: 'done' })
    const change = (await lastChange('update_monitor')).id
    const requested = await assistant.call('undo', { change_id: change })
    expect(requested).toMatchObject({
      status: 'confirmation_required',
      changes: expect.arrayContaining([silenceOf(id)]),
    })
    expect((await app().get(`/monitors/${id}`)).body).toMatchObject({ tags: ['shop'], in_maintenance: false })
    const confirmation = requested['confirmation_id'] as string
    await decide(confirmation, true)
    expect(await assistant.call('undo', { change_id: change, confirmation })).toMatchObject({ status: 'done' })
    expect((await lastChange('undo')).counted).toBe(1)
  })

  it('is silenced by a tag only after a person confirmed it, however many windows there are', async () => {
    const assistant = await newAssistant()
    const id = await failing()
    const schedule = (tag: string): Promise<unknown> =>
      assistant.call('schedule_maintenance', { name: tag, duration_minutes: 30, tags: [tag] })
    for (let n = 0; n < 102; n++) await schedule(n === 0 ? 'oldest' : `unused-${n}`)
    const call = { monitor_id: id, tags: ['oldest'] }
    expect(await assistant.call('update_monitor', call)).toMatchObject({ status: 'confirmation_required' })
    // A window that is over silences nothing.
    app().clock.advance(hour)
    expect(await assistant.call('update_monitor', call)).toMatchObject({ status: 'done' })
  })

  it('is made dependent on another monitor only after a person confirmed it', async () => {
    const assistant = await newAssistant()
    const gateway = await make(app(), { tags: ['gateway'] })
    const id = await failing({ dependsOn: { tags: ['gateway', 'decoy'] } })
    const decoy = { name: 'Decoy', type: 'http', target: 'http://192.0.2.1/', tags: ['decoy'] }
    const silenced = { status: 'confirmation_required', changes: expect.arrayContaining([silenceOf(id)]) }
    expect(await assistant.call('create_monitor', decoy)).toMatchObject(silenced)
    const { id: other } = await make(app(), { name: 'Other' })
    expect(await assistant.call('update_monitor', { monitor_id: other, tags: ['decoy'] })).toMatchObject(silenced)
    // It is a parent already.
    const known = { monitor_id: gateway.id, tags: ['gateway', 'fra'] }
    expect(await assistant.call('update_monitor', known)).toMatchObject({ status: 'done' })
    const less = await assistant.call('update_monitor', { monitor_id: gateway.id, tags: ['fra'] })
    expect(await assistant.call('undo', { change_id: less['change_id'] })).toMatchObject(silenced)
  })

  it('needs a new confirmation for other arguments, another tool and another credential', async () => {
    const [assistant, other] = [await newAssistant(), await newAssistant()]
    const [id, second] = [await failing(), await failing()]
    const { confirmation_id: confirmation } = await assistant.call('pause_monitor', { monitor_ids: [id] })
    await decide(confirmation, true)
    expect(await other.call('pause_monitor', { monitor_ids: [id], confirmation })).toMatchObject({ code: 'not_found' })
    expect(await assistant.call('pause_monitor', { monitor_ids: [id, second], confirmation })).toMatchObject({
      error: expect.stringContaining('exactly the same arguments'),
    })
    expect(await assistant.call('resume_monitor', { monitor_ids: [id], confirmation })).toMatchObject({
      code: 'conflict',
    })
    expect(await stateOf(id)).toBe('down')
  })

  it('needs another confirmation if more has failed since', async () => {
    const assistant = await newAssistant()
    const [id, { id: healthy }] = [await failing(), await make(app())]
    const call = { monitor_ids: [id, healthy] }
    const { confirmation_id: confirmation } = await assistant.call('pause_monitor', call)
    await decide(confirmation, true)
    await fail(app(), healthy)
    const again = await assistant.call('pause_monitor', { ...call, confirmation })
    expect(again.status).toBe('confirmation_required')
    expect(again['confirmation_id']).not.toBe(confirmation)
  })

  it('stays as it is after a refusal, or when the confirmation has expired', async () => {
    const assistant = await newAssistant()
    const id = await failing()
    const first = (await assistant.call('pause_monitor', { monitor_ids: [id] }))['confirmation_id'] as string
    await decide(first, false)
    expect(await assistant.call('pause_monitor', { monitor_ids: [id], confirmation: first })).toMatchObject({
      code: 'forbidden',
      error: expect.stringContaining('Ada refused'),
    })
    const second = (await assistant.call('pause_monitor', { monitor_ids: [id] }))['confirmation_id'] as string
    await decide(second, true)
    app().clock.advance(15 * 60_000)
    expect(await assistant.call('pause_monitor', { monitor_ids: [id], confirmation: second })).toMatchObject({
      error: expect.stringContaining('has expired'),
    })
    expect((await decide(second, true)).status).toBe(409)
    expect(await stateOf(id)).toBe('down')
  })

  it('cannot be confirmed with an API key, nor by a viewer', async () => {
    const assistant = await newAssistant()
    const id = await failing()
    const { confirmation_id: confirmation } = await assistant.call('pause_monitor', { monitor_ids: [id] })
    const path = `/dashboard/confirmations/${confirmation}/decision`
    expect((await app().post(path, { confirm: true })).status).toBe(404)
    expect((await decide(confirmation, true, 'viewer')).status).toBe(403)
    const headers = { authorization: `Bearer ${keys.write}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ confirm: true })
    const sneaked = await fetch(`${app().origin}/app${path}`, { method: 'POST', headers, body })
    expect([401, 403]).toContain(sneaked.status)
  })

  it('lets a credential wait for 10 decisions at most', async () => {
    const assistant = await newAssistant()
    const id = await failing()
    for (let n = 0; n < 10; n++) {
      const window = { name: `Work ${n}`, duration_minutes: 30, monitor_ids: [id] }
      expect((await assistant.call('schedule_maintenance', window)).status).toBe('confirmation_required')
    }
    expect(await assistant.call('pause_monitor', { monitor_ids: [id] })).toMatchObject({
      code: 'forbidden',
      error: expect.stringContaining('already wait'),
    })
  })
})
