// What is wrong with Lapwing itself right now: what the database tells, and how much room its disk has.
import { statfs } from 'node:fs/promises'
import type { Clock } from '../domain/clock.ts'
import { type OwnProblem, databaseAway, problemsIn } from '../domain/self-monitoring.ts'
import type { Settings } from '../settings.ts'
import { ownFigures } from '../store/checking/self-monitoring.ts'
import type { Store } from '../store/database/database.ts'

interface SelfMonitoringOptions {
  readonly settings: Settings
  readonly clock: Clock
}

export function createOwnProblems(
  { settings, clock }: SelfMonitoringOptions,
  store: Store,
): () => Promise<OwnProblem[]> {
  return async () => {
    try {
      const figures = await ownFigures(store, clock.now())
      return problemsIn({ ...figures, freeDiskBytes: await freeBytes(settings) })
    } catch {
      return [databaseAway]
    }
  }
}

async function freeBytes({ databaseUrl, dataDir }: Settings): Promise<number | null> {
  if (databaseUrl !== null) return null
  const { bavail, bsize } = await statfs(dataDir)
  return bavail * bsize
}
