// Containers, read from the socket of Docker or Podman if this user has access.
import type { Clock } from '../domain/clock.ts'
import { getFromSocket } from './requests.ts'

export interface Container {
  readonly name: string
  readonly up: boolean
  readonly healthy: boolean | null
}

const sockets = [
  '/var/run/docker.sock',
  '/run/podman/podman.sock',
  `/run/user/${process.getuid?.() ?? 0}/podman/podman.sock`,
]
const maxContainers = 100

/** Null without such a socket. */
export async function askContainers(clock: Clock): Promise<Container[] | null> {
  for (const socket of sockets) {
    const answer = await getFromSocket(socket, '/containers/json?all=1', clock).catch(() => null)
    if (answer?.status === 200) return containersIn(answer.text)
  }
  return null
}

interface ListedContainer {
  readonly Names?: readonly string[]
  readonly State?: string
  readonly Status?: string
}

export function containersIn(text: string): Container[] {
  const all = JSON.parse(text) as ListedContainer[]
  return all.slice(0, maxContainers).flatMap(({ Names, State, Status = '' }) => {
    const name = Names?.[0]?.replace(/^\//, '')
    if (!name) return []
    const healthy = /\(healthy\)/.test(Status) ? true : /\(unhealthy\)/.test(Status) ? false : null
    return [{ name, up: State === 'running', healthy }]
  })
}
