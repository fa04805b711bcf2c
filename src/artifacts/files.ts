// Artifacts as files in the data folder, a folder per day.
import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type ArtifactStore, ArtifactStoreFailed } from './index.ts'

export function createFiles(folder: string): ArtifactStore {
  const pathOf = (key: string): string => join(folder, key)
  return {
    async put(key, { bytes }, signal) {
      const path = pathOf(key)
      const unfinished = `${path}.${randomUUID()}`
      try {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        await writeFile(unfinished, bytes, { mode: 0o600, signal, flag: 'wx' })
        await rename(unfinished, path)
      } catch (error) {
        // Keep the first error; leftovers are deleted with their day.
        await rm(unfinished, { force: true }).catch(() => undefined)
        throw failed('be written', error)
      }
    },
    async get(key, bytes) {
      try {
        const file = await open(pathOf(key))
        if ((await file.stat()).size === bytes) return file.createReadStream()
        await file.close()
        return null
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return null
        throw failed('be read', error)
      }
    },
    async delete(keys) {
      try {
        for (const key of keys) await rm(pathOf(key), { force: true })
      } catch (error) {
        throw failed('be deleted', error)
      }
    },
    async deleteBefore(day) {
      const days = await readdir(folder).catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT') return []
        throw failed('be listed', error)
      })
      for (const old of days.filter((name) => /^\d{4}-\d\d-\d\d$/.test(name) && name < day))
        await rm(join(folder, old), { recursive: true, force: true })
    },
  }
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code

const reasons: Record<string, string> = {
  ENOSPC: 'the disk of the data folder is full',
  EDQUOT: 'the disk of the data folder is full',
  EROFS: 'the data folder is on a read-only disk',
  EACCES: 'this process may not use the folder artifacts of the data folder',
  ABORT_ERR: 'the disk of the data folder took too long',
}

function failed(what: string, error: unknown): ArtifactStoreFailed {
  const code = codeOf(error) ?? String(error)
  return new ArtifactStoreFailed(reasons[code] ?? `it cannot ${what}: ${code}`, { cause: error })
}
