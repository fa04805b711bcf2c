// Where Lapwing may be started, and as whom. That paths hold spaces and lie below closed folders is so in every story.
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { ask, closedFolder, postmasterOf, program, startProcess } from '../kit/process.ts'

const nobody = { uid: 65_534, gid: 65_534 }
const isRoot = process.getuid?.() === 0

it('two at once, each with its own port and data folder, know nothing of each other', async () => {
  const both = [startProcess({}), startProcess({})]
  const origins = await Promise.all(both.map((one) => one.origin()))
  const keys = await Promise.all(both.map(async (one) => String((await one.says('keep this write key')).apiKey)))
  expect(new Set(origins).size).toBe(2)
  const statusOf = async (origin: string, key: string): Promise<number> => (await ask(origin, '/v1/me', { key })).status
  const tried = origins.flatMap((origin) => keys.map((key) => statusOf(origin, key)))
  expect(await Promise.all(tried)).toEqual([200, 401, 401, 200])
  expect(await Promise.all(both.map((one) => one.end()))).toMatchObject([{ code: 0 }, { code: 0 }])
})

const mayRead = (file: string): boolean => spawnSync('test', ['-r', file], nobody).status === 0
const reachable = isRoot && [program, process.execPath].every(mayRead)

it.skipIf(!isRoot)('an ordinary user runs everything as itself', async ({ skip }) => {
  skip(!reachable, 'this checkout lies where an ordinary user cannot read it')
  const home = closedFolder()
  chmodSync(home, 0o755)
  const dataDir = join(home, 'data of nobody')
  mkdirSync(dataDir, { mode: 0o700 })
  chownSync(dataDir, nobody.uid, nobody.gid)
  const running = startProcess({ LAPWING_DATA_DIR: dataDir }, { spawn: nobody })
  expect(await ask(await running.origin(), '/readyz')).toMatchObject({ status: 200 })
  expect(statSync(`/proc/${postmasterOf(dataDir)}`).uid).toBe(nobody.uid)
  expect(await running.end()).toMatchObject({ code: 0, stderr: '' })
})

it.skipIf(!isRoot)('an ordinary user is told when the data folder belongs to somebody else', async ({ skip }) => {
  skip(!reachable, 'this checkout lies where an ordinary user cannot read it')
  const dataDir = join(closedFolder(), 'data')
  chmodSync(dirname(dataDir), 0o755)
  mkdirSync(dataDir, { mode: 0o700 })
  const { code, stderr } = await startProcess({ LAPWING_DATA_DIR: dataDir }, { spawn: nobody }).ended
  expect(stderr).toMatch(/^lapwing: The data folder .* is not writable for the user that Lapwing runs as\. .*\n$/)
  expect(code).toBe(1)
})
