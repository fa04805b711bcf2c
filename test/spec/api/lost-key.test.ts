// An installation whose key is lost: it refuses to start, starts over on command, and accepts new secrets.
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createChannel, updateChannel } from '../../../src/operations/channels/write.ts'
import { giveUpLostKey, rotateKey } from '../../../src/wiring/commands.ts'
import { readSettings } from '../../../src/settings.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { fakeClock } from '../../kit/clock.ts'
import { newFolder } from '../../kit/files.ts'
import { newDatabase, storeOn, urlOf } from '../../kit/lapwing/database.ts'
import { type TestLapwing, lapwing } from '../../kit/lapwing/lapwing.ts'
import { quiet } from '../../kit/log.ts'
import { dashboardOf } from '../../kit/people/dashboard.ts'
import { expectRefusal, make, patch } from '../../kit/resources/monitors.ts'

const [first, second] = ['the first key of this installation ..', 'the second key of this installation .']

async function withLostKey() {
  const folder = newFolder()
  onTestFinished(folder.remove)
  const database = await newDatabase()
  const env = (key: string, previous?: string): Record<string, string> => ({
    LAPWING_DATA_DIR: join(folder.path, 'data'),
    LAPWING_SECRET_KEY: key,
    ...(previous === undefined ? {} : { LAPWING_PREVIOUS_SECRET_KEY: previous }),
  })
  const clock = fakeClock()
  const start = (key: string, previous?: string): Promise<TestLapwing> =>
    lapwing({ database, clock, env: env(key, previous), log: quiet })
  const parts = (key: string, previous?: string) => ({
    settings: readSettings({ LAPWING_DATABASE_URL: urlOf(database), ...env(key, previous) }),
    clock,
    log: quiet,
  })
  const app = await start(first)
  const config = { authType: 'bearer', bearerToken: 'hunter2' }
  const monitor = (await make(app, { config })).id as string
  const body = { name: 'Hook', type: 'slack', config: { url: 'https://hooks.example.com/hunter2' } }
  const made = await dashboardOf(app).ask(createChannel, { body })
  expect(made.status).toBe(201)
  const channel = made.body.id as number
  await expect(giveUpLostKey(parts(second))).rejects.toThrow('Another Lapwing is running with this database')
  await app.stop()
  await expect(start(second)).rejects.toThrow('LAPWING_SECRET_KEY is not the key')
  expect(await giveUpLostKey(parts(second))).toMatch(/^1 monitor, 1 channel/)
  return { database, clock, start, parts, monitor, channel }
}

async function readiness({ origin }: TestLapwing): Promise<[status: number, problems: any[]]> {
  const response = await fetch(`${origin}/readyz`)
  return [response.status, ((await response.json()) as { problems: any[] }).problems]
}

it('lists what it cannot decrypt until it is entered again', async () => {
  const { clock, start, monitor, channel } = await withLostKey()
  const app = await start(second)
  const problem = { code: 'secrets_unreadable', message: expect.stringContaining('1 monitor, 1 channel') }
  expect(await readiness(app)).toEqual([503, expect.arrayContaining([problem])])
  expect((await app.get('/summary')).body.watching).toEqual({
    ok: false,
    problems: expect.arrayContaining([problem]),
  })

  expect((await patch(app, monitor, { name: 'Renamed' })).status).toBe(200)
  const timeout = { config: { timeoutSeconds: 7 } }
  expectRefusal(await patch(app, monitor, timeout), 400, /^config\.bearerToken: must be sent again.*another key$/)
  expectRefusal(await patch(app, monitor, { target: 'https://example.org' }), 400, /config\.bearerToken: must be sent/)
  expect((await patch(app, monitor, { config: { bearerToken: 'swordfish' } })).status).toBe(200)
  const dashboard = dashboardOf(app)
  const change = (config: object) => dashboard.ask(updateChannel, { id: channel, body: { config } })
  expect(await change({})).toMatchObject({
    status: 400,
    body: { error: { message: expect.stringMatching(/^config\.url: must be sent again/) } },
  })
  expect((await change({ url: 'https://hooks.example.com/swordfish' })).status).toBe(200)
  clock.advance(30_000)
  expect((await readiness(app))[1].map(({ code }) => code)).not.toContain('secrets_unreadable')
})

it('rotates the key without the lost secrets, and decrypts them again if the old key is found', async () => {
  const { database, start, parts, monitor } = await withLostKey()
  const third = 'the third key of this installation ..'
  expect(await rotateKey(parts(third, second))).toBe(0)
  const app = await start(third, first)
  expect((await patch(app, monitor, { config: { timeoutSeconds: 7 } })).status).toBe(200)
  await app.stop()
  await rotateKey(parts(third, first))
  const store = storeOn(database, 1)
  const ids = await store.rows(sql`select distinct substring(secrets for 8) from monitors where secrets is not null`)
  expect(ids).toHaveLength(1)
})
