// Current problems of Lapwing itself, from the database and the free disk space.
import { shareAtMost } from '../domain/limits/time-limit.ts'
import type { Clock } from '../domain/clock.ts'
import { type OwnProblem, type ItemCount, databaseAway, databaseSilent, problemsIn } from '../domain/self-monitoring.ts'
import type { Vault } from '../domain/vault.ts'
import type { Settings } from '../settings.ts'
import { freeBytes } from './free-space.ts'
import { keysInUse } from '../store/accounts/sealed-secrets.ts'
import { ownFigures } from '../store/checking/self-monitoring.ts'
import type { Store } from '../store/database/database.ts'

interface SelfMonitoringOptions {
  readonly settings: Settings
  readonly clock: Clock
  readonly vault: Vault
}

const maxMs = 2000
// Reads every secret, so the result is cached.
const recountMs = 30_000

export function createOwnProblems(
  { settings, clock, vault }: SelfMonitoringOptions,
  store: Store,
): () => Promise<OwnProblem[]> {
  const countUnreadable = createUnreadableCount({ clock, vault }, store)
  const findProblems = async (): Promise<OwnProblem[]> => {
    try {
      const figures = await ownFigures(store, clock.now())
      const unreadableSecrets = await countUnreadable()
      return problemsIn({ ...figures, freeDiskBytes: await freeBytes(settings), unreadableSecrets })
    } catch {
      return [databaseAway]
    }
  }
  return shareAtMost({ clock, ms: maxMs, late: () => [databaseSilent] }, findProblems)
}

/** Counts only secrets that checks and alerts need. */
function createUnreadableCount(
  { clock, vault }: Pick<SelfMonitoringOptions, 'clock' | 'vault'>,
  store: Store,
): () => Promise<ItemCount[]> {
  let counted: { atMs: number; unreadable: ItemCount[] } | undefined
  return async () => {
    if (counted && clock.monotonicMs() - counted.atMs < recountMs) return counted.unreadable
    const uses = await keysInUse(store, ['monitors', 'channels', 'variables'])
    counted = { atMs: clock.monotonicMs(), unreadable: uses.filter(({ keyId }) => !vault.hasKeyOf(keyId)) }
    return counted.unreadable
  }
}
