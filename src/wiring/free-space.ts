import { statfs } from 'node:fs/promises'
import type { Settings } from '../settings.ts'

/** Free space on the disk of the embedded database; null for a database elsewhere. */
export async function freeBytes({ databaseUrl, dataDir }: Settings): Promise<number | null> {
  if (databaseUrl !== null) return null
  const { bavail, bsize } = await statfs(dataDir)
  return bavail * bsize
}
