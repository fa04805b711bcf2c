import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { rotateKey } from '../../../src/wiring/commands.ts'
import { createVault } from '../../../src/domain/vault.ts'
import { reseal } from '../../../src/engine/housekeeping/reseal.ts'
import { beginRotation } from '../../../src/wiring/secret-keys.ts'
import { type Settings, readSettings } from '../../../src/settings.ts'
import type { DatabaseConnection } from '../../../src/store/database/database.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { fakeClock } from '../../kit/clock.ts'
import { newDatabase, storeOn, urlOf } from '../../kit/lapwing/database.ts'
import { newFolder } from '../../kit/files.ts'
import { type TestLapwing, lapwing } from '../../kit/lapwing/lapwing.ts'
import { quiet } from '../../kit/log.ts'
import { make, patch } from '../../kit/resources/monitors.ts'

const clock = fakeClock()

/** An installation that is started, stopped and rotated with the same data folder and database. */
async function installation() {
  const folder = newFolder()
  onTestFinished(folder.remove)
  const database = await newDatabase()
  const dataDir = join(folder.path, 'data')
  const settings = (env: Record<string, string> = {}): Settings =>
    readSettings({ LAPWING_DATA_DIR: dataDir, LAPWING_DATABASE_URL: urlOf(database), ...env })
  return {
    database,
    settings,
    file: (name: string): string | null =>
      existsSync(join(dataDir, name)) ? readFileSync(join(dataDir, name), 'utf8').trim() : null,
    rotate: (env?: Record<string, string>) => rotateKey({ settings: settings(env), clock, log: quiet }),
    async running<Result>(
      work: (app: TestLapwing) => Promise<Result>,
      env: Record<string, string> = {},
    ): Promise<Result> {
      const app = await lapwing({ database, clock, env: { LAPWING_DATA_DIR: dataDir, ...env } })
      const result = await work(app)
      await app.stop()
      return result
    },
  }
}

const withToken = (bearerToken: string) => (app: TestLapwing) =>
  make(app, { config: { authType: 'bearer', bearerToken } }).then(({ id }) => id as string)

/** An update needs the stored secret, so it shows whether that can be decrypted. */
const canBeChanged = (id: string) => async (app: TestLapwing) =>
  (await patch(app, id, { config: { timeoutSeconds: Math.trunc(clock.now().getTime() % 50) + 1 } })).status

async function tokenOf(database: DatabaseConnection, id: string, key: string): Promise<string> {
  const row = await storeOn(database, 1).row<{ secrets: Buffer }>(sql`select secrets from monitors where id = ${id}`)
  return JSON.parse(createVault([key]).open(row!.secrets, id)).bearerToken
}

it('replaces the key in the data folder, and everything still works', async () => {
  const here = await installation()
  const id = await here.running(withToken('hunter2'))
  const old = here.file('secret-key')
  expect(await here.rotate()).toBe(1)
  expect(here.file('secret-key')).not.toBe(old)
  expect(here.file('secret-key.next')).toBeNull()
  expect(await tokenOf(here.database, id, here.file('secret-key')!)).toBe('hunter2')
  expect(await here.running(canBeChanged(id))).toBe(200)
  expect(await here.rotate()).toBe(1)
})

it('can be interrupted between the re-encryption and the replacement of the key file', async () => {
  const here = await installation()
  const first = await here.running(withToken('hunter2'))
  const old = here.file('secret-key')!

  const { keys } = beginRotation(here.settings())
  expect(await reseal(storeOn(here.database), createVault(keys))).toBe(1)
  expect([here.file('secret-key'), here.file('secret-key.next')]).toEqual([old, keys[0]])

  const second = await here.running(async (app) => {
    expect(await canBeChanged(first)(app)).toBe(200)
    return withToken('swordfish')(app)
  })
  expect(await tokenOf(here.database, second, old)).toBe('swordfish')

  expect(await here.rotate()).toBe(2)
  expect([here.file('secret-key'), here.file('secret-key.next')]).toEqual([keys[0], null])
  expect(await tokenOf(here.database, first, keys[0])).toBe('hunter2')
  expect(await tokenOf(here.database, second, keys[0])).toBe('swordfish')
})

it('changes neither key nor secrets if one secret cannot be decrypted', async () => {
  const here = await installation()
  const [good, bad] = await here.running(
    async (app) => [await withToken('hunter2')(app), await withToken('lost')(app)] as const,
  )
  const old = here.file('secret-key')!
  await storeOn(here.database).run(sql`update monitors set secrets = 'nonsense' where id = ${bad}`)
  await expect(here.rotate()).rejects.toThrow('encrypted with another key')
  expect(here.file('secret-key')).toBe(old)
  expect(await tokenOf(here.database, good, old)).toBe('hunter2')
})

it('replaces a configured key without a time in which secrets cannot be decrypted', async () => {
  const here = await installation()
  const [old, next] = ['an old key of at least thirty-two characters', 'a new key of at least thirty-two characters']
  const id = await here.running(withToken('hunter2'), { LAPWING_SECRET_KEY: old })
  const between = { LAPWING_SECRET_KEY: next, LAPWING_PREVIOUS_SECRET_KEY: old }
  await expect(here.rotate({ LAPWING_SECRET_KEY: next })).rejects.toThrow('LAPWING_PREVIOUS_SECRET_KEY')
  const second = await here.running(async (app) => {
    expect(await canBeChanged(id)(app)).toBe(200)
    return withToken('swordfish')(app)
  }, between)
  expect(await here.rotate(between)).toBe(0)
  expect(await tokenOf(here.database, id, next)).toBe('hunter2')
  expect(await tokenOf(here.database, second, next)).toBe('swordfish')
  expect(here.file('secret-key')).toBeNull()
})

it('replaces the key in the data folder by a configured one', async () => {
  const here = await installation()
  const id = await here.running(withToken('hunter2'))
  const env = { LAPWING_SECRET_KEY: 'a key of the settings, of at least 32 characters' }
  expect(await here.rotate({ ...env, LAPWING_PREVIOUS_SECRET_KEY: here.file('secret-key')! })).toBe(1)
  expect(await here.running(canBeChanged(id), env)).toBe(200)
})

it('keeps the secrets of deployment webhooks', async () => {
  const here = await installation()
  const { id, secret } = await here.running(
    async (app) => (await app.post('/deployment-webhooks', { name: 'shop', source: 'ci' })).body,
  )
  expect(await here.rotate()).toBe(1)
  const status = await here.running(async (app) => {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ service: 'shop' })
    return (await fetch(`${app.origin}/hooks/deployments/${id}`, { method: 'POST', headers, body })).status
  })
  expect(status).toBe(201)
})
