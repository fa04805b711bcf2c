import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { sharedStore } from '../../../test/kit/lapwing/database.ts'
import { windowRow } from '../../../test/kit/resources/maintenance.ts'
import { newId } from '../../domain/id.ts'
import { covers, occurrences, recurrences } from '../../domain/maintenance.ts'
import {
  addWindow,
  changeWindow,
  deleteWindow,
  findWindow,
  listWindows,
  windowsOf,
  windowsOver,
} from './maintenance-windows.ts'
import { putOrganization } from '../accounts/organizations.ts'

const store = sharedStore()
const start = new Date('2026-03-01T12:00:00Z')
const later = (minutes: number): Date => new Date(start.getTime() + minutes * 60_000)

let organizations = 0
const newOrganization = async (): Promise<string> => {
  const name = `O${++organizations}`
  return (await putOrganization(store(), { name, slug: name.toLowerCase(), plan: 'enterprise', limits: {} }, start)).id
}

let mine = ''
beforeAll(async () => {
  mine = await newOrganization()
})

it('stores all fields of a window, also after changes', async () => {
  const window = windowRow(start, {
    description: 'Once a week',
    monitorIds: [newId(start)],
    monitorTags: ['env:prod', 'a'],
    durationMinutes: 43_200,
    timezone: 'Europe/Berlin',
    recurrence: 'weekly',
    recurrenceUntil: later(99_999),
    suppressAlerts: false,
    excludeFromSla: false,
    incidentId: 4711,
  })
  await addWindow(store(), mine, window)
  expect(await findWindow(store(), mine, window.id)).toEqual(window)
  const changed = windowRow(later(5), {
    id: window.id,
    name: 'Other',
    enabled: false,
    incidentId: 4711,
    createdAt: start,
  })
  await changeWindow(store(), mine, changed)
  expect(await findWindow(store(), mine, window.id)).toEqual(changed)
  expect(await findWindow(store(), await newOrganization(), window.id)).toBeUndefined()
  expect(await deleteWindow(store(), mine, window.id)).toEqual({ id: window.id, name: 'Other' })
  expect(await deleteWindow(store(), mine, window.id)).toBeUndefined()
})

it('creates one window per incident', async () => {
  await addWindow(store(), mine, windowRow(start, { incidentId: 1 }))
  await expect(addWindow(store(), mine, windowRow(start, { incidentId: 1 }))).rejects.toThrow(/unique/)
})

it('lists windows newest first, by position', async () => {
  const organizationId = await newOrganization()
  const windows = [0, 1, 1, 2].map((minutes) => windowRow(later(minutes)))
  for (const window of windows) await addWindow(store(), organizationId, window)
  const all = await listWindows(store(), organizationId, { after: undefined, limit: 10 })
  expect(all.map(({ createdAt }) => createdAt)).toEqual([2, 1, 1, 0].map(later))
  expect(await listWindows(store(), organizationId, { after: all[1], limit: 1 })).toEqual([all[2]])
})

it('returns the enabled windows of some organizations', async () => {
  const [one, two, three] = [await newOrganization(), await newOrganization(), await newOrganization()]
  const [a, b, c] = [windowRow(start), windowRow(start), windowRow(start)]
  await addWindow(store(), one, a)
  await addWindow(store(), one, windowRow(start, { enabled: false }))
  await addWindow(store(), two, b)
  await addWindow(store(), three, c)
  const found = await windowsOf(store(), [one, two])
  expect(new Map(found.map(({ id, organizationId }) => [id, organizationId]))).toEqual(
    new Map([
      [a.id, one],
      [b.id, two],
    ]),
  )
})

const ids = ['a', 'b', 'c'].map((_name, index) => newId(later(index)))
const some = <T>(items: T[]): fc.Arbitrary<T[]> => fc.subarray(items, { maxLength: 2 })
const tags = ['env:prod', 'env:test', 'team:shop']

it('finds the windows that cover a monitor', async () => {
  const drawn = fc.array(fc.record({ monitorIds: some(ids), monitorTags: some(tags) }), { maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(drawn, some(tags), async (coverages, worn) => {
      const organizationId = await newOrganization()
      const windows = coverages.map((coverage, index) => windowRow(start, { ...coverage, name: String(index) }))
      for (const window of windows) await addWindow(store(), organizationId, window)
      const found = await windowsOver(store(), { organizationId, monitorId: ids[0]!, tags: worn })
      const expected = windows.filter((window) => covers(window, { id: ids[0]!, tags: worn }))
      expect(found.map(({ name }) => name).sort()).toEqual(expected.map(({ name }) => name).sort())
    }),
    { numRuns: 25, endOnFailure: true },
  )
})

it('finds all windows that are active in a span', async () => {
  const moment = fc.integer({ min: -2000, max: 2000 })
  const window = fc.record({
    startsAt: moment,
    durationMinutes: fc.integer({ min: 5, max: 3000 }),
    recurrence: fc.constantFrom(...recurrences),
    lasts: fc.option(fc.integer({ min: 1, max: 3000 })),
    enabled: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(window, { maxLength: 6 }),
      moment,
      fc.integer({ min: 1, max: 500 }),
      async (drawn, from, length) => {
        const organizationId = await newOrganization()
        const windows = drawn.map(({ startsAt, lasts, ...fields }) =>
          windowRow(later(startsAt), { ...fields, recurrenceUntil: lasts === null ? null : later(startsAt + lasts) }),
        )
        for (const row of windows) await addWindow(store(), organizationId, row)
        const span = { from: later(from), to: later(from + length) }
        const found = await windowsOver(store(), { organizationId, monitorId: ids[0]!, tags: [] }, span)
        const isOn = windows.filter((row) => occurrences(row, span).length > 0)
        expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining(isOn.map(({ id }) => id)))
      },
    ),
    { numRuns: 25, endOnFailure: true },
  )
})

it('does not read windows that ended before a span', async () => {
  const organizationId = await newOrganization()
  for (const fields of [{}, { recurrence: 'daily' as const, recurrenceUntil: later(1440) }])
    await addWindow(store(), organizationId, windowRow(start, fields))
  const over = { organizationId, monitorId: ids[0]!, tags: [] }
  expect(await windowsOver(store(), over, { from: later(1501), to: later(9000) })).toEqual([])
  expect(await windowsOver(store(), over, { from: later(-60), to: start })).toEqual([])
  expect(await windowsOver(store(), over)).toHaveLength(2)
})
