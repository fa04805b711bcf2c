import { isMigrated } from '../../store/database/migrate.ts'
import type { Services } from '../registry/services.ts'

export interface Readiness {
  readonly ready: boolean
  readonly database: 'reachable' | 'unreachable'
  readonly migrations: 'applied' | 'pending' | 'unknown'
}

export async function readiness({ store }: Pick<Services, 'store'>): Promise<Readiness> {
  try {
    const migrated = await isMigrated(store)
    return { ready: migrated, database: 'reachable', migrations: migrated ? 'applied' : 'pending' }
  } catch {
    return { ready: false, database: 'unreachable', migrations: 'unknown' }
  }
}
