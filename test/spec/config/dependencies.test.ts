import { describe, expect, it } from 'vitest'
import { sharedLapwing } from '../../kit/lapwing/lapwing.ts'

const app = sharedLapwing()

const beat = (key: string, parents: readonly string[] = []) => ({
  key,
  name: key,
  type: 'heartbeat',
  interval: 3600,
  ...(parents.length > 0 && { dependsOn: { monitors: parents } }),
})

async function apply(monitors: readonly object[]) {
  const plan = await app().post('/config/plans', { document: { version: 1, monitors }, source: 'repo' })
  return plan.status < 300 ? app().post(`/config/plans/${plan.body.id}/apply`) : plan
}

describe('dependencies in a document', () => {
  it('name monitors by key, in any order, and are exported like that', async () => {
    const applied = await apply([beat('shop', ['gateway']), beat('gateway')])
    expect(applied.status, applied.text).toBe(200)
    const { body } = await app().get('/config')
    const shop = body.monitors.find(({ key }: { key: string }) => key === 'shop')
    expect(shop.dependsOn).toMatchObject({ monitors: ['gateway'] })
    const again = await app().post('/config/plans', {
      document: { version: 1, monitors: [beat('shop', ['gateway']), beat('gateway')] },
      source: 'repo',
    })
    expect(again.body.changes.filter(({ action }: { action: string }) => action !== 'unchanged')).toEqual([])
  })

  it('name third-party services, and no unknown ones', async () => {
    const shop = (vendors: readonly string[]) => [{ ...beat('shop'), dependsOn: { vendors } }]
    expect((await apply(shop(['cloudflare']))).status).toBe(200)
    const { body } = await app().get('/config')
    const exported = body.monitors.find(({ key }: { key: string }) => key === 'shop')
    expect(exported.dependsOn).toMatchObject({ vendors: ['cloudflare'] })
    expect((await apply(shop(['acme']))).status).toBe(400)
    expect((await apply(shop([]))).status).toBe(200)
  })

  it('change direction in one step', async () => {
    expect((await apply([beat('shop', ['gateway']), beat('gateway')])).status).toBe(200)
    const turned = await apply([beat('shop'), beat('gateway', ['shop'])])
    expect(turned.status, turned.text).toBe(200)
  })

  it('cannot form a cycle', async () => {
    const { status, body } = await apply([beat('one', ['two']), beat('two', ['one'])])
    expect([status, body.error.message]).toEqual([400, 'monitors[one].dependsOn: the monitor would depend on itself'])
  })
})
