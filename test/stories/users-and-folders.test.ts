// Where Lapwing may be started, and as which user. All stories use paths with spaces below closed folders.
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { usedDataDir } from '../kit/lapwing/embedded-servers.ts'
import {
  type LapwingProcess,
  ask,
  closedFolder,
  newDataDir,
  postmasterOf,
  program,
  startProcess,
} from '../kit/lapwing/process.ts'

const nobody = { uid: 65_534, gid: 65_534 }
const isRoot = process.getuid?.() === 0
const mayRead = (file: string): boolean => spawnSync('test', ['-r', file], nobody).status === 0
const reachable = isRoot && [program, process.execPath].every(mayRead)

function start(dataDir: string, user?: typeof nobody): LapwingProcess {
  const settings = { LAPWING_DATA_DIR: dataDir, LAPWING_ROLES: 'server' }
  return startProcess(settings, user ? { spawn: user } : {})
}

/** A data folder for an ordinary user, below a folder that everyone may enter. */
function folderOf({ uid, gid }: typeof nobody): string {
  const dataDir = join(closedFolder(), 'data of nobody')
  chmodSync(dirname(dataDir), 0o755)
  mkdirSync(dataDir, { mode: 0o700 })
  chownSync(dataDir, uid, gid)
  return dataDir
}

it('two at once, one of an ordinary user, are independent and run everything as their own user', async () => {
  const theirs = reachable ? folderOf(nobody) : newDataDir()
  const both = [start(await usedDataDir(newDataDir())), start(theirs, reachable ? nobody : undefined)]
  const origins = await Promise.all(both.map((one) => one.origin()))
  const keys = await Promise.all(both.map(async (one) => String((await one.says('keep this write key')).apiKey)))
  expect(new Set(origins).size).toBe(2)
  const statusOf = async (origin: string, key: string): Promise<number> => (await ask(origin, '/v1/me', { key })).status
  const tried = origins.flatMap((origin) => keys.map((key) => statusOf(origin, key)))
  expect(await Promise.all(tried)).toEqual([200, 401, 401, 200])
  if (reachable) expect(statSync(`/proc/${postmasterOf(theirs)}`).uid).toBe(nobody.uid)
  const ends = await Promise.all(both.map((one) => one.end()))
  expect(ends).toMatchObject([0, 0].map((code) => ({ code, stderr: '' })))
})

it.skipIf(!isRoot)(
  'an ordinary user is notified when the data folder belongs to somebody else (needs root)',
  async ({ skip }) => {
    skip(!reachable, 'this checkout lies where an ordinary user cannot read it')
    const { code, stderr } = await start(folderOf({ uid: 0, gid: 0 }), nobody).ended
    expect(stderr).toMatch(/^lapwing: The data folder .* is not writable for the user that Lapwing runs as\. .*\n$/)
    expect(code).toBe(1)
  },
)
