// As root, a box has its own user, who must be able to read the programs; a checkout or install with umask 077 prevents
// that.
import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Makes these files and folders readable for everyone, recursively. */
export function makeReadable(paths: readonly string[]): void {
  for (const path of paths) {
    const { mode, isFolder, isLink } = kindOf(path)
    if (isLink) continue
    const wanted = mode | (isFolder || (mode & 0o100) !== 0 ? 0o055 : 0o044)
    if (wanted !== mode) chmodSync(path, wanted)
    // Thousands of packages are checked only when their parent folder has the wrong mode.
    if (isFolder && (!path.endsWith('/node_modules') || wanted !== mode))
      makeReadable(readdirSync(path).map((name) => join(path, name)))
  }
}

function kindOf(path: string): { mode: number; isFolder: boolean; isLink: boolean } {
  const stats = lstatSync(path)
  return { mode: stats.mode & 0o7777, isFolder: stats.isDirectory(), isLink: stats.isSymbolicLink() }
}
