import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  copyOfBinaries,
  newDataDir,
  ownedByOther,
  pidOf,
  query,
  start,
  startOther,
  testFolder,
  untilGone,
  usedDataDir,
} from '../../test/kit/lapwing/embedded-servers.ts'

async function otherProgram(): Promise<number> {
  const child = spawn('sleep', ['600'], { stdio: 'ignore' })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  await once(child, 'spawn')
  return pidOf(child)
}

test('the server of a killed Lapwing is adopted with its data', async () => {
  const dataDir = await usedDataDir()
  const other = await ownedByOther(dataDir)
  await query(other.server, 'create table nests as select 4 as eggs')
  await other.kill()
  const server = await start(dataDir)
  expect(server).toMatchObject({ adopted: true, pid: other.server.pid })
  expect(await query(server, 'select eggs from nests')).toEqual([{ eggs: 4 }])
  await server.stop()
  await untilGone(other.server)
})

test('a killed postmaster is recovered with its data, even when its orphans are slow to leave', async () => {
  const dataDir = await usedDataDir()
  const other = await ownedByOther(dataDir)
  await query(other.server, 'create table nests as select 4 as eggs')
  const [orphan] = await query<{ pid: number }>(
    other.server,
    `select pid from pg_stat_activity where application_name = 'lapwing ${other.process.pid}'`,
  )
  process.kill(pidOf(orphan ?? {}), 'SIGSTOP')
  process.kill(pidOf(other.server), 'SIGKILL')
  await other.kill()
  const starting = start(dataDir)
  const log = (): string => readFileSync(join(dataDir, 'postgres.log'), 'utf8')
  await expect.poll(log).toContain('pre-existing shared memory block')
  process.kill(pidOf(orphan ?? {}), 'SIGCONT')
  expect(await query(await starting, 'select eggs from nests')).toEqual([{ eggs: 4 }])
})

test('a killed server is restarted by its owner', async () => {
  const dataDir = await usedDataDir()
  const server = await start(dataDir)
  await query(server, 'create table nests as select 4 as eggs')
  const before = pidOf(server)
  process.kill(before, 'SIGKILL')
  await expect.poll(() => server.pid ?? before).not.toBe(before)
  expect(await query(server, 'select eggs from nests')).toEqual([{ eggs: 4 }])
})

test('a stop during a restart leaves no process', async () => {
  const dataDir = await usedDataDir()
  const server = await start(dataDir)
  process.kill(pidOf(server), 'SIGKILL')
  await expect.poll(() => server.pid, { interval: 1 }).toBeUndefined()
  await server.stop()
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
})

test('Ctrl-C reaches Lapwing and not its server', async () => {
  const dataDir = await usedDataDir()
  const other = await ownedByOther(dataDir, { spawn: { detached: true } })
  process.kill(-pidOf(other.process), 'SIGINT')
  await untilGone(other.process)
  expect(await start(dataDir)).toMatchObject({ adopted: true, pid: other.server.pid })
})

test('an owner whose session was killed claims the server again', async () => {
  const dataDir = await usedDataDir()
  const server = await start(dataDir)
  const { pid } = server
  const holders = "select pid from pg_locks where locktype = 'advisory' and granted"
  const [before] = await query<{ pid: number }>(server, holders)
  await query(server, `select pg_terminate_backend(${before?.pid})`)
  await expect
    .poll(() => query<{ pid: number }>(server, holders))
    .toEqual([{ pid: expect.not.closeTo(before?.pid ?? 0, 0) }])
  await expect.poll(() => server.pid).toBe(pid)
})

test('a server that is being shut down is waited for and started again', async () => {
  const dataDir = await usedDataDir()
  const other = await ownedByOther(dataDir)
  await other.kill()
  process.kill(pidOf(other.server), 'SIGINT')
  const server = await start(dataDir)
  expect(server.adopted).toBe(false)
  expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a pid that now belongs to another program does not stop the start', async () => {
  const dataDir = await usedDataDir()
  const cluster = join(dataDir, 'postgres')
  const pid = await otherProgram()
  const stale = `${pid}\n${cluster}\n1700000000\n5432\n${cluster}\n\n  5432001         0\nready   \n`
  writeFileSync(join(cluster, 'postmaster.pid'), stale)
  writeFileSync(join(cluster, '.s.PGSQL.5432.lock'), stale)
  const server = await start(dataDir)
  expect(server.adopted).toBe(false)
  expect(server.pid).not.toBe(pid)
  process.kill(pid, 0)
})

test('a start lock of a dead process, or of a reused pid, is ignored', async () => {
  const dataDir = await usedDataDir()
  const lock = join(dataDir, 'postgres.starting')
  for (const stale of ['4194304\n1', `${await otherProgram()}\n1`, `${process.pid}\n1`]) {
    writeFileSync(lock, stale)
    const server = await start(dataDir)
    await server.stop()
    expect(existsSync(lock)).toBe(false)
  }
})

/** Programs whose initdb never finishes: it writes as long as its folder exists. */
function neverDone(): string {
  const binDir = copyOfBinaries()
  renameSync(join(binDir, 'initdb'), join(binDir, 'real-initdb'))
  const does = [
    '#!/bin/sh',
    '"$(dirname "$0")/real-initdb" "$@"',
    'for folder; do :; done',
    'while echo more >> "$folder/unfinished"; do sleep 0.01; done 2>/dev/null',
  ]
  writeFileSync(join(binDir, 'initdb'), `${does.join('\n')}\n`, { mode: 0o755 })
  return binDir
}

test('a Lapwing killed while it creates the database leaves nothing in the way', async () => {
  const dataDir = newDataDir()
  const other = startOther(dataDir, { binDir: neverDone() })
  const halfDone = (): boolean =>
    existsSync(dataDir) && readdirSync(dataDir).some((name) => existsSync(join(dataDir, name, 'data', 'unfinished')))
  await expect.poll(halfDone).toBe(true)
  await other.kill()
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
  const server = await start(dataDir)
  expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres-password', 'postgres.log'])
})

test('a folder moved below a running server is still its folder', async () => {
  const dataDir = await usedDataDir()
  const other = await ownedByOther(dataDir)
  await other.kill()
  const moved = join(testFolder(), 'moved')
  renameSync(dataDir, moved)
  expect(await start(moved)).toMatchObject({ adopted: true, pid: other.server.pid })
})

test('a server of an earlier installation is replaced by one of this installation', async () => {
  const dataDir = await usedDataDir()
  const other = await ownedByOther(dataDir, { binDir: copyOfBinaries() })
  await query(other.server, 'create table nests as select 4 as eggs')
  await other.kill()
  const server = await start(dataDir)
  expect(server.adopted).toBe(false)
  expect(await query(server, 'select eggs from nests')).toEqual([{ eggs: 4 }])
})
