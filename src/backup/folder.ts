// Backups as files of a folder. The folder must exist: an empty mount point must not fill the disk below it.
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { BadBackup } from './bad-backup.ts'
import { type BackupDestination, DestinationFailed, backupName, byName } from './destination.ts'

export function createFolderDestination(folder: string): BackupDestination {
  const pathOf = (name: string): string => join(folder, name)
  const partialOf = (name: string): string => `${pathOf(name)}.partial`
  return {
    async write(name, content, signal) {
      if (existsSync(pathOf(name))) throw new BadBackup('already exists; choose another name')
      try {
        await pipeline(content, createWriteStream(partialOf(name), { mode: 0o600, flush: true }), { signal })
        await rename(partialOf(name), pathOf(name))
        await flushFolder(folder)
        return (await stat(pathOf(name))).size
      } catch (error) {
        await rm(partialOf(name), { force: true }).catch(() => undefined)
        throw explained(folder, error)
      }
    },
    async *read(name, signal) {
      try {
        yield* createReadStream(pathOf(name), { signal })
      } catch (error) {
        if (codeOf(error) === 'ENOENT') throw new BadBackup('does not exist')
        throw explained(folder, error)
      }
    },
    async list() {
      try {
        const names = (await readdir(folder)).filter((name) => backupName.test(name))
        const found = names.map(async (name) => {
          const { size, mtime } = await stat(pathOf(name))
          return { name, bytes: size, storedAt: mtime }
        })
        return (await Promise.all(found)).sort(byName)
      } catch (error) {
        throw explained(folder, error)
      }
    },
    async remove(name) {
      try {
        for (const path of [partialOf(name), pathOf(name)]) await rm(path, { force: true })
      } catch (error) {
        throw explained(folder, error)
      }
    },
  }
}

/** Otherwise a power failure could take back the renaming. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException).code)

const sentences: Readonly<Record<string, (folder: string) => string>> = {
  ENOENT: (folder) => `The folder ${folder} does not exist. Create it, or mount its disk.`,
  ENOTDIR: (folder) => `${folder} is not a folder.`,
  ENOSPC: (folder) => `The disk of ${folder} is full. Make room, or keep fewer backups.`,
  EDQUOT: (folder) => `The disk quota of ${folder} is used up. Make room, or keep fewer backups.`,
  EROFS: (folder) => `The disk of ${folder} is read-only.`,
  EACCES: (folder) => `This user may not use ${folder}. Change its owner or its permissions.`,
  EPERM: (folder) => `This user may not use ${folder}. Change its owner or its permissions.`,
  EIO: (folder) => `The disk of ${folder} reports an error (EIO). Check it, or the connection to it.`,
}

/** Errors of the database or the content pass through. */
function explained(folder: string, error: unknown): unknown {
  const isOfFiles = error instanceof Error && 'syscall' in error && 'errno' in error && !('address' in error)
  if (!isOfFiles) return error
  const code = codeOf(error)
  const sentence = sentences[code]?.(folder) ?? `The folder ${folder} cannot be used: ${code}.`
  return new DestinationFailed(sentence, { cause: error })
}
