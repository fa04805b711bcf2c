import type { AddressInfo } from 'node:net'
import { createAnonymousBudget } from '../api/anonymous-budget.ts'
import { serveCalendars } from '../api/calendar.ts'
import { serveServicePages } from '../api/service-pages.ts'
import { servePings } from '../api/ping.ts'
import { type Door, createRest } from '../api/rest.ts'
import { createAuthenticate } from '../operations/registry/authenticate.ts'
import { prepareDrain } from './drain.ts'
import type { Role } from './role.ts'

export interface Server extends Role {
  readonly port: number
}

// Longer than any answer takes; Kubernetes waits 30 s before it kills.
const drainMs = 20_000

export interface Listen {
  readonly host: string
  readonly port: number
}

export async function startServer(
  door: Omit<Door, 'authenticate' | 'takeFromAddress'>,
  listen: Listen,
): Promise<Server> {
  const takeFromAddress = createAnonymousBudget(door.services.clock)
  const app = createRest({ ...door, authenticate: createAuthenticate(door.services), takeFromAddress })
  serveServicePages(app, door.services)
  servePings(app, door.services, takeFromAddress)
  serveCalendars(app, door.services)
  const drain = prepareDrain(app.server)
  await app.listen(listen)
  const stop = async (): Promise<void> => {
    const { clock, log } = door.services
    const closed = new AbortController()
    const cutOff = clock.sleep(drainMs, closed.signal).then(() => {
      log.warn('requests that were still running have been cut off', { afterMs: drainMs })
      app.server.closeAllConnections()
    })
    const closing = app.close()
    drain()
    await closing
    closed.abort()
    await cutOff.catch(() => undefined)
  }
  return { port: (app.server.address() as AddressInfo).port, stop }
}
