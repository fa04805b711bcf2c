// An external database instead of the embedded one, shared by several Lapwings.
import { describe, expect, it, onTestFinished } from 'vitest'
import type { DatabaseConnection } from '../../src/store/database/database.ts'
import { sql } from '../../src/store/database/sql.ts'
import { startSite } from '../faults/targets.ts'
import { emptyDatabase, storeOn, urlOf } from '../kit/lapwing/database.ts'
import { type LapwingProcess, ask, startProcess } from '../kit/lapwing/process.ts'
import { contactsOf, endLeaseOf, holdPlansWith } from '../kit/resources/held-plan.ts'
import { waitUntil } from '../kit/wait-until.ts'

describe('two replicas', () => {
  let database: DatabaseConnection
  let env: Record<string, string>
  let replicas: LapwingProcess[] = []
  let origins: string[] = []
  let key = ''

  it('start together on an empty database, and both print the same set-up link', async () => {
    database = await emptyDatabase()
    env = { LAPWING_DATABASE_URL: urlOf(database), LAPWING_SECRET_KEY: 'a key that all processes share ..' }
    const start = (): LapwingProcess => startProcess({ ...env, LAPWING_ROLES: 'server,housekeeper' })
    replicas = [start(), start()]
    origins = await Promise.all(replicas.map((replica) => replica.origin()))
    const keys = replicas.flatMap(({ log }) => log.flatMap(({ apiKey }) => apiKey ?? []))
    expect(keys).toHaveLength(1)
    key = String(keys[0])
    const links = replicas.flatMap(({ log }) => log.flatMap(({ setup }) => setup ?? []))
    expect(links).toHaveLength(2)
    expect(new Set(links.map((link) => new URL(String(link)).search)).size).toBe(1)
  })

  it('respond alike, and accept the cursors of each other', async () => {
    const [here = '', there = ''] = origins
    for (const name of ['one', 'two']) {
      const body = { name, type: 'heartbeat', interval: 86_400 }
      expect(await ask(here, '/v1/monitors', { key, method: 'POST', body })).toMatchObject({ status: 201 })
    }
    const page = await ask(here, '/v1/monitors?limit=1', { key })
    const next = await ask(there, `/v1/monitors?limit=1&cursor=${page.body.next_cursor}`, { key })
    expect([page, next].map(({ body }) => body.data[0].name)).toEqual(['two', 'one'])
  })

  it('check throughout while their probers are replaced one by one, which give back every check', async () => {
    const [origin = ''] = origins
    const startProber = async (): Promise<LapwingProcess> => {
      const prober = startProcess({ ...env, LAPWING_ROLES: 'prober' })
      await prober.says('is ready')
      return prober
    }
    const site = await startSite()
    onTestFinished(site.stop)
    let prober = await startProber()
    const location = (await ask(origin, '/v1/locations', { key })).body.data[0].id
    for (let n = 0; n < 10; n++) {
      const body = { name: `Site ${n}`, type: 'http', target: site.url, interval: 5, locations: [location] }
      expect(await ask(origin, '/v1/monitors', { key, method: 'POST', body })).toMatchObject({ status: 201 })
    }
    const store = storeOn(database)
    const stored = async (): Promise<number[]> => {
      const rows = await store.rows<{ count: number }>(sql`
        select count(*)::int as count from results group by monitor_number order by monitor_number`)
      return rows.map(({ count }) => count)
    }
    const allCheckedAgain = async (): Promise<void> => {
      const before = await stored()
      await waitUntil(async () => {
        const now = await stored()
        return now.length === 10 && now.every((count, n) => count > (before[n] ?? 0))
      })
    }
    await allCheckedAgain()
    for (let replaced = 0; replaced < 2; replaced++) {
      const next = await startProber()
      expect(await prober.end()).toMatchObject({ code: 0, stderr: '' })
      await allCheckedAgain()
      prober = next
    }
    expect(await prober.end()).toMatchObject({ code: 0, stderr: '' })
    const leased = await store.rows(sql`select from turns where leased_until > '-infinity'`)
    expect(leased).toHaveLength(0)
    // A check that was cut off is given back and runs again; none is stored without a request.
    expect((await stored()).reduce((sum, count) => sum + count)).toBeLessThanOrEqual(site.requested.length)
  })

  it('continue when the other one dies, and apply the plan that it was applying', async () => {
    const [here = '', there = ''] = origins
    const post = (origin: string, path: string, body?: object) => ask(origin, path, { key, method: 'POST', body })
    const store = storeOn(database)
    const { id } = (await post(here, '/v1/config/plans', { document: contactsOf('team', 120) })).body
    const release = await holdPlansWith(store, 'team-7')
    expect(await post(here, `/v1/config/plans/${id}/apply`)).toMatchObject({ status: 202, body: { state: 'applying' } })
    await replicas[0]?.end('SIGKILL')
    const planAt = async (origin: string) => (await ask(origin, `/v1/config/plans/${id}`, { key })).body
    expect((await planAt(there)).state).toBe('applying')
    await endLeaseOf(store, id)
    expect((await planAt(there)).state).toBe('failed')
    await release()
    expect((await ask(there, '/v1/contacts', { key })).body.data).toEqual([])
    expect((await post(there, `/v1/config/plans/${id}/apply`)).status).toBe(202)
    await waitUntil(async () => (await planAt(there)).state === 'applied')
    expect(await replicas[1]?.end()).toMatchObject({ code: 0, stderr: '' })
  })
})
