// Initializes the embedded database of a first start while modules load, unless a check could still refuse to start.
import type { Log } from '../domain/log.ts'
import { prepareEmbedded } from '../postgres/index.ts'
import { takePort } from '../roles/port.ts'
import type { Settings } from '../settings.ts'

export async function prepareDatabase(
  { databaseUrl, provision, roles, host, port, dataDir }: Settings,
  log: Log,
): Promise<void> {
  if (databaseUrl !== null || provision !== null) return
  if (roles.includes('server')) {
    const taken = await takePort({ host, port })
    await taken.release()
  }
  await prepareEmbedded({ dataDir, log })
}
