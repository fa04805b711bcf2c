import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { isAlive } from '../../../src/postgres/processes.ts'
import { startOther, testFolder, usedDataDir } from '../lapwing/embedded-servers.ts'
import { endProcesses } from './end-processes.ts'

const forever = 'setInterval(() => {}, 1e6)'

it('ends a database server that a process left behind', async () => {
  const folder = testFolder()
  const other = startOther(await usedDataDir(`${folder}/data`), { mode: 'leave' })
  const server = await other.answer
  if (server.error !== undefined) throw new Error(server.error)
  await other.ended
  expect(await endProcesses(folder)).toContainEqual(expect.stringContaining('postgres'))
  expect(isAlive(server.pid)).toBe(false)
})

it.runIf(process.platform === 'linux')('ends a program whose parent has ended, and no other', async () => {
  const start = async (TMPDIR: string): Promise<number> => {
    const script = `"$0" -e '${forever}' >&2 & echo $!`
    const shell = spawn('sh', ['-c', script, process.execPath], {
      env: { TMPDIR },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const [left] = await Promise.all([text(shell.stdout), once(shell, 'exit')])
    return Number(left)
  }
  const folder = testFolder()
  const [own, other] = [await start(folder), await start(`${folder}/other`)]
  expect(await endProcesses(folder)).toEqual([`${process.execPath} -e ${forever}`])
  expect([own, other].map(isAlive)).toEqual([false, true])
  await endProcesses(`${folder}/other`)
  expect(isAlive(other)).toBe(false)
})
