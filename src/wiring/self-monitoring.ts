// What is wrong with Lapwing itself right now: what the database tells, and how much room its disk has.
import { statfs } from 'node:fs/promises'
import { answerInTime } from '../domain/answer-in-time.ts'
import type { Clock } from '../domain/clock.ts'
import { type OwnProblem, databaseAway, databaseSilent, problemsIn } from '../domain/self-monitoring.ts'
import type { Settings } from '../settings.ts'
import { ownFigures } from '../store/checking/self-monitoring.ts'
import type { Store } from '../store/database/database.ts'

interface SelfMonitoringOptions {
  readonly settings: Settings
  readonly clock: Clock
}

const maxMs = 2000

export function createOwnProblems(
  { settings, clock }: SelfMonitoringOptions,
  store: Store,
): () => Promise<OwnProblem[]> {
  const findProblems = async (): Promise<OwnProblem[]> => {
    try {
      const figures = await ownFigures(store, clock.now())
      return problemsIn({ ...figures, freeDiskBytes: await freeBytes(settings) })
    } catch {
      return [databaseAway]
    }
  }
  return answerInTime(findProblems, { clock, maxMs, late: [databaseSilent] })
}

async function freeBytes({ databaseUrl, dataDir }: Settings): Promise<number | null> {
  if (databaseUrl !== null) return null
  const { bavail, bsize } = await statfs(dataDir)
  return bavail * bsize
}
