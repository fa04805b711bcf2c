import { once } from 'node:events'
import type { Server } from 'node:net'
import { createAnonymousBudget } from '../api/limits/anonymous-budget.ts'
import { serveA2a } from '../api/a2a/serve-a2a.ts'
import { serveAgents } from '../api/machines/agent.ts'
import { serveDiscovery } from '../api/discovery/serve-discovery.ts'
import { serveMcp } from '../api/mcp/serve-mcp.ts'
import { serveSessions } from '../api/app.ts'
import { serveCalendars } from '../api/calendar.ts'
import { serveCallbacks } from '../api/replies/callbacks.ts'
import { serveReplyPages } from '../api/replies/reply-pages.ts'
import { serveDocs } from '../api/docs.ts'
import { serveInstallers } from '../api/machines/install.ts'
import { pagesForPrograms, serveServicePages } from '../api/service-pages.ts'
import { serveOwnMetrics } from '../api/own-metrics.ts'
import { serveStatusPages } from '../api/status-pages/serve-pages.ts'
import { serveOAuth } from '../api/oauth/serve-oauth.ts'
import { type Away, serveWhileAway } from '../api/status-pages/while-away.ts'
import { disconnectSlowReaders } from '../api/slow-readers.ts'
import { type Dashboard, sendNotFoundPage, serveDashboard } from '../api/web.ts'
import { serveProbes } from '../api/machines/probe.ts'
import { serveDeploymentHooks } from '../api/machines/deployment-hooks.ts'
import { servePings } from '../api/ping.ts'
import { servePublicEvents } from '../api/events/public-events.ts'
import { serveSandbox } from '../api/sandbox.ts'
import { type RestContext, createRest } from '../api/rest.ts'
import type { ProbeHub } from '../engine/remote-probes/probe-hub.ts'
import type { Installers } from '../installers/installers.ts'
import { createCopies } from '../public-pages/copies.ts'
import { startPublicPages } from '../public-pages/pages.ts'
import { EventHub } from '../live/event-hub.ts'
import { createAuthenticate } from '../operations/registry/authenticate.ts'
import { prepareDrain } from './drain.ts'
import type { TakenPort } from './port.ts'
import type { Stoppable } from './stoppable.ts'

// Longer than any response takes; Kubernetes kills after 30 s.
const drainMs = 20_000

/** A server on the same port that shows the last known status pages. */
export async function showCopies(port: TakenPort, away: Away): Promise<TakenPort> {
  const app = serveWhileAway(away)
  disconnectSlowReaders(app.server)
  await app.ready()
  await port.serve(app.server)
  const release = async (): Promise<void> => {
    const closing = app.close()
    app.server.closeAllConnections()
    await closing
  }
  const serve = async (server: Server): Promise<void> => {
    await release()
    server.listen({ host: port.host, port: port.number })
    await once(server, 'listening')
  }
  return { ...port, serve, release }
}

interface ServerRoleOptions {
  readonly port: TakenPort
  readonly dashboard: () => Dashboard
  /** The folder with the last known copy of each status page. */
  readonly pageCopies: string
  readonly securityContact: string | null
  readonly metricsToken: string | null
  readonly probes: ProbeHub
  readonly installers: Installers
}

export async function startServer(
  rest: Omit<RestContext, 'authenticate' | 'takeFromAddress' | 'pageAt' | 'sendNotFoundPage'>,
  { port, dashboard, pageCopies, securityContact, metricsToken, probes, installers }: ServerRoleOptions,
): Promise<Stoppable> {
  const pages = await startPublicPages({ ...rest.services, copies: createCopies(pageCopies) })
  const takeFromAddress = createAnonymousBudget(rest.services.clock)
  const authenticate = createAuthenticate(rest.services, 'api')
  const app = createRest({
    ...rest,
    authenticate,
    takeFromAddress,
    pageAt: pages.slugAt,
    sendNotFoundPage: (request, reply) => sendNotFoundPage(dashboard(), request, reply),
  })
  const hub = new EventHub(rest.services)
  serveSessions(app, { ...rest, takeFromAddress, hub })
  serveOAuth(app, rest.services, takeFromAddress)
  servePublicEvents(app, { ...rest, authenticate, takeFromAddress, hub })
  serveMcp(app, { ...rest, authenticate: createAuthenticate(rest.services, 'mcp'), takeFromAddress })
  serveA2a(app, { ...rest, authenticate: createAuthenticate(rest.services, 'api'), takeFromAddress })
  serveDiscovery(app, { ...rest, takeFromAddress, securityContact })
  serveServicePages(app, rest.services)
  serveOwnMetrics(app, rest.services, metricsToken)
  serveDocs(app, rest.services, takeFromAddress)
  serveInstallers(app, rest.services, installers)
  serveSandbox(app, rest.services.log, takeFromAddress)
  serveDashboard(app, dashboard, pagesForPrograms(rest.services))
  servePings(app, rest.services, takeFromAddress)
  serveAgents(app, rest.services, takeFromAddress)
  serveProbes(app, { services: rest.services, gateway: probes, takeFromAddress })
  serveCalendars(app, rest.services)
  serveReplyPages(app, rest.services)
  serveCallbacks(app, rest.services, takeFromAddress)
  serveDeploymentHooks(app, rest.services, takeFromAddress)
  serveStatusPages(app, { services: rest.services, pages })
  disconnectSlowReaders(app.server)
  const drain = prepareDrain(app.server)
  await app.ready()
  await port.serve(app.server)
  const stop = async (): Promise<void> => {
    const { clock, log } = rest.services
    const closed = new AbortController()
    const cutOff = clock.sleep(drainMs, closed.signal).then(() => {
      log.warn('running requests were cut off', { afterMs: drainMs })
      app.server.closeAllConnections()
    })
    await hub.stop()
    await pages.stop()
    probes.endClaims()
    const closing = app.close()
    drain()
    await closing
    closed.abort()
    await cutOff.catch(() => undefined)
  }
  return { stop }
}
