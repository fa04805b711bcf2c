// Files in the data folder that a command of root and a service of another user both read and write.
import { chownSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Complete at once, and for the owner of the folder. Never follows a link that somebody put there. */
export function writeOwned(file: string, text: string): void {
  const draft = `${file}.${process.pid}.new`
  rmSync(draft, { force: true })
  writeFileSync(draft, text, { flag: 'wx', mode: 0o600 })
  giveToOwner(draft)
  renameSync(draft, file)
}

/** A folder of its own for the owner of the one around it. */
export function makeOwnedFolder(folder: string): void {
  const made = mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (made !== undefined) giveToOwner(folder)
}

function giveToOwner(path: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(dirname(path))
  chownSync(path, uid, gid)
}
