// What the unprivileged user of a service can read and run.
import { copyFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A Node that an unprivileged user can start: this one, or a copy if it lies in a home folder. */
export function nodeForAnybody(node: string, folder: string): string {
  if (isOpenTo(node, 0o001)) return node
  const copy = join(folder, 'node')
  copyFileSync(node, copy)
  return copy
}

export const isReadableByAnybody = (file: string): boolean => isOpenTo(file, 0o004)

function isOpenTo(path: string, bit: number): boolean {
  if ((statSync(path).mode & bit) === 0) return false
  return path === dirname(path) || isOpenTo(dirname(path), 0o001)
}
