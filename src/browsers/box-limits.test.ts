import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fakeClock } from '../../test/kit/clock.ts'
import { newFolder } from '../../test/kit/files.ts'
import { waitUntil } from '../../test/kit/wait-until.ts'
import { exceededLimit } from './box-limits.ts'
import { type MachineMemory, readMachineMemory } from './machine-memory.ts'

const [mb, gb] = [1024 ** 2, 1024 ** 3]
// More than the kernel allocates.
const noProcess = 2 ** 22 + 1

describe('a machine that runs out of memory', () => {
  it.each([
    [24 * gb, 300 * mb, false],
    [24 * gb, 200 * mb, true],
    [2 * gb, 120 * mb, false],
    [2 * gb, 90 * mb, true],
  ])('with %d bytes and %d left ends its boxes: %s', async (totalBytes, availableBytes, ends) => {
    const [clock, stop] = [fakeClock(), new AbortController()]
    let requested = 0
    const machineMemory = (): MachineMemory => {
      requested++
      return { totalBytes, availableBytes }
    }
    const watch = { firstProcess: () => noProcess, clock, signal: stop.signal, machineMemory }
    const verdict = exceededLimit(watch).catch((error: Error) => error.name)
    clock.advance(250)
    await waitUntil(() => requested > 0)
    stop.abort(new Error('stopped'))
    expect(await verdict).toBe(ends ? 'BrowserProgramFailed' : 'Error')
  })
})

describe('the memory that is left', () => {
  function files({ group = {} }: { group?: Record<string, string> } = {}) {
    const { path, remove } = newFolder()
    onTestFinished(remove)
    for (const folder of ['proc/self', 'groups/lapwing']) mkdirSync(join(path, folder), { recursive: true })
    writeFileSync(
      join(path, 'proc/meminfo'),
      'MemTotal:       8388608 kB\nMemFree: 1 kB\nMemAvailable:    4194304 kB\n',
    )
    writeFileSync(join(path, 'proc/self/cgroup'), '0::/lapwing\n')
    for (const [name, text] of Object.entries(group)) writeFileSync(join(path, 'groups/lapwing', name), text)
    return { proc: join(path, 'proc'), groups: join(path, 'groups') }
  }

  it('is that of the machine, unless a container has less', () => {
    const machine = { totalBytes: 8 * gb, availableBytes: 4 * gb }
    expect(readMachineMemory(files())).toEqual(machine)
    expect(readMachineMemory(files({ group: { 'memory.max': 'max\n', 'memory.current': `${gb}\n` } }))).toEqual(machine)
    const limited = { 'memory.max': `${2 * gb}\n`, 'memory.current': `${1.5 * gb}\n` }
    const cached = { 'memory.stat': `anon 5\ninactive_file ${mb}\nactive_file 7\n` }
    expect(readMachineMemory(files({ group: { ...limited, ...cached } }))).toEqual({
      totalBytes: 2 * gb,
      availableBytes: 0.5 * gb + mb,
    })
    const generous = { 'memory.max': `${7 * gb}\n`, 'memory.current': `${gb}\n` }
    expect(readMachineMemory(files({ group: generous }))).toEqual(machine)
  })

  it('is unknown without the files of the kernel', () => {
    expect(readMachineMemory({ proc: '/nowhere' })).toBeNull()
  })

  it.skipIf(process.platform !== 'linux')('is read from the kernel of this machine', () => {
    const { totalBytes, availableBytes } = readMachineMemory()!
    expect(availableBytes).toBeGreaterThan(0)
    expect(totalBytes).toBeGreaterThanOrEqual(availableBytes)
  })
})
