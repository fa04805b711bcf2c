// Without a kernel: checks which files are written, in folders that look like control groups.
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { newFolder } from '../../test/kit/files.ts'
import { openMemoryGroup } from './memory-group.ts'

const own = '12:cpuset:/\n0::/system.slice/lapwing.service/main\n'

function groups({ limit = 'max', controllers = '' } = {}) {
  const { path: root, remove } = newFolder()
  onTestFinished(remove)
  const parent = join(root, 'system.slice/lapwing.service')
  mkdirSync(join(parent, 'main'), { recursive: true })
  writeFileSync(join(root, 'cgroup.controllers'), 'cpu memory pids\n')
  writeFileSync(join(parent, 'cgroup.subtree_control'), controllers)
  writeFileSync(join(parent, 'main/memory.max'), `${limit}\n`)
  const group = (name: string, file: string): string => readFileSync(join(parent, name, file), 'utf8')
  return { root, parent, group }
}

const boxesIn = (parent: string): string[] => readdirSync(parent).filter((name) => name.startsWith('lapwing-box-'))

it('limits the memory of everything that the process starts, and reports whether the kernel killed some of it', () => {
  const { root, parent, group } = groups()
  const memory = openMemoryGroup(4711, { root, own })!
  const [name] = boxesIn(parent)
  expect(readFileSync(join(parent, 'cgroup.subtree_control'), 'utf8')).toBe('+memory')
  expect(['memory.max', 'memory.oom.group', 'cgroup.procs'].map((file) => group(name!, file))).toEqual([
    String(2304 * 1024 * 1024),
    '1',
    '4711',
  ])
  expect(memory.ranOut()).toBe(false)
  writeFileSync(join(parent, name!, 'memory.events'), 'max 3\noom 1\noom_kill 0\n')
  expect(memory.ranOut()).toBe(false)
  writeFileSync(join(parent, name!, 'memory.events'), 'max 3\noom 1\noom_kill 2\noom_group_kill 1\n')
  expect(memory.ranOut()).toBe(true)
})

it('does not change the controllers of the parent when they include memory', () => {
  const { root, parent } = groups({ controllers: 'cpu memory pids' })
  expect(openMemoryGroup(4711, { root, own })).not.toBeNull()
  expect(readFileSync(join(parent, 'cgroup.subtree_control'), 'utf8')).toBe('cpu memory pids')
})

it('removes groups of ended processes, and of its own ended boxes', () => {
  const { root, parent } = groups()
  const left = ['lapwing-box-999999999-1', `lapwing-box-${process.pid}-0`, 'lapwing-box-1-1', 'other.service']
  for (const name of left) mkdirSync(join(parent, name))
  openMemoryGroup(4711, { root, own })
  expect(left.map((name) => existsSync(join(parent, name)))).toEqual([false, false, true, true])
})

it('creates none next to a group with its own limit, without version 2, or without write access', () => {
  const limited = groups({ limit: '1073741824' })
  expect(openMemoryGroup(4711, { root: limited.root, own })).toBeNull()
  const { root, parent } = groups()
  expect(openMemoryGroup(4711, { root, own: '4:memory:/somewhere\n' })).toBeNull()
  expect(openMemoryGroup(4711, { root: join(root, 'nowhere'), own })).toBeNull()
  writeFileSync(join(parent, 'file'), '')
  expect(openMemoryGroup(4711, { root, own: '0::/system.slice/lapwing.service/file/main\n' })).toBeNull()
})
