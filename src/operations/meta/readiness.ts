import { type OwnProblem, databaseAway, isWatching } from '../../domain/self-monitoring.ts'
import { isMigrated } from '../../store/database/migrate.ts'
import type { Services } from '../registry/services.ts'

export interface Readiness {
  /** Everything that should be watched is. */
  readonly ready: boolean
  readonly database: 'reachable' | 'unreachable'
  readonly migrations: 'applied' | 'pending' | 'unknown'
  readonly problems: readonly OwnProblem[]
}

export async function readiness({ store, problems }: Pick<Services, 'store' | 'problems'>): Promise<Readiness> {
  const migrated = await isMigrated(store).catch(() => null)
  if (migrated === null)
    return { ready: false, database: 'unreachable', migrations: 'unknown', problems: [databaseAway] }
  if (!migrated) return { ready: false, database: 'reachable', migrations: 'pending', problems: [] }
  const found = await problems()
  return { ready: isWatching(found), database: 'reachable', migrations: 'applied', problems: found }
}
