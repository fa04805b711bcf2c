import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The space in its name is on purpose. */
export function newFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'lapwing test '))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}
