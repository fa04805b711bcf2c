import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { expectRefusal, make } from '../../kit/resources/monitors.ts'

const app = sharedLapwing()
const bulk = (action: unknown, ids: unknown, headers = {}) => app().post('/monitors/bulk', { action, ids }, { headers })
const statusOf = async (id: string): Promise<string> => (await app().get(`/monitors/${id}`)).body.status ?? 'gone'
const several = (count: number, fields = {}): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, async () => (await make(app(), fields)).id))

describe('POST /monitors/bulk', () => {
  it.each([
    ['pause', false, 'paused'],
    ['resume', true, 'unknown'],
    ['delete', false, 'gone'],
  ] as const)('does %s to each of the monitors', async (action, isPaused, status) => {
    const ids = await several(3, { isPaused })
    expect(await bulk(action, ids)).toMatchObject({
      status: 200,
      body: { object: 'bulk_result', action, succeeded: ids, skipped: [] },
    })
    for (const id of ids) expect(await statusOf(id)).toBe(status)
  })

  it('skips and lists unknown ids', async () => {
    const [mine = ''] = await several(1)
    const foreign = (await make(app(), {}, { key: keys.other })).id
    const missing = randomUUID()
    const { body } = await bulk('delete', [missing, mine, foreign])
    expect(body).toEqual({ object: 'bulk_result', action: 'delete', succeeded: [mine], skipped: [missing, foreign] })
    expect((await app().get(`/monitors/${foreign}`, { key: keys.other })).status).toBe(200)
  })

  it('deletes each monitor for one of several concurrent requests', async () => {
    const [alone = '', together = ''] = await several(2)
    const four = [1, 2, 3, 4]
    const alones = await Promise.all(four.map(() => app().ask('DELETE', `/monitors/${alone}`)))
    expect(alones.map(({ status }) => status).toSorted()).toEqual([204, 404, 404, 404])
    const answers = await Promise.all(four.map(() => bulk('delete', [together])))
    expect(answers.map(({ body }) => body.succeeded).filter(({ length }) => length > 0)).toEqual([[together]])
    expect(answers.filter(({ body }) => body.skipped[0] === together)).toHaveLength(3)
  })

  it('succeeds for unchanged monitors, and records only changes', async () => {
    const [paused = '', running = ''] = [...(await several(1, { isPaused: true })), ...(await several(1))]
    expect((await bulk('pause', [paused, running])).body).toMatchObject({ succeeded: [paused, running], skipped: [] })
    const actions = async (id: string) => (await app().get(`/activity?entity_id=${id}&action=monitor.paused`)).body.data
    expect(await actions(paused)).toEqual([])
    expect(await actions(running)).toMatchObject([{ entity_name: 'Shop', actor: { name: 'rw' } }])
  })

  it('ignores duplicate ids', async () => {
    const [id = ''] = await several(1)
    const missing = randomUUID()
    const { body } = await bulk('delete', [id, missing, id.toUpperCase(), missing])
    expect(body).toMatchObject({ succeeded: [id], skipped: [missing] })
  })

  it('accepts 1 to 100 ids', async () => {
    expectRefusal(await bulk('pause', []), 400, 'ids: Array must contain at least 1 element(s)')
    const hundred = Array.from({ length: 100 }, () => randomUUID())
    expect((await bulk('pause', hundred)).body.skipped).toEqual(hundred)
    expectRefusal(
      await bulk('pause', [...hundred, randomUUID()]),
      400,
      'ids: Array must contain at most 100 element(s)',
    )
  })

  it.each([
    ['restart', [randomUUID()], 'action: Invalid value. Allowed values: pause, resume, delete'],
    [undefined, [randomUUID()], 'action: Required'],
    ['pause', undefined, 'ids: Required'],
    ['pause', 'all', 'ids: Expected array, received string'],
  ])('refuses action %j with ids %j', async (action, ids, message) => {
    expectRefusal(await bulk(action, ids), 400, message)
  })

  it('is atomic: one malformed id changes no monitor', async () => {
    const ids = await several(2)
    expectRefusal(await bulk('delete', [...ids, 'nonsense']), 400, 'ids[2]: must be a valid UUID')
    for (const id of ids) expect(await statusOf(id)).toBe('unknown')
  })

  it('runs once for one Idempotency-Key', async () => {
    const ids = await several(1)
    const headers = { 'idempotency-key': 'bulk-1' }
    const first = await bulk('pause', ids, headers)
    await app().post(`/monitors/${ids[0]}/resume`)
    const again = await bulk('pause', ids, headers)
    expect(again.headers.get('idempotency-replay')).toBe('true')
    expect([again.status, again.body]).toEqual([first.status, first.body])
    expect(await statusOf(ids[0] ?? '')).toBe('unknown')
    expectRefusal(await bulk('resume', ids, headers), 409, /different request/)
  })

  it('does not deadlock with concurrent requests in any order', async () => {
    const ids = await several(20)
    const answers = await Promise.all(
      ['pause', 'resume', 'pause', 'resume', 'delete', 'delete'].map((action, index) =>
        bulk(action, index % 2 ? ids : ids.toReversed()),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    for (const id of ids) expect(await statusOf(id)).toBe('gone')
  })

  it('needs the write scope', async () => {
    expectRefusal(
      await app().post('/monitors/bulk', { action: 'pause', ids: [randomUUID()] }, { key: keys.read }),
      403,
      /write scope/,
    )
  })
})
