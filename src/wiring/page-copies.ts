// If the database is unreachable at the start, serves copies of status pages until it is back.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Clock } from '../domain/clock.ts'
import type { Log } from '../domain/log.ts'
import { createVault } from '../domain/vault.ts'
import { readCopiedPages } from '../public-pages/copied-pages.ts'
import { isAway } from '../operations/registry/our-fault.ts'
import type { TakenPort } from '../roles/port.ts'
import { showCopies } from '../roles/server.ts'
import { readKeys } from './secret-keys.ts'
import type { Settings } from '../settings.ts'
import { type Store, openStore, requireUsable } from '../store/database/database.ts'

interface PageCopyOptions {
  readonly settings: Settings
  readonly clock: Clock
  readonly log: Log
  readonly stopping?: AbortSignal
}

const againMs = 2000

export const pageCopiesIn = ({ dataDir }: Settings): string => join(dataDir, 'status-pages')

export function originAt({ host, number }: TakenPort): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${number}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${number}`
}

/** Opens the port, serving copies while the database is unreachable. Without copies a start never waits. */
export async function showCopiesWhileAway(parts: PageCopyOptions, port: TakenPort): Promise<TakenPort> {
  const { settings, log } = parts
  const pages = settings.databaseUrl === null ? undefined : await readCopiedPages(pageCopiesIn(settings))
  if (!pages) return port
  const store = openStore({ connectionString: settings.databaseUrl! }, { log, connections: 1 })
  try {
    if (!(await isDatabaseAway(store))) return port
    const origin = settings.publicUrl ?? originAt(port)
    // Without a key, protected pages stay closed; the start reports the missing key later.
    const vault = createVault(readKeys(settings) ?? [randomBytes(32).toString('base64url')])
    const services = { clock: parts.clock, vault, origin: () => origin, mail: null }
    const held = await showCopies(port, { services, pages })
    log.warn('the database cannot be reached; until it can, status pages are shown as they were last read', { origin })
    await untilReachable(parts, store).catch(async (error: unknown) => {
      await held.release()
      throw error
    })
    return held
  } finally {
    await store.close()
  }
}

async function untilReachable({ clock, stopping }: PageCopyOptions, store: Store): Promise<void> {
  do await clock.sleep(againMs, stopping)
  while (await isDatabaseAway(store))
}

/** A database that responds with an error is reachable; the error is reported when it is opened. */
const isDatabaseAway = (store: Store): Promise<boolean> =>
  requireUsable(store).then(
    () => false,
    ({ cause }: Error) => cause !== undefined && isAway(cause),
  )
