// The life of one data folder, from the first start on; each test continues where the one before it stopped.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isAlive } from '../../src/postgres/processes.ts'
import { type LapwingProcess, ask, newDataDir, postmasterOf, startProcess, timed } from '../kit/lapwing/process.ts'
import { waitUntil } from '../kit/wait-until.ts'

const dataDir = newDataDir()
const start = (env: Record<string, string> = {}): LapwingProcess => startProcess({ LAPWING_DATA_DIR: dataDir, ...env })
const site = (name: string) => ({
  name,
  type: 'http',
  target: 'https://example.com',
  interval: 300,
  locations: [location],
})

let running: LapwingProcess
const command = async (...args: string[]): Promise<string> => {
  const { code, stdout, stderr } = await startProcess({ LAPWING_DATA_DIR: dataDir }, { args }).ended
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
}
let origin = ''
let key = ''
let location = ''
let kept = ''

async function monitors(): Promise<string[]> {
  const { body } = await ask(origin, '/v1/monitors?limit=100', { key })
  return body.data.map(({ id }: { id: string }) => id)
}

it('the first start creates a database, prints a key and a set-up token, and becomes ready', async () => {
  running = start()
  origin = await timed('first start, until it is ready', running.origin)
  expect(await ask(origin, '/readyz')).toEqual({
    status: 200,
    body: { ready: true, database: 'reachable', migrations: 'applied', problems: [] },
  })
  key = String((await running.says('keep this write key')).apiKey)
  expect(String((await running.says('create the first one with this link')).setup)).toMatch(
    /^http:\/\/.*\/setup\?token=[\w-]{32}$/,
  )
  expect(await ask(origin, '/v1/me', { key })).toMatchObject({
    status: 200,
    body: { credential: { scope: 'write' }, organization: { name: 'My organization', plan: 'Enterprise' } },
  })
  const { body } = await ask(origin, '/v1/locations', { key })
  expect(body.data).toMatchObject([{ name: 'This server' }])
  location = body.data[0].id
})

it('only the owner can read the data folder', () => {
  const names = ['.', 'postgres', 'postgres-password', 'secret-key']
  expect(names.filter((name) => statSync(join(dataDir, name)).mode & 0o077)).toEqual([])
})

it('created resources can be read back', async () => {
  const { status, body } = await ask(origin, '/v1/monitors', { key, method: 'POST', body: site('Before the restart') })
  expect(status).toBe(201)
  kept = body.id
  expect(await monitors()).toEqual([kept])
})

it('a second Lapwing on the same data folder is refused, and the first one continues', async () => {
  const { code, stderr, stdout } = await start().ended
  expect(stderr).toMatch(/^lapwing: The data folder .* is in use by another Lapwing \(process \d+\)\. .*\n$/)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(await monitors()).toEqual([kept])
})

it('SIGTERM stops it and its PostgreSQL', async () => {
  const postgres = postmasterOf(dataDir)!
  expect(await running.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' })
  expect(isAlive(postgres)).toBe(false)
})

it('a later start keeps all data, and prints no key again, but a set-up link until there is an account', async () => {
  const madeBetween = await command('keys', 'create')
  running = start()
  origin = await timed('later start, until it is ready', running.origin)
  expect(await monitors()).toEqual([kept])
  expect(running.log.filter((line) => line.apiKey)).toEqual([])
  expect(running.log.filter((line) => line.setup)).toHaveLength(1)
  expect(await ask(origin, '/v1/me', { key: madeBetween })).toMatchObject({ status: 200 })
})

it('a lost key is replaced on the machine while it runs, and so is the set-up link', async () => {
  const made = await command('keys', 'create', '--name', 'Second', '--scope', 'read')
  expect(await ask(origin, '/v1/me', { key: made })).toMatchObject({
    status: 200,
    body: { credential: { name: 'Second', scope: 'read' } },
  })
  expect(await command('keys', 'list')).toMatch(new RegExp(`  ${made.slice(0, 8)}…  read +last used .*  Second$`, 'm'))
  expect(await command('keys', 'revoke', 'Second')).toBe(`Second (${made.slice(0, 8)}…) is revoked.`)
  await waitUntil(async () => (await ask(origin, '/v1/me', { key: made })).status === 401)
  expect(await command('setup-token')).toMatch(/^http:.*\/setup\?token=[\w-]{32}$/)
})

it('kill -9 during writes loses no acknowledged write, and the next start adopts the database', async () => {
  const postgres = postmasterOf(dataDir)
  const answered = [kept]
  const writer = async (name: string): Promise<void> => {
    for (let count = 1; ; count++) {
      const { body } = await ask(origin, '/v1/monitors', { key, method: 'POST', body: site(`${name} ${count}`) })
      answered.push(body.id)
      if (answered.length === 30) running.child.kill('SIGKILL')
    }
  }
  await Promise.allSettled([writer('one'), writer('two'), writer('three')])
  expect(await running.ended).toMatchObject({ signal: 'SIGKILL' })

  running = start()
  origin = await timed('start after kill -9, until it is ready', running.origin)
  expect(postmasterOf(dataDir)).toBe(postgres)
  await running.says('PostgreSQL was already running')
  expect(await monitors()).toEqual(expect.arrayContaining(answered))
})

it('kill -9 of its PostgreSQL is recovered without a restart, and loses nothing', async () => {
  const before = await monitors()
  const postgres = postmasterOf(dataDir)!
  process.kill(postgres, 'SIGKILL')
  await running.says('PostgreSQL is running again')
  expect(postmasterOf(dataDir)).not.toBe(postgres)
  await expect.poll(() => ask(origin, '/readyz')).toMatchObject({ status: 200 })
  expect(await monitors()).toEqual(before)
})

it('a signal during the start lets it finish and then stops it', async () => {
  await running.end()
  running = start({ LAPWING_LOG_LEVEL: 'debug', LAPWING_ROLES: 'server' })
  await running.says('PostgreSQL is starting')
  expect(await running.end()).toMatchObject({ code: 0, stderr: '' })
  expect(postmasterOf(dataDir)).toBeUndefined()
})
