import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../../src/store/database/sql.ts'
import { sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { type FailingMonitor, failing, outageAges } from '../../kit/resources/outages.ts'

const app = sharedLapwing()
const [second, day] = [1000, 86_400_000] as const

const proposals = async (): Promise<any[]> => (await app().get('/dependency-proposals')).body.data
const parentsOf = async ({ id }: FailingMonitor): Promise<string[]> =>
  (await app().get(`/monitors/${id}`)).body.depends_on.monitors

describe('monitors that fail together', () => {
  let [gateway, shop]: FailingMonitor[] = []

  beforeEach(async () => {
    await app().store.run(sql`delete from incidents`)
    gateway = await failing(app(), 'Gateway', outageAges(8))
    shop = await failing(app(), 'Shop', outageAges(7, 20 * second))
    await failing(app(), 'Elsewhere', outageAges(8, day))
  })

  it('are proposed with the evidence', async () => {
    expect(await proposals()).toMatchObject([
      {
        hub: { id: gateway!.id, name: 'Gateway', outages: 8 },
        monitors: [{ id: shop!.id, together: 7, outages: 7, after: 7, max_lag_seconds: 20 }],
        evidence: ['Shop failed in 7 of 8 outages of Gateway, always within 20 s after it.'],
      },
    ])
    expect(await parentsOf(shop!)).toEqual([])
  })

  it('depend on each other once the proposal is applied, and are proposed no more', async () => {
    const [{ id }] = await proposals()
    const parent = gateway!.id
    const { status, body } = await app().post(`/dependency-proposals/${id}/apply`, { parent })
    expect([status, body.parent.name, body.monitors]).toEqual([200, 'Gateway', [{ id: shop!.id, name: 'Shop' }]])
    expect(await parentsOf(shop!)).toEqual([gateway!.id])
    expect(await proposals()).toEqual([])
    const { body: activity } = await app().get(`/activity?entity_id=${shop!.id}&limit=1`)
    expect(activity.data[0].action).toBe('monitor.updated')
    expect((await app().post(`/dependency-proposals/${id}/apply`, { parent })).status).toBe(404)
  })

  it('have the parent that somebody chose, and none without a choice', async () => {
    const [{ id }] = await proposals()
    const { status, body } = await app().post(`/dependency-proposals/${id}/apply`, {})
    expect([status, body.error.message]).toEqual([400, 'parent: Required'])
    const stranger = await app().post(`/dependency-proposals/${id}/apply`, { parent: randomUUID() })
    expect(stranger.status).toBe(400)
    expect((await app().post(`/dependency-proposals/${id}/apply`, { parent: shop!.id })).status).toBe(200)
    expect(await parentsOf(gateway!)).toEqual([shop!.id])
  })

  it('are not proposed again after a dismissal', async () => {
    const [{ id }] = await proposals()
    expect((await app().ask('DELETE', `/dependency-proposals/${id}`)).status).toBe(204)
    expect(await proposals()).toEqual([])
    expect((await app().ask('DELETE', `/dependency-proposals/${id}`)).status).toBe(404)
  })
})
