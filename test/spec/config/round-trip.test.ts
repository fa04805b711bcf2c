import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sharedLapwing } from '../../kit/lapwing/lapwing.ts'

const app = sharedLapwing()
const ids = ['a', 'b', 'c', 'd', 'e'] as const

const some = <Item>(items: readonly Item[]) => fc.shuffledSubarray([...items])
const name = (id: string) => fc.constantFrom(`Shop ${id}`, `${id.toUpperCase()}: "Kasse" – €`, `ünïcode ${id} #1`)
const tags = some(['team:shop', 'env:prod', 'eu'])

/** Objects with these keys that refer to each other in any order. */
const documents = fc
  .record({ contacts: some(ids), groups: some(ids), monitors: some(ids), channels: some(ids), pages: some(ids) })
  .chain(({ contacts, groups, monitors, channels, pages }) => {
    const each = (keys: readonly string[], fields: (id: string) => Record<string, fc.Arbitrary<unknown>>) =>
      fc.tuple(...keys.map((key) => fc.record({ key: fc.constant(key), name: name(key), ...fields(key) })))
    return fc.record({
      contacts: each(contacts, (id) => ({
        email: fc.constant(`${id}@example.com`),
        phone: fc.constantFrom(null, '+49 30 901820'),
      })),
      contactGroups: each(groups, () => ({ contactIds: some(contacts), description: fc.constantFrom(null, 'Night') })),
      channels: each(channels, (id) => ({
        type: fc.constant('webhook'),
        enabled: fc.boolean(),
        severityFilter: fc.constantFrom(['critical'], ['critical', 'warning']),
        config: fc.record({
          url: fc.constant(`https://hooks.example.com/${id}`),
          secret: fc.constantFrom('long-enough-secret', 'another-long-secret'),
          contact_group_ids: some(groups),
        }),
      })),
      monitors: each(monitors, () => ({
        type: fc.constant('http'),
        target: fc.constantFrom('https://shop.example.com', 'HTTPS://Shop.example.com:443/a b'),
        interval: fc.constantFrom(60, 300),
        locations: fc.shuffledSubarray(['fra', 'nyc'], { minLength: 1 }),
        tags,
        isPaused: fc.boolean(),
        config: fc.record({ notificationGroupIds: some(groups), method: fc.constantFrom('GET', 'HEAD') }),
      })),
      maintenanceWindows: each(monitors.slice(0, 2), () => ({
        startsAt: fc.constant('2026-03-02T02:00:00Z'),
        durationMinutes: fc.constantFrom(30, 90),
        recurrence: fc.constantFrom('once', 'daily'),
        monitorIds: some(monitors),
        enabled: fc.boolean(),
      })),
      statusPages: each(pages.slice(0, 2), (id) => ({
        slug: fc.constant(`round-trip-${id}`),
        hosts: some([`${id}.one.test`, `${id}.two.test`]),
        components: fc.tuple(fc.record({ name: name(id), monitorIds: some(monitors), monitorTags: tags })),
      })),
      objectives: each(monitors.slice(0, 1), () => ({
        target: fc.constantFrom(99, 99.9),
        monitorIds: fc.shuffledSubarray(monitors, { minLength: 1 }),
        contactGroupIds: some(groups),
      })),
    })
  })

it('a document that was applied changes nothing, and neither does the export of what is there', async () => {
  const plan = async (document: object) => {
    const { body } = await app().post('/config/plans', { document, source: 'repo', prune: true, pruneLimit: 1000 })
    expect(body.error).toBeUndefined()
    return body
  }
  await fc.assert(
    fc.asyncProperty(documents, async (document) => {
      expect((await app().post(`/config/plans/${(await plan(document)).id}/apply`)).status).toBe(200)
      expect((await plan(document)).changes).toEqual([])
      const { changes } = await plan((await app().get('/config')).body)
      expect(changes.filter(({ fields }: { fields: object[] }) => fields.length > 0)).toEqual([])
    }),
    { numRuns: 8 },
  )
})
