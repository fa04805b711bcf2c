// The link that services start: it is replaced in one step, so a start at any moment finds a complete version.
import { existsSync, lstatSync, readlinkSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { UpgradeRefused } from './release.ts'

/** Where the link is, or would be. */
export const linkBeside = (installation: string): string => join(dirname(installation), 'lapwing')

/** The folder that a link leads to; null if there is no link yet. */
export function folderBehind(link: string): string | null {
  const found = lstatSync(link, { throwIfNoEntry: false })
  if (!found) return null
  if (!found.isSymbolicLink())
    throw new UpgradeRefused(
      `${link} is in the way: it must be a link to the folder of a version. Stop Lapwing, rename it to ` +
        'lapwing-<version>, and run: ln -s lapwing-<version> lapwing',
    )
  return existsSync(link) ? realpathSync(link) : readlinkSync(link)
}

/** Makes the link lead to a folder beside it. */
export function pointLink(link: string, folder: string): void {
  const draft = `${link}.${process.pid}.new`
  rmSync(draft, { force: true })
  symlinkSync(basename(folder), draft)
  renameSync(draft, link)
}
