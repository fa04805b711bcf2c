import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../../src/store/database/sql.ts'
import { type TestLapwing, keys, lapwing, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { expectRefusal, inDatabase, make } from '../../kit/resources/monitors.ts'

const app = sharedLapwing()
const ids = (data: { id: string }[]): string[] => data.map(({ id }) => id)

const list = async (query = '', of: TestLapwing = app()): Promise<any> => {
  const { status, body, text } = await of.get(`/monitors${query && `?${query}`}`)
  expect(status, text).toBe(200)
  return body
}

/** Reads page by page and runs `between` after each. */
async function readThrough(
  query: string,
  between: () => Promise<unknown> = async () => undefined,
  of = app(),
): Promise<any[]> {
  const seen: any[] = []
  for (let cursor = ''; ;) {
    const page = await list(`${query}${cursor}`, of)
    expect(page.has_more).toBe(page.next_cursor !== null)
    seen.push(...page.data)
    if (!page.has_more) return seen
    cursor = `&cursor=${page.next_cursor}`
    await between()
  }
}

const made: any[] = []
beforeAll(async () => {
  const bodies = [
    { type: 'http', name: 'Shop front', tags: ['env:prod'], state: 'up' },
    { type: 'http', name: 'Shop checkout', tags: ['env:prod', 'team:pay'], state: 'degraded' },
    { type: 'http', name: 'Blog', target: 'https://shop.example.com/blog', tags: [], state: 'down' },
    { type: 'http', name: 'Blog (old)', tags: ['env:test'], state: 'paused' },
    { type: 'tcp', name: 'Shop database', tags: ['env:prod'], state: 'up' },
    { type: 'tcp', name: 'Replica', tags: ['env:prod', 'team:pay'], state: 'down' },
    { type: 'tcp', name: 'Cache', tags: ['env:test'], state: 'unknown' },
    { type: 'dns', name: 'SHOP records', tags: ['team:pay'], state: 'paused' },
    { type: 'dns', name: 'Mail records', tags: [], state: 'degraded' },
    { type: 'heartbeat', name: 'Nightly backup', tags: ['env:prod'], state: 'unknown' },
  ]
  for (const { state, ...body } of bodies) made.unshift({ ...(await make(app(), body)), state })
  for (const { id, state } of made) await inDatabase(app(), sql`update monitors set state = ${state} where id = ${id}`)
})

describe('the list of monitors', () => {
  it('shows every monitor as in the single read, newest first', async () => {
    const { object, data, has_more, next_cursor } = await list()
    expect({ object, has_more, next_cursor }).toEqual({ object: 'list', has_more: false, next_cursor: null })
    expect(ids(data)).toEqual(ids(made))
    for (const item of data) {
      const { available_metrics: _, in_maintenance: __, ...alone } = (await app().get(`/monitors/${item.id}`)).body
      expect(item).toEqual(alone)
    }
  })

  it('shows a degraded monitor as up, with its state', async () => {
    const seen = (await list()).data.map(({ status, state, active }: any) => `${state} ${status} ${active}`)
    expect(new Set(seen)).toEqual(
      new Set(['up up true', 'degraded up true', 'down down true', 'paused paused false', 'unknown unknown true']),
    )
  })

  it('shows nothing of another organization', async () => {
    expect((await app().get('/monitors', { key: keys.other })).body.data).toEqual([])
    expect((await app().get('/monitors?q=shop', { key: keys.other })).body.data).toEqual([])
  })

  it('can be read with a read key', async () => {
    expect((await app().get('/monitors', { key: keys.read })).body.data).toHaveLength(made.length)
  })
})

const choices = {
  type: [undefined, 'http', 'tcp', 'dns', 'ssl'],
  status: [undefined, 'up', 'degraded', 'down', 'paused', 'unknown'],
  tag: [undefined, 'env:prod', 'team:pay', 'env'],
  q: [undefined, 'shop', 'e'],
}

const fits: Record<string, (monitor: any, value: string) => boolean> = {
  type: (monitor, value) => monitor.type === value,
  status: (monitor, value) => monitor.state === value || (value === 'up' && monitor.state === 'degraded'),
  tag: (monitor, value) => monitor.tags.includes(value),
  q: (monitor, value) =>
    [monitor.name, monitor.type === 'heartbeat' ? '' : monitor.target].some((text) =>
      text.toLowerCase().includes(value),
    ),
}

describe('the filters', () => {
  it.each(choices.type)('can be combined (type %s)', async (type) => {
    for (const status of choices.status)
      for (const tag of choices.tag)
        for (const q of choices.q) {
          const filter = Object.entries({ type, status, tag, q }).filter(
            (entry): entry is [string, string] => entry[1] !== undefined,
          )
          const query = new URLSearchParams(filter).toString()
          const expected = made.filter((monitor) => filter.every(([key, value]) => fits[key]?.(monitor, value)))
          expect([query, ids((await list(query)).data)]).toEqual([query, ids(expected)])
        }
  })

  it('accept the alias of a type', async () => {
    const { id } = await make(app(), { type: 'integrity', isPaused: true }, { key: keys.other })
    const { body } = await app().get('/monitors?type=page_integrity', { key: keys.other })
    expect(ids(body.data)).toEqual([id])
  })

  it.each([
    ['status=sick', 'status: Invalid value. Allowed values: up, degraded, down, paused, unknown'],
    ['type=', /^type: /],
    ['tag=', /^tag: /],
    [`tag=${'x'.repeat(33)}`, /^tag: /],
    ['q=', /^q: /],
    [`q=${'x'.repeat(201)}`, /^q: /],
    ['tag=a&tag=b', /^tag: /],
    ['q=a&q=b', /^q: /],
    ['sort=name', /^sort: /],
    ['limit=0', /^limit: /],
    ['limit=101', /^limit: /],
  ])('are refused with 400: %s', async (query, message) => {
    expectRefusal(await app().get(`/monitors?${query}`), 400, message)
  })
})

describe('searching with q', () => {
  const search = async (q: string, of: TestLapwing): Promise<string[]> =>
    (await list(new URLSearchParams({ q }).toString(), of)).data.map(({ name }: { name: string }) => name)

  it('finds a part of name or target, ignoring case and without wildcards', async () => {
    const own = await lapwing()
    for (const [name, target] of [
      ['100% uptime', 'https://one.example.com/'],
      ['1000 uptime', 'https://two.example.com/'],
      ['snake_case', 'https://three.example.com/'],
      ['snakeXcase', 'https://four.example.com/'],
      ['back\\slash', 'https://five.example.com/%5F'],
      ['Größe ÄPFEL', 'https://six.example.com/Ordner'],
      ['ΣΙΓΜΑ ΔΕΛΤΑ Москва', 'https://seven.example.com/'],
      ["it's; drop table", 'https://EIGHT.example.com/?a=b'],
    ] as const)
      await make(own, { name, target, description: 'hidden words', tags: ['tagged'] })
    expect(await search('100%', own)).toEqual(['100% uptime'])
    expect(await search('%', own)).toEqual(['back\\slash', '100% uptime'])
    expect(await search('_', own)).toEqual(['snake_case'])
    expect(await search('e_c', own)).toEqual(['snake_case'])
    expect(await search('\\', own)).toEqual(['back\\slash'])
    expect(await search('\\s', own)).toEqual(['back\\slash'])
    expect(await search('GRÖSSE', own)).toEqual([])
    expect(await search('GRÖßE äpfel', own)).toEqual(['Größe ÄPFEL'])
    expect(await search('σιγμ', own)).toEqual(['ΣΙΓΜΑ ΔΕΛΤΑ Москва'])
    expect(await search('мОСКВа', own)).toEqual(['ΣΙΓΜΑ ΔΕΛΤΑ Москва'])
    expect(await search("T'S; DROP", own)).toEqual(["it's; drop table"])
    expect(await search('eight.EXAMPLE', own)).toEqual(["it's; drop table"])
    expect(await search('/ordner', own)).toEqual(['Größe ÄPFEL'])
    expect(await search('hidden', own)).toEqual([])
    expect(await search('tagged', own)).toEqual([])
    expect(await search('case https', own)).toEqual([])
  })
})

describe('paging', () => {
  it.each(['', 'type=http', 'status=up', 'tag=env:prod', 'q=shop', 'type=tcp&status=up&tag=env:prod&q=sh'])(
    'lists every monitor once and in order: %s',
    async (filter) => {
      const whole = ids((await list(filter)).data)
      for (const limit of [1, 3]) expect(ids(await readThrough(`${filter}&limit=${limit}`))).toEqual(whole)
    },
  )

  it('continues with a read key, another limit and another filter', async () => {
    const { next_cursor } = await list('limit=2')
    const { body } = await app().get(`/monitors?limit=100&type=http&cursor=${next_cursor}`, { key: keys.read })
    expect(ids(body.data)).toEqual(ids(made.slice(2).filter(({ type }) => type === 'http')))
  })

  it('lists monitors of the same time once each', async () => {
    const own = await lapwing()
    await Promise.all(Array.from({ length: 7 }, () => make(own)))
    await inDatabase(own, sql`update monitors set created_at = ${own.clock.now()}`)
    const whole = ids((await list('', own)).data)
    expect(new Set(whole).size).toBe(7)
    expect(ids(await readThrough('limit=2', undefined, own))).toEqual(whole)
  })

  it('stays consistent while monitors are created, updated and deleted', async () => {
    const own = await lapwing()
    const first: any[] = []
    for (let index = 0; index < 12; index++) first.unshift(await make(own, { name: `m${index}` }))
    const doomed = [first[4], first[10]]
    const seen = await readThrough(
      'limit=3',
      async () => {
        await make(own, { name: 'latecomer' })
        await own.ask('PATCH', `/monitors/${first[8].id}`, { body: { name: 'moved?' } })
        const gone = doomed.pop()
        if (gone) await own.ask('DELETE', `/monitors/${gone.id}`)
      },
      own,
    )
    expect(ids(seen)).toEqual(ids(first.filter((_, index) => index !== 10)))
  })

  it('is refused after the monitor of the cursor was deleted', async () => {
    const own = await lapwing()
    for (let index = 0; index < 3; index++) await make(own)
    const { data, next_cursor } = await list('limit=1', own)
    await own.ask('DELETE', `/monitors/${data[0].id}`)
    const answer = await own.get(`/monitors?cursor=${next_cursor}`)
    expectRefusal(answer, 400, 'cursor: cursor no longer valid, restart from the first page')
  })

  it('refuses the cursor of another organization or of another list', async () => {
    const { next_cursor } = await list('limit=1')
    expectRefusal(await app().get(`/monitors?cursor=${next_cursor}`, { key: keys.other }), 400, /^cursor: malformed/)
    const { body } = await app().get('/activity?limit=1')
    expectRefusal(await app().get(`/monitors?cursor=${body.next_cursor}`), 400, /^cursor: malformed/)
    expectRefusal(await app().get('/monitors?cursor=x'), 400, /^cursor: malformed/)
  })
})
