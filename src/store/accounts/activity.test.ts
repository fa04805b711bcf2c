import { describe, expect, it } from 'vitest'
import { sharedStore } from '../../../test/kit/lapwing/database.ts'
import type { PlanName } from '../../domain/plan.ts'
import { type ActivityFilter, addActivity, dropExpiredActivity, listActivity, whenRecorded } from './activity.ts'
import type { Store } from '../database/database.ts'
import { putOrganization } from './organizations.ts'

const start = new Date('2026-03-01T12:00:00Z')
const after = (ms: number): Date => new Date(start.getTime() + ms)
const day = 86_400_000
const ada = { name: 'Ada', email: 'Ada@example.com' }

const shared = sharedStore()
let organizations = 0

async function newOrganization(plan: PlanName = 'enterprise'): Promise<string> {
  const slug = `acme-${++organizations}`
  return (await putOrganization(shared(), { name: slug, slug, plan, limits: {} }, start)).id
}

async function setUp(plan?: PlanName) {
  return { store: shared(), organizationId: await newOrganization(plan) }
}

interface Noted {
  action?: string
  id?: string | null
  name?: string | null
  at?: number
  actor?: typeof ada | null
}

const note = (
  store: Store,
  organizationId: string,
  { action = 'note.created', id = 'n1', name = 'first', at = 0, actor = null }: Noted,
) =>
  addActivity(store, {
    organizationId,
    actor,
    events: [
      { entityType: 'note', entityId: id, entityName: name, action, changes: { title: { from: null, to: name } } },
    ],
    now: after(at),
  })

const list = (store: Store, organizationId: string, filter: ActivityFilter = {}) =>
  listActivity(store, organizationId, { filter, after: undefined, limit: 100 })

describe('activity', () => {
  it('is read back unchanged', async () => {
    const { store, organizationId } = await setUp()
    await note(store, organizationId, { actor: ada })
    expect(await list(store, organizationId)).toEqual([
      {
        id: expect.any(String),
        entity_type: 'note',
        entity_id: 'n1',
        entity_name: 'first',
        action: 'note.created',
        changes: { title: { from: null, to: 'first' } },
        actor_name: 'Ada',
        actor_email: 'Ada@example.com',
        created_at: start,
      },
    ])
  })

  it('is newest first, and belongs to its organization', async () => {
    const { store, organizationId } = await setUp()
    const otherId = await newOrganization()
    await note(store, organizationId, { id: 'a', at: 0 })
    await note(store, organizationId, { id: 'b', at: 1 })
    await note(store, otherId, { id: 'c', at: 2 })
    expect((await list(store, organizationId)).map((event) => event.entity_id)).toEqual(['b', 'a'])
  })

  it('may have no entity', async () => {
    const { store, organizationId } = await setUp()
    await note(store, organizationId, { id: null, name: null })
    await note(store, organizationId, { id: null, name: 'kept' })
    expect((await list(store, organizationId)).map((event) => event.entity_name).toSorted()).toEqual(
      [null, 'kept'].toSorted(),
    )
  })

  it('shows the latest name of its entity, in old events too', async () => {
    const { store, organizationId } = await setUp()
    await note(store, organizationId, { name: 'first', at: 0 })
    await note(store, organizationId, { name: 'renamed', action: 'note.updated', at: 1 })
    await note(store, organizationId, { id: 'n2', name: 'another', at: 2 })
    expect((await list(store, organizationId)).map((event) => event.entity_name)).toEqual([
      'another',
      'renamed',
      'renamed',
    ])
  })

  it('keeps the last known name if a later event has none', async () => {
    const { store, organizationId } = await setUp()
    await note(store, organizationId, { name: 'first', at: 0 })
    await note(store, organizationId, { name: null, action: 'note.touched', at: 1 })
    const names = (await list(store, organizationId)).map((event) => event.entity_name)
    expect(names.at(-1)).toBe('first')
  })

  it.each<[string, ActivityFilter, string[]]>([
    ['kind', { entityType: 'note' }, ['c', 'b', 'a']],
    ['another kind', { entityType: 'monitor' }, []],
    ['thing', { entityId: 'b' }, ['b']],
    ['action', { action: 'note.deleted' }, ['c']],
    ['person, whatever the case', { actor: 'ADA@example.COM' }, ['b']],
    ['start, included', { since: after(1000) }, ['c', 'b']],
    ['end, excluded', { until: after(1000) }, ['a']],
    ['several', { since: after(1000), entityType: 'note', action: 'note.created' }, ['b']],
  ])('is narrowed by %s', async (_case, filter, found) => {
    const { store, organizationId } = await setUp()
    await note(store, organizationId, { id: 'a', at: 0 })
    await note(store, organizationId, { id: 'b', at: 1000, actor: ada })
    await note(store, organizationId, { id: 'c', at: 2000, action: 'note.deleted' })
    expect((await list(store, organizationId, filter)).map((event) => event.entity_id)).toEqual(found)
  })

  it('is paged without gaps or repetitions, even with many events at the same time', async () => {
    const { store, organizationId } = await setUp()
    for (const at of [0, 0, 0, 0, 5, 5, 9]) await note(store, organizationId, { at })
    const whole = await list(store, organizationId)
    const seen = []
    let place: { createdAt: Date; id: string } | undefined
    for (let page = 0; page < 4; page++) {
      const rows = await listActivity(store, organizationId, { filter: {}, after: place, limit: 2 })
      seen.push(...rows)
      const last = rows.at(-1)
      if (last) place = { createdAt: (await whenRecorded(store, organizationId, last.id))!, id: last.id }
    }
    expect(whole).toHaveLength(7)
    expect(seen).toEqual(whole)
  })

  it('has no position for a deleted event or one of another organization', async () => {
    const { store, organizationId } = await setUp()
    await note(store, organizationId, {})
    const [event] = await list(store, organizationId)
    const otherId = await newOrganization()
    expect(await whenRecorded(store, organizationId, event!.id)).toEqual(start)
    expect(await whenRecorded(store, otherId, event!.id)).toBeUndefined()
    expect(await whenRecorded(store, organizationId, organizationId)).toBeUndefined()
  })

  it.each<[PlanName, string[]]>([
    ['free', ['new']],
    ['starter', ['new', 'old']],
    ['enterprise', ['new', 'old', 'ancient']],
  ])('is kept as long as the %s plan says', async (plan, kept) => {
    const { store, organizationId } = await setUp(plan)
    await note(store, organizationId, { id: 'ancient', at: -400 * day })
    await note(store, organizationId, { id: 'old', at: -20 * day })
    await note(store, organizationId, { id: 'new', at: -day })
    await dropExpiredActivity(store, start)
    expect((await list(store, organizationId)).map((event) => event.entity_id)).toEqual(kept)
  })
})
