// One provision file, changed between starts; each test continues where the one before it stopped.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isPassword } from '../../src/domain/secret.ts'
import { type Store, openStore } from '../../src/store/database/database.ts'
import { Statement, sql } from '../../src/store/database/sql.ts'
import { newDatabase, urlOf } from '../kit/lapwing/database.ts'
import { quiet } from '../kit/log.ts'
import { hashForReal } from '../kit/lapwing/passwords.ts'
import { ask, closedFolder, startProcess } from '../kit/lapwing/process.ts'

// The process hashes the passwords of the file for real.
hashForReal()

const file = join(closedFolder(), 'provision.yaml')
const keys = { deploy: 'lw_story_deploy_0123456789', watch: 'lw_story_watch_0123456789ab' }
let store: Store
let url = ''

beforeAll(async () => {
  const database = await newDatabase()
  store = openStore(database, { log: quiet, connections: 2 })
  url = urlOf(database)
})

afterAll(() => store.close())

function provision({ keys: lines, password }: { keys: string[]; password: string }): void {
  writeFileSync(
    file,
    `
organizations:
  - name: Acme
    plan: pro
    limits: { monitors: 3 }
    apiKeys: [ ${lines.join(', ')} ]
    users:
      - { name: Ada, email: ada@example.com, password: "${password}", role: owner }
locations:
  - { slug: fra, name: Frankfurt, region: eu, country: Germany, countryCode: DE, embedded: true }
`,
  )
}

const deploy = '{ name: deploy, scope: write, key: "${DEPLOY_KEY}" }'
const watch = `{ name: watch, scope: read, key: ${keys.watch} }`

/** Starts Lapwing, runs a callback, and stops it. */
async function visit<T>(look: (origin: string) => Promise<T>): Promise<T> {
  const lapwing = startProcess({
    LAPWING_DATABASE_URL: url,
    LAPWING_PROVISION: file,
    LAPWING_SECRET_KEY: 'the key of every process in here .',
    LAPWING_ROLES: 'server',
    DEPLOY_KEY: keys.deploy,
  })
  const result = await look(await lapwing.origin())
  expect(await lapwing.end()).toMatchObject({ code: 0, stderr: '' })
  expect(lapwing.log.filter((line) => line.apiKey ?? line.setup)).toEqual([])
  return result
}

/** All rows of all tables. Partitions are read through their parent: at midnight there is one more. */
async function everything(): Promise<Record<string, unknown[]>> {
  const tables = await store.rows<{ name: string }>(sql`
    select relname as name
    from pg_class
    where relnamespace = 'public'::regnamespace
      and relkind in ('r', 'p')
      and not relispartition
    order by 1`)
  // The last sign of life of a location does not depend on the file.
  const rowsOf = (name: string) =>
    store.rows(new Statement([`select to_jsonb(t) - 'seen_at' as row from ${name} t order by 1`], []))
  return Object.fromEntries(await Promise.all(tables.map(async ({ name }) => [name, await rowsOf(name)] as const)))
}

async function password(): Promise<string> {
  const row = await store.row<{ password: string }>(sql`select password from accounts`)
  return row!.password
}

const statusOf = async (origin: string, key: string): Promise<number> => (await ask(origin, '/v1/me', { key })).status

it('a provisioned start prints no set-up link and has the resources of the file', async () => {
  provision({ keys: [deploy, watch], password: 'correct horse battery' })
  await visit(async (origin) => {
    expect(await ask(origin, '/v1/me', { key: keys.deploy })).toMatchObject({
      status: 200,
      body: { credential: { name: 'deploy', scope: 'write' }, organization: { name: 'Acme', plan: 'Pro' } },
    })
    expect(await ask(origin, '/v1/plan', { key: keys.watch })).toMatchObject({ body: { limits: { monitors: 3 } } })
    expect((await ask(origin, '/v1/locations', { key: keys.watch })).body.data).toMatchObject([{ name: 'Frankfurt' }])
  })
  expect(await isPassword('correct horse battery', await password())).toBe(true)
})

it('the same file again changes no row', async () => {
  const before = await everything()
  expect(Object.keys(before)).toEqual(expect.arrayContaining(['api_keys', 'organizations', 'users', 'activity']))
  await visit(async () => undefined)
  expect(await everything()).toEqual(before)
})

it('a key that is no longer in the file stops working, the others continue', async () => {
  provision({ keys: [watch], password: 'correct horse battery' })
  const statuses = await visit((origin) => Promise.all([statusOf(origin, keys.deploy), statusOf(origin, keys.watch)]))
  expect(statuses).toEqual([401, 200])
})

it('a key that returns works again with its new scope, and a changed password replaces the old', async () => {
  provision({ keys: [watch, deploy.replace('write', 'read')], password: 'another horse battery' })
  const { body } = await visit((origin) => ask(origin, '/v1/me', { key: keys.deploy }))
  expect(body.credential).toMatchObject({ name: 'deploy', scope: 'read' })
  expect(await isPassword('another horse battery', await password())).toBe(true)
  expect(await isPassword('correct horse battery', await password())).toBe(false)
})
