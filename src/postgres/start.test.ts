import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  ifOthersReach,
  isRoot,
  newDataDir,
  nobody,
  othersReach,
  ownedByOther,
  pidOf,
  query,
  start,
  startOther,
  testFolder,
  untilGone,
  usedDataDir,
} from '../../test/kit/lapwing/embedded-servers.ts'
import { letsOthersIn } from '../../test/kit/files.ts'
import { isAlive } from './processes.ts'

const debian = '/usr/lib/postgresql/15/bin'
const modeOf = (path: string): number => statSync(path).mode & 0o777

test('the first start creates a database with durable settings, no TCP port and only private files', async () => {
  const dataDir = newDataDir()
  const server = await start(dataDir)
  expect(server).toMatchObject({ adopted: false, connection: { user: 'lapwing', database: 'lapwing' } })
  const names = [
    'listen_addresses',
    'fsync',
    'synchronous_commit',
    'server_encoding',
    'max_connections',
    'shared_buffers',
    'jit',
    'password_encryption',
    'TimeZone',
  ]
  const rows = await query<{ name: string; value: string }>(
    server,
    `select name, current_setting(name) as value from unnest('{${names.join()}}'::text[]) as name`,
  )
  expect(Object.fromEntries(rows.map(({ name, value }) => [name, value]))).toEqual({
    listen_addresses: '',
    fsync: 'on',
    synchronous_commit: 'on',
    server_encoding: 'UTF8',
    max_connections: '100',
    shared_buffers: '24MB',
    jit: 'off',
    password_encryption: 'scram-sha-256',
    TimeZone: 'UTC',
  })
  expect(await query(server, `select lower('ÄÖÜ') as lower, 'Z' < 'a' as by_code_point`)).toEqual([
    { lower: 'äöü', by_code_point: true },
  ])
  expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres-password', 'postgres.log'])
  expect(['postgres', 'postgres-password', 'postgres.log'].map((name) => modeOf(join(dataDir, name)))).toEqual([
    0o700, 0o600, 0o600,
  ])
})

test('a wrong password is refused on the socket too', async () => {
  const server = await start(await usedDataDir())
  await expect(query({ connection: { ...server.connection, password: 'guess' } }, 'select 1')).rejects.toThrow(
    'password authentication failed',
  )
})

test('a later start finds what an earlier one stored', async () => {
  const dataDir = await usedDataDir()
  const first = await start(dataDir)
  await query(first, 'create table nests as select 4 as eggs')
  await first.stop()
  expect(await query(await start(dataDir), 'select eggs from nests')).toEqual([{ eggs: 4 }])
})

test('a database whose folder was copied with other permissions starts', async () => {
  const dataDir = await usedDataDir()
  chmodSync(join(dataDir, 'postgres'), 0o755)
  await start(dataDir)
  expect(modeOf(join(dataDir, 'postgres'))).toBe(0o700)
})

test.skipIf(!existsSync(debian))('the programs of another PostgreSQL can be used (needs that of Debian)', async () => {
  const server = await start(newDataDir(), debian)
  const [row] = await query(server, `select current_setting('server_version') as version, lower('Ä') as lower`)
  expect(row).toEqual({ version: expect.stringMatching(/^15/), lower: 'ä' })
})

test('the path may contain spaces, commas, quotes and any letter', async () => {
  const server = await start(join(testFolder(), `a bird's "nest", für 🐦`))
  expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a path too long for a unix socket gets a private folder that goes with the server', async () => {
  const dataDir = await usedDataDir(join(testFolder(), 'long'.repeat(25)))
  const server = await start(dataDir)
  const { host } = server.connection
  expect(host.startsWith(dataDir)).toBe(false)
  expect(modeOf(host)).toBe(0o700)
  expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
  await server.stop()
  expect(existsSync(host)).toBe(false)

  mkdirSync(host)
  const { uid, gid } = statSync(join(dataDir, 'postgres'))
  chownSync(host, uid, gid)
  chmodSync(host, 0o755)
  await expect(start(dataDir)).rejects.toThrow(`The folder ${host} should be private`)
  chmodSync(host, 0o700)
  await start(dataDir)
})

test('a folder below one that other users cannot access works', async ({ skip }) => {
  skip(letsOthersIn, 'needs user namespaces, which are forbidden here')
  const closed = join(testFolder(), 'closed')
  mkdirSync(closed, { mode: 0o700 })
  const server = await start(await usedDataDir(join(closed, 'data')))
  expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a clean stop leaves no process and no socket, and may be called twice', async () => {
  const server = await start(await usedDataDir())
  const pid = pidOf(server)
  expect(isAlive(pid)).toBe(true)
  await Promise.all([server.stop(), server.stop()])
  expect(isAlive(pid)).toBe(false)
  expect(readdirSync(server.connection.host).filter((name) => name.startsWith('.s.PGSQL'))).toEqual([])
})

test('a process may end without stopping, and the server keeps running', async () => {
  const dataDir = await usedDataDir()
  const other = startOther(dataDir, { mode: 'leave' })
  const answer = await other.answer
  expect(await other.ended).toBe(0)
  expect(await start(dataDir)).toMatchObject({ adopted: true, pid: 'pid' in answer ? answer.pid : 0 })
})

test.skipIf(!othersReach)(
  `an ordinary user runs the server as itself, and so does root with its folder ${ifOthersReach}`,
  async () => {
    const dataDir = newDataDir()
    chmodSync(join(dataDir, '..'), 0o755)
    mkdirSync(dataDir)
    chownSync(dataDir, nobody.uid, nobody.gid)
    const other = await ownedByOther(dataDir, { spawn: nobody })
    expect(await query(other.server, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(statSync(`/proc/${other.server.pid}`).uid).toBe(nobody.uid)
    other.process.stdin?.write('stop')
    await untilGone(other.server)
    const server = await start(dataDir)
    expect(statSync(`/proc/${server.pid}`).uid).toBe(nobody.uid)
  },
)

test.skipIf(!othersReach)(
  `root falls back to another user where a user namespace does not reach ${ifOthersReach}`,
  async () => {
    const closed = join(testFolder(), 'closed')
    mkdirSync(closed, { mode: 0o700 })
    chownSync(closed, nobody.uid, nobody.gid)
    chmodSync(join(closed, '..'), 0o755)
    const dataDir = join(closed, 'data')
    const server = await start(dataDir)
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(statSync(`/proc/${server.pid}`).uid).toBe(nobody.uid)
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(nobody.uid)
  },
)

test.skipIf(!isRoot)('root gets an error when no account reaches the folder (needs root)', async () => {
  const closed = join(testFolder(), 'closed')
  mkdirSync(closed, { mode: 0o700 })
  chownSync(closed, 12_345, 12_345)
  await expect(start(join(closed, 'data'))).rejects.toThrow(/no other account reaches .* Run Lapwing as an ordinary/)
})
