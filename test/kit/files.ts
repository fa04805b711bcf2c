import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// PostgreSQL does not run as root. A user namespace lets its stand-in in anywhere; without one it is somebody else.
export const letsOthersIn = process.getuid?.() === 0 && spawnSync('unshare', ['--user', 'true']).status !== 0

/** A new folder of this user's own. */
export function ownFolder(prefix: string, within = tmpdir()): string {
  const path = mkdtempSync(join(within, prefix))
  if (letsOthersIn) chmodSync(path, 0o711)
  return path
}

/** Somebody who has been killed may still be writing for a moment. */
export function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}

/** The space in its name is on purpose. */
export function newFolder(within?: string): { path: string; remove(): void } {
  const path = ownFolder('lapwing test ', within)
  return { path, remove: () => removeFolder(path) }
}
