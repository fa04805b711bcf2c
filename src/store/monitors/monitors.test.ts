import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { sharedStore } from '../../../test/kit/lapwing/database.ts'
import { monitorRow } from '../../../test/kit/resources/monitors.ts'
import type { Monitor, MonitorState } from '../../domain/monitor.ts'
import type { Database } from '../database/database.ts'
import type { Position } from '../database/position.ts'
import { addMonitor, deleteMonitors, lockMonitor, knownMonitors } from './monitors.ts'
import { type MonitorFilter, listMonitors, positionOfMonitor, showMonitor } from './shown-monitors.ts'
import { pauseMonitors, resumeMonitors } from './monitor-states.ts'
import { countMonitors } from './summary.ts'
import { putOrganization } from '../accounts/organizations.ts'
import { type Statement, render, sql } from '../database/sql.ts'

const store = sharedStore()
const start = new Date('2026-03-01T12:00:00Z')
let made = 0

async function newOrganization(): Promise<string> {
  const slug = randomUUID()
  return (await putOrganization(store(), { name: slug, slug, plan: 'enterprise', limits: {} }, start)).id
}

/** Adds a monitor that is a second newer than the one before. */
async function add(organizationId: string, fields: Partial<Monitor> = {}): Promise<string> {
  const now = new Date(start.getTime() + made++ * 1000)
  const monitor = monitorRow(now, fields)
  await addMonitor(store(), organizationId, monitor, now)
  return monitor.id
}

const list = (organizationId: string, filter: MonitorFilter) =>
  listMonitors(store(), organizationId, { filter, after: undefined, limit: 50 })
const names = async (organizationId: string, filter: MonitorFilter): Promise<string[]> =>
  (await list(organizationId, filter)).map(({ json }) => JSON.parse(json).name)

describe('listMonitors', () => {
  it('returns the newest first, by position and limit', async () => {
    const organizationId = await newOrganization()
    const ids = [await add(organizationId), await add(organizationId), await add(organizationId)].reverse()
    const page = async (after: string | undefined, limit: number): Promise<string[]> => {
      const position = after && (await positionOfMonitor(store(), organizationId, after))
      return (await listMonitors(store(), organizationId, { filter: {}, after: position || undefined, limit })).map(
        ({ id }) => id,
      )
    }
    expect(await page(undefined, 50)).toEqual(ids)
    expect(await page(undefined, 2)).toEqual(ids.slice(0, 2))
    expect(await page(ids[0], 50)).toEqual(ids.slice(1))
    expect(await page(ids[2], 50)).toEqual([])
  })

  it('shows times to the millisecond, in UTC, without a space in the JSON', async () => {
    const organizationId = await newOrganization()
    await add(organizationId, { type: 'heartbeat', target: 'label' })
    const [{ json } = { json: '' }] = await list(organizationId, {})
    expect(JSON.parse(json)).toMatchObject({ created_at: expect.stringMatching(/^2026-03-01T12:\d\d:\d\d\.000Z$/) })
    expect(JSON.stringify(JSON.parse(json))).toBe(json)
  })

  it.each([
    ['100%', '100% sure', '1000 sure'],
    ['%', '50% off', 'half off'],
    ['a_b', 'a_b', 'aXb'],
    ['_', 'under_score', 'underscore'],
    ['c:\\d', 'C:\\Data', 'C:Data'],
    ['\\', 'back\\slash', 'slash/'],
    ['\\%', 'odd\\%', 'odd%'],
    ['"\'', `both "'`, 'neither'],
  ])('takes every character of q as itself: %s', async (q, found, missed) => {
    const organizationId = await newOrganization()
    await add(organizationId, { name: found })
    await add(organizationId, { name: missed })
    expect(await names(organizationId, { q })).toEqual([found])
  })

  it.each([
    ['äpfel', 'ÄPFEL'],
    ['ÄPFEL', 'Äpfel'],
    ['москва', 'МОСКВА'],
    ['ΔΕΛΤΑ', 'δελτα'],
    ['ŞE', 'şehir'],
    ['結帳', '結帳'],
    ['🐦', 'Lapwing 🐦'],
  ])('looks past the case of letters in any script: %s finds %s', async (q, name) => {
    const organizationId = await newOrganization()
    await add(organizationId, { name })
    expect(await names(organizationId, { q })).toEqual([name])
  })

  it('searches names and targets, and never across both', async () => {
    const organizationId = await newOrganization()
    await add(organizationId, {
      name: 'Shop',
      target: 'https://Example.com/',
      tags: ['tagged'],
      description: 'described',
    })
    for (const q of ['shop', 'EXAMPLE']) expect(await names(organizationId, { q })).toEqual(['Shop'])
    for (const q of ['shophttps', 'tagged', 'described', 'http\n'])
      expect(await names(organizationId, { q })).toEqual([])
  })

  it('matches whole tags', async () => {
    const organizationId = await newOrganization()
    await add(organizationId, { name: 'one', tags: ['env:prod', 'team:pay'] })
    await add(organizationId, { name: 'two', tags: ['env:prod-eu'] })
    expect(await names(organizationId, { tag: 'env:prod' })).toEqual(['one'])
    expect(await names(organizationId, { tag: 'team:pay' })).toEqual(['one'])
    expect(await names(organizationId, { tag: 'env' })).toEqual([])
  })

  it('filters by state, with degraded monitors among those that are up', async () => {
    const organizationId = await newOrganization()
    const states: MonitorState[] = ['up', 'degraded', 'down', 'paused', 'unknown']
    for (const state of states) await add(organizationId, { name: state, state })
    expect(await names(organizationId, { status: 'up' })).toEqual(['degraded', 'up'])
    for (const state of states.slice(1)) expect(await names(organizationId, { status: state })).toEqual([state])
  })

  it('returns only monitors of the organization', async () => {
    const [mine, theirs] = [await newOrganization(), await newOrganization()]
    const id = await add(theirs, { tags: ['a'] })
    for (const filter of [{}, { q: 'shop' }, { tag: 'a' }, { type: 'http' }])
      expect(await list(mine, filter)).toEqual([])
    expect(await positionOfMonitor(store(), mine, id)).toBeUndefined()
    expect(await showMonitor(store(), mine, id)).toBeUndefined()
    expect(await lockMonitor(store(), mine, id)).toBeUndefined()
    expect(await knownMonitors(store(), mine, [id])).toEqual([])
    for (const act of [pauseMonitors, resumeMonitors, deleteMonitors])
      expect(await act(store(), mine, [id], start)).toEqual([])
    expect(await list(theirs, {})).toHaveLength(1)
  })
})

describe('the list of 20,000 monitors', () => {
  let large = ''
  const count = 20_000

  beforeAll(async () => {
    large = await newOrganization()
    await fill(large, count)
    await fill(await newOrganization(), 5000)
    await store().script('analyze')
  })

  /** Copies one monitor many times, each with its own name, target, type, tag and state. */
  async function fill(organizationId: string, monitors: number): Promise<void> {
    const first = await add(organizationId)
    const [columns] = await store().rows<{ own: string; copied: string }>(sql`
      select string_agg(column_name, ', ') as own, string_agg('copied.' || column_name, ', ') as copied
      from information_schema.columns
      where table_name = 'monitors' and is_generated = 'NEVER' and is_identity = 'NO'`)
    await store().script(`
      insert into monitors (${columns?.own})
      select ${columns?.copied}
      from monitors m, generate_series(2, ${monitors}) n, jsonb_populate_record(m, jsonb_build_object(
        'id', gen_random_uuid(),
        'name', 'Monitor ' || n,
        'target', 'https://host-' || n || '.example.com/',
        'type', (array['http', 'tcp', 'dns', 'rdap'])[1 + n % 4],
        'state', (array['up', 'up', 'up', 'degraded', 'down', 'paused', 'unknown'])[1 + n % 7],
        'tags', array['team-' || n % 50, 'env:prod'],
        'created_at', m.created_at + n * interval '1 second'
      )) as copied
      where m.id = '${first}'`)
  }

  async function statementOf(read: (db: Database) => Promise<unknown>): Promise<Statement> {
    const requested: Statement[] = []
    const rows: Database['rows'] = async (statement) => {
      requested.push(statement)
      return []
    }
    await read({ ...store(), rows })
    return requested[0]!
  }

  const listing = (filter: MonitorFilter, after?: Position): Promise<Statement> =>
    statementOf((db) => listMonitors(db, large, { filter, after, limit: 51 }))

  async function scans(statement: Statement, db: Database = store()): Promise<string[]> {
    const lines = await db.rows<Record<'QUERY PLAN', string>>(sql`explain ${statement}`)
    return lines.flatMap(
      (line) => line['QUERY PLAN'].match(/(Seq|Index|Index Only|Bitmap Index) Scan (using|on) \w+/g) ?? [],
    )
  }

  const prepares = async (filter: MonitorFilter): Promise<boolean> => render(await listing(filter)).name !== undefined

  it.each<[MonitorFilter]>([
    [{}],
    [{ type: 'dns' }],
    [{ type: 'nothing' }],
    [{ status: 'up' }],
    [{ status: 'degraded' }],
    [{ status: 'paused' }],
    [{ tag: 'env:prod' }],
    [{ tag: 'team-7' }],
    [{ tag: 'nobody' }],
    [{ q: 'example' }],
    [{ q: 'host-1999' }],
    [{ q: 'nothing like it' }],
    [{ q: 'ho' }],
    [{ type: 'dns', status: 'down' }],
    [{ type: 'dns', status: 'down', tag: 'team-7', q: 'host-1' }],
  ])('is read through an index: %j', async (filter) => {
    const middle = { createdAt: new Date(start.getTime() + (count / 2) * 1000), id: randomUUID() }
    for (const after of [undefined, middle]) {
      const found = await scans(await listing(filter, after))
      expect(found.length).toBeGreaterThan(0)
      // For a table with few rows, such as locations, a sequential scan is the right plan.
      expect(found).not.toContain('Seq Scan on monitors')
    }
  })

  it('is planned for each tag and text, because their frequencies differ', async () => {
    expect(await prepares({})).toBe(true)
    expect(await prepares({ type: 'dns', status: 'up' })).toBe(true)
    for (const filter of [{ tag: 'env:prod' }, { q: 'example' }, { type: 'dns', q: 'example' }])
      expect(await prepares(filter)).toBe(false)
  })

  it('is counted by state in a small index', async () => {
    const organizationId = large
    const counting = await statementOf((db) => countMonitors(db, { organizationId }))
    const found = await store().transaction(async (tx) => {
      // How much of the table is vacuumed, and so how PostgreSQL would read it, differs from run to run.
      await tx.script('set local enable_seqscan = off; set local enable_bitmapscan = off')
      return scans(counting, tx)
    })
    expect(found).toEqual(['Index Only Scan using monitors_counted'])
    const counts = { total: 20_000, up: 8571, degraded: 2857, down: 2857, paused: 2857, unknown: 2858 }
    expect(await countMonitors(store(), { organizationId })).toEqual(counts)
  })
})

describe('pausing, resuming and deleting', () => {
  it('return the monitors they changed, and change no other', async () => {
    const organizationId = await newOrganization()
    const [one, two] = [
      await add(organizationId, { name: 'one', state: 'down' }),
      await add(organizationId, { name: 'two', state: 'paused' }),
    ]
    const ids = [one, two, randomUUID()]
    expect(await pauseMonitors(store(), organizationId, ids, start)).toEqual([{ id: one, name: 'one' }])
    expect(await pauseMonitors(store(), organizationId, ids, start)).toEqual([])
    expect(await resumeMonitors(store(), organizationId, [two], start)).toEqual([{ id: two, name: 'two' }])
    expect((await lockMonitor(store(), organizationId, two))?.state).toBe('unknown')
    expect((await lockMonitor(store(), organizationId, one))?.state).toBe('paused')
    expect(await deleteMonitors(store(), organizationId, ids)).toEqual(
      expect.arrayContaining([
        { id: one, name: 'one' },
        { id: two, name: 'two' },
      ]),
    )
    expect(await knownMonitors(store(), organizationId, ids)).toEqual([])
  })
})
