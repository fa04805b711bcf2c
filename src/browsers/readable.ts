// As root a box has a user of its own, who must be able to read the programs; what was checked out or installed with a
// umask of 077 nobody else can.
import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Lets everybody read these files and folders, with all that is in them. */
export function makeReadable(paths: readonly string[]): void {
  for (const path of paths) {
    const { mode, isFolder, isLink } = kindOf(path)
    if (isLink) continue
    const wanted = mode | (isFolder || (mode & 0o100) !== 0 ? 0o055 : 0o044)
    if (wanted !== mode) chmodSync(path, wanted)
    // Thousands of packages are looked through only when the folder that they are in tells of it.
    if (isFolder && (!path.endsWith('/node_modules') || wanted !== mode))
      makeReadable(readdirSync(path).map((name) => join(path, name)))
  }
}

function kindOf(path: string): { mode: number; isFolder: boolean; isLink: boolean } {
  const stats = lstatSync(path)
  return { mode: stats.mode & 0o7777, isFolder: stats.isDirectory(), isLink: stats.isSymbolicLink() }
}
