// What the health check of a container runs.
import type { Clock } from '../domain/clock.ts'
import type { Settings } from '../settings.ts'
import { ownOrigin, readObject } from './own-server.ts'

export interface ServerHealth {
  readonly isAlive: boolean
  readonly sentence: string
}

/**
 * Whether the server of these settings responds. It asks for liveness only: a container that is restarted because its
 * database is away would not get better.
 */
export async function serverHealth(settings: Settings, clock: Clock): Promise<ServerHealth> {
  const origin = ownOrigin(settings)
  if (origin === null)
    return {
      isAlive: true,
      sentence: 'There is no server to ask: a process without one ends itself when it is stuck.',
    }
  const isAlive = (await readObject(clock, `${origin}/healthz`))?.['status'] === 'alive'
  return { isAlive, sentence: isAlive ? `Lapwing responds at ${origin}.` : `Lapwing does not respond at ${origin}.` }
}
