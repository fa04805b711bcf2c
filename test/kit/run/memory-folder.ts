import { spawnSync } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  constants,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '../../../src/postgres/processes.ts'
import { removeFolder } from '../files.ts'

const disk = '/dev/shm'
// A whole run writes 1.2; what it starts wants memory as well.
const enoughBytes = 4 * 1024 ** 3

interface RunFolder {
  readonly path: string
  remove(): void
}

/** A folder for everything that a run writes: in memory, unless TMPDIR is set or there is little of it. */
export function runFolder(): RunFolder {
  return memoryFolder() ?? openFolder(join(tmpdir(), 'lapwing-tests-'))
}

/** Tests make and remove databases by the hundred, and a disk would take longer for that than PostgreSQL does. */
function memoryFolder(): RunFolder | undefined {
  if (process.env['TMPDIR'] || process.platform !== 'linux' || !canWriteTo(disk)) return undefined
  // A pid says nothing to another container with the same memory disk.
  const prefix = `lapwing-tests-${statSync('/proc/self/ns/pid').ino}-`
  removeLeftFolders(prefix)
  const { bavail, bsize } = statfsSync(disk)
  if (Math.min(bavail * bsize, process.availableMemory()) < enoughBytes) return undefined
  const folder = openFolder(join(disk, `${prefix}${process.pid}-`))
  if (runsPrograms(folder.path)) return folder
  folder.remove()
  return undefined
}

/** As open as any folder for what is temporary: tests write as other users as well. */
function openFolder(prefix: string): RunFolder {
  const path = mkdtempSync(prefix)
  chmodSync(path, 0o1777)
  return { path, remove: () => removeFolder(path) }
}

function canWriteTo(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** A run that was killed has left its folder, which would be in memory until the machine restarts. */
export function removeLeftFolders(prefix: string): void {
  for (const name of readdirSync(disk)) {
    if (!name.startsWith(prefix) || isAlive(Number.parseInt(name.slice(prefix.length), 10))) continue
    const path = join(disk, name)
    if (statSync(path).uid !== process.getuid?.()) continue
    for (const mount of mountsIn(path)) spawnSync('umount', [mount])
    removeFolder(path)
  }
}

/** The small disks of tests, which nothing unmounts when a run is killed. */
const mountsIn = (folder: string): string[] =>
  readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((mount) => mount.startsWith(`${folder}/`))

function runsPrograms(folder: string): boolean {
  const program = join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  const { status } = spawnSync(program)
  rmSync(program)
  return status === 0
}
