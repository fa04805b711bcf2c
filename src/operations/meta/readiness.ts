import { type OwnProblem, databaseAway, databaseSilent, isWatching } from '../../domain/self-monitoring.ts'
import { shareAtMost } from '../../domain/limits/time-limit.ts'
import { isMigrated } from '../../store/database/migrate.ts'
import type { Services } from '../registry/services.ts'

export interface Readiness {
  /** Everything is being checked. */
  readonly ready: boolean
  readonly database: 'reachable' | 'unreachable'
  readonly migrations: 'applied' | 'pending' | 'unknown'
  readonly problems: readonly OwnProblem[]
}

type ReadinessServices = Pick<Services, 'store' | 'clock' | 'problems'>

// Load balancers and supervisors give up after a few seconds.
const maxMs = 2500

export function createReadiness(services: ReadinessServices): () => Promise<Readiness> {
  const limit = { clock: services.clock, ms: maxMs, late: () => unreachable(databaseSilent) }
  return shareAtMost(limit, () => readiness(services))
}

async function readiness({ store, problems }: ReadinessServices): Promise<Readiness> {
  const migrated = await isMigrated(store).catch(() => null)
  if (migrated === null) return unreachable(databaseAway)
  if (!migrated) return { ready: false, database: 'reachable', migrations: 'pending', problems: [] }
  const found = await problems()
  return { ready: isWatching(found), database: 'reachable', migrations: 'applied', problems: found }
}

const unreachable = (problem: OwnProblem): Readiness => ({
  ready: false,
  database: 'unreachable',
  migrations: 'unknown',
  problems: [problem],
})
