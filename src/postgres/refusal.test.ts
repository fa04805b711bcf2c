import { spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, lstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { StoreUnavailable } from '../store/database/database.ts'
import {
  copyOfBinaries,
  ifOthersReach,
  isRoot,
  newDataDir,
  nobody,
  othersReach,
  ownedByOther,
  query,
  smallDisk,
  start,
  startOther,
  testFolder,
  usedDataDir,
} from '../../test/kit/lapwing/embedded-servers.ts'

test('a folder in use is refused with the pid of its user, whose server stays', async () => {
  const dataDir = await usedDataDir()
  const other = await ownedByOther(dataDir)
  await expect(start(dataDir)).rejects.toThrow(
    `The data folder ${dataDir} is in use by another Lapwing (process ${other.process.pid}).`,
  )
  expect(await query(other.server, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('one of two concurrent starts on an empty folder wins and the other is refused', async () => {
  const dataDir = newDataDir()
  const pair = [startOther(dataDir), startOther(dataDir)]
  const answers = await Promise.all(pair.map(({ answer }) => answer))
  const winner = answers.findIndex(({ error }) => error === undefined)
  const refusal = answers.find(({ error }) => error !== undefined)
  expect(refusal?.error).toContain(`is in use by another Lapwing (process ${pair[winner]?.process.pid}`)
})

test('one of several concurrent starts on a used folder wins', async () => {
  const dataDir = await usedDataDir()
  const answers = await Promise.all([1, 2, 3].map(() => startOther(dataDir).answer))
  expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1)
  expect(answers.filter(({ error }) => error?.includes('is in use by another Lapwing'))).toHaveLength(2)
})

// In another pid namespace, as in another container that shares the volume.
test.skipIf(!isRoot)('a server of another container is left alone (needs root)', async ({ skip }) => {
  const apart = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc']
  skip(spawnSync(apart[0]!, [...apart.slice(1), 'true']).status !== 0, 'needs pid namespaces, which are forbidden here')
  const dataDir = await usedDataDir()
  await ownedByOther(dataDir, { prefix: apart })
  await expect(start(dataDir)).rejects.toThrow('its server is not a process of this machine or container')
})

test.each([
  { made: 19, says: 'was made by PostgreSQL 19, and this Lapwing brings PostgreSQL 18, which is older' },
  { made: 17, says: 'was made by PostgreSQL 17, and this Lapwing brings PostgreSQL 18. It needs a dump and restore' },
])('a database made by PostgreSQL $made is refused', async ({ made, says }) => {
  const dataDir = newDataDir()
  mkdirSync(join(dataDir, 'postgres'), { recursive: true })
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), `${made}\n`)
  await expect(start(dataDir)).rejects.toThrow(says)
})

test('a folder without a database is refused', async () => {
  const dataDir = newDataDir()
  mkdirSync(join(dataDir, 'postgres'), { recursive: true })
  await expect(start(dataDir)).rejects.toThrow('holds no PostgreSQL database')
})

test.each([
  { gone: 'base', says: /^The database is damaged \(The database subdirectory "base\/\d+" is missing\)\. Restore it/ },
  { gone: 'global/pg_control', says: /^The database in \S+ is damaged: .* Restore the data folder from a backup/ },
  { gone: 'pg_wal', says: /^The database in \S+ is damaged: .* Restore the data folder from a backup/ },
  { gone: 'pg_xact', says: /^The database in \S+ is damaged: .* Restore the data folder from a backup/ },
])('a database without $gone is called damaged', async ({ gone, says }) => {
  const dataDir = await usedDataDir()
  rmSync(join(dataDir, 'postgres', gone), { recursive: true })
  const refused = start(dataDir)
  await expect(refused).rejects.toThrow(StoreUnavailable)
  await expect(refused).rejects.toThrow(says)
})

test('a missing and a wrong password file are named', async () => {
  const dataDir = await usedDataDir()
  const file = join(dataDir, 'postgres-password')
  writeFileSync(file, 'guess')
  await expect(start(dataDir)).rejects.toThrow(`The password in ${file} is not the one of the database`)
  rmSync(file)
  await expect(start(dataDir)).rejects.toThrow(`Put the file ${file} back`)
})

test('a server that ends while starting is reported at once, with its output', async () => {
  const dataDir = await usedDataDir()
  appendFileSync(join(dataDir, 'postgres', 'postgresql.conf'), 'feathers = 12\n')
  await expect(start(dataDir)).rejects.toThrow(/ended while it was starting.*unrecognized .* parameter "feathers"/s)
})

test('missing libraries ask for npm start', async () => {
  const binDir = copyOfBinaries((path) => !lstatSync(path).isSymbolicLink())
  await expect(start(newDataDir(), binDir)).rejects.toThrow('Run npm start again')
})

test.skipIf(!othersReach)(`a folder that is not writable is named ${ifOthersReach}`, async () => {
  const folder = testFolder()
  chmodSync(folder, 0o755)
  const { error } = await startOther(folder, { spawn: nobody }).answer
  expect(error).toContain(`The data folder ${folder} is not writable`)
})

test.skipIf(!othersReach)(`a database of another user is named ${ifOthersReach}`, async () => {
  const dataDir = await usedDataDir()
  chmodSync(join(dataDir, '..'), 0o755)
  chmodSync(dataDir, 0o777)
  const { error } = await startOther(dataDir, { spawn: nobody }).answer
  expect(error).toContain(`belongs to user id 0, and Lapwing runs as user id ${nobody.uid}`)
})

test.skipIf(!isRoot)('a disk that fills up while the database is created is named (needs root)', async (context) => {
  const disk = smallDisk(20)
  if (disk === undefined) return context.skip('needs the right to mount a small disk')
  const refused = start(join(disk, 'data'))
  await expect(refused).rejects.toThrow(StoreUnavailable)
  await expect(refused).rejects.toThrow(`The disk that holds ${disk}/data is full`)
  spawnSync('mount', ['-o', 'remount,size=200m', disk])
  await start(join(disk, 'data'))
})

test.skipIf(!isRoot)('a disk that is full at a later start is named (needs root)', async (context) => {
  const disk = smallDisk(120)
  if (disk === undefined) return context.skip('needs the right to mount a small disk')
  const dataDir = await usedDataDir(join(disk, 'data'))
  spawnSync('dd', ['if=/dev/zero', `of=${disk}/ballast`, 'bs=64k'])
  await expect(start(dataDir)).rejects.toThrow(`The disk that holds ${dataDir} is full`)
})
