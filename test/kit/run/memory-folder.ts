import { spawnSync } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  constants,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { isAlive } from '../../../src/postgres/processes.ts'
import { removeFolder } from '../files.ts'

const disk = '/dev/shm'
// A whole run writes 1.2; what it starts wants memory as well.
const enoughBytes = 4 * 1024 ** 3

/**
 * A folder in memory, where there is plenty, for everything that tests write: they make and remove databases by the
 * hundred, and a disk would take longer for that than PostgreSQL does. If TMPDIR is set, that folder is used.
 */
export function memoryFolder(): { path: string; remove(): void } | undefined {
  if (process.env['TMPDIR'] || process.platform !== 'linux' || !canWriteTo(disk)) return undefined
  // A pid says nothing to another container with the same memory disk.
  const prefix = `lapwing-tests-${statSync('/proc/self/ns/pid').ino}-`
  removeLeftFolders(prefix)
  const { bavail, bsize } = statfsSync(disk)
  if (Math.min(bavail * bsize, process.availableMemory()) < enoughBytes) return undefined
  const path = mkdtempSync(join(disk, `${prefix}${process.pid}-`))
  const remove = (): void => removeFolder(path)
  // As open as any folder for what is temporary: tests write as other users as well.
  chmodSync(path, 0o1777)
  if (runsPrograms(path)) return { path, remove }
  remove()
  return undefined
}

function canWriteTo(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** A run that was killed has left its folder, which would be in memory until the machine is started anew. */
function removeLeftFolders(prefix: string): void {
  for (const name of readdirSync(disk)) {
    if (!name.startsWith(prefix) || isAlive(Number.parseInt(name.slice(prefix.length), 10))) continue
    const path = join(disk, name)
    if (statSync(path).uid === process.getuid?.()) removeFolder(path)
  }
}

function runsPrograms(folder: string): boolean {
  const program = join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  const { status } = spawnSync(program)
  rmSync(program)
  return status === 0
}
