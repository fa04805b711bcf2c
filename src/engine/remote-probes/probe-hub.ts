// Receives the requests of probes that run elsewhere.
import { randomUUID } from 'node:crypto'
import { rest } from '../../domain/clock.ts'
import { Fault } from '../../domain/fault.ts'
import type { ReportedOutcome } from '../../domain/outcome.ts'
import type { ProbeAccess, ProbeGateway } from '../../domain/probing/gateway.ts'
import { endOfCheck, isCurrent, isRepetition } from '../../domain/probing/late-outcome.ts'
import { commonVersion, fromWireOutcome, maxPollMs, protocolVersions } from '../../domain/probing/protocol.ts'
import type { ClaimRequest } from '../../domain/probing/requests.ts'
import { fingerprint } from '../../domain/secret.ts'
import { noteBrowsers, seeLocations } from '../../store/checking/locations.ts'
import { accessOfProbeToken, forgetProbes, noteProbe } from '../../store/checking/probes.ts'
import { startOutcomeQueue } from '../judge/outcome-queue.ts'
import { startRounds } from '../rounds.ts'
import { createFigureFilter } from './figure-filter.ts'
import { type LocationProbe, type RemoteProbeServices, startLocationProbe } from './location-probe.ts'
import { type TicketedOutcome, recordRepetitions, settleByTicket } from './settle-by-ticket.ts'
import { type Ticket, openTicket } from './tickets.ts'

export interface ProbeHub extends ProbeGateway {
  /** Responds to claims that wait, and hands out nothing more. */
  endClaims(): void
  stop(): Promise<void>
}

const watchMs = 1000
// A location whose probes ask another server needs nothing here.
const idleMs = 60_000
const forgottenMs = 7 * 86_400_000

export function startProbeHub(services: RemoteProbeServices, version: string): ProbeHub {
  const { store, clock, log, vault } = services
  const server = randomUUID()
  const outcomes = startOutcomeQueue(services)
  const locations = new Map<number, LocationProbe>()
  const withKnownFigures = createFigureFilter()
  const stopping = new AbortController()

  const probeOf = (access: ProbeAccess): LocationProbe => {
    const known = locations.get(access.location)
    if (known) return known
    const started = startLocationProbe(services, access, outcomes)
    locations.set(access.location, started)
    return started
  }
  const watch = async (): Promise<false> => {
    for (const [number, location] of locations) {
      location.workers.expire()
      if (location.workers.idleMs < idleMs) continue
      locations.delete(number)
      await location.stop()
    }
    return false
  }
  const rounds = startRounds({
    round: watch,
    clock,
    log,
    failureMessage: 'probes could not be looked after; trying again',
    restMs: watchMs,
  })
  const noteSign = async (access: ProbeAccess, request: ClaimRequest, missing: string | null): Promise<void> => {
    const { id, name, version: probeVersion } = request.probe
    const now = clock.now()
    await noteProbe(store, {
      tokenId: access.tokenId,
      id,
      name,
      version: probeVersion,
      clockOffsetMs: request.clock_offset_ms,
      browserMissing: request.browsers.missing,
      now,
    })
    await seeLocations(store, [access.location], now)
    await noteBrowsers(store, [access.location], missing)
  }

  return {
    async admit(token) {
      const access = await accessOfProbeToken(store, fingerprint(token))
      if (access) return access
      throw new Fault(
        'unauthorized',
        'Unknown token: it was revoked, or its location was deleted. Create another one under Settings → Locations.',
      )
    },
    async hello(access, { protocols, probe }) {
      const protocol = commonVersion(protocols)
      if (protocol === null) throw tooDifferent(protocols, version)
      await forgetProbes(store, access.tokenId, new Date(clock.now().getTime() - forgottenMs))
      log.info('a probe has connected', { location: access.locationName, probe: probe.name, version: probe.version })
      return { protocol, server_version: version, location: access.locationName }
    },
    async claim(access, request, { signal, admitAgain }) {
      if (stopping.signal.aborted) return { server, batch: request.received[server] ?? 0, orders: [], cancel: [] }
      const { workers } = probeOf(access)
      const waiting = AbortSignal.any([signal, stopping.signal])
      const ended = new AbortController()
      const claimed = workers.claim(request, server, AbortSignal.any([waiting, ended.signal]))
      await noteSign(access, request, workers.browserMissing)
      void rest(clock, maxPollMs, waiting).then(() => ended.abort())
      const handedOut = await claimed
      if (handedOut.orders.length === 0) return { server, ...handedOut }
      try {
        signal.throwIfAborted()
        await admitAgain()
      } catch (error) {
        workers.takeBack(handedOut.orders.map(({ ticket }) => ticket))
        throw error
      }
      return { server, ...handedOut }
    },
    async report(access, { outcomes: reported, lost }) {
      const workers = locations.get(access.location)?.workers
      for (const ticket of lost) workers?.settle(ticket, null)
      const now = clock.now().getTime()
      const elsewhere: TicketedOutcome[] = []
      const repeated: TicketedOutcome[] = []
      let refused = 0
      for (const wire of reported) {
        const ticket = openTicket(vault, wire.ticket, access.location)
        if (wire.repeated) {
          const isAllowed = ticket !== null && isRepetition(wire.ended_at, ticket, now)
          if (isAllowed) repeated.push({ ticket, outcome: { ...fromWireOutcome(wire), endedAt: wire.ended_at } })
          else refused += 1
          continue
        }
        const outcome = withEnd(fromWireOutcome(wire), ticket, now)
        const type = workers?.typeOf(wire.ticket)
        const isWanted = ticket === null || isCurrent(outcome.endedAt, now)
        if (type !== undefined) workers!.settle(wire.ticket, isWanted ? withKnownFigures(type, outcome) : null)
        if (type !== undefined && isWanted) continue
        if (ticket) elsewhere.push({ ticket, outcome })
        else refused += 1
      }
      const settling = { ...services, outcomes, withKnownFigures }
      await settleByTicket(settling, elsewhere)
      const outdated = await recordRepetitions(settling, repeated)
      if (outdated > 0)
        log.info('repeated checks of changed monitors were dropped', { location: access.locationName, outdated })
      return { accepted: reported.length - refused - outdated, refused, outdated }
    },
    endClaims: () => stopping.abort(),
    async stop() {
      stopping.abort()
      await rounds.stop()
      for (const location of locations.values()) await location.stop()
      await outcomes.stop()
    },
  }
}

/** A check ends between its claim and the end of its lease, whatever its probe says. */
function withEnd(outcome: ReportedOutcome, ticket: Ticket | null, now: number): ReportedOutcome & { endedAt: number } {
  const { endedAt = now } = outcome
  return { ...outcome, endedAt: ticket ? endOfCheck(endedAt, ticket, now) : Math.min(endedAt, now) }
}

const tooDifferent = (theirs: readonly number[], version: string): Fault =>
  new Fault(
    'conflict',
    `This server (${version}) speaks version ${protocolVersions.join(', ')} of the probe protocol, the probe speaks ` +
      `${theirs.join(', ')}. Upgrade ${Math.max(...theirs) > Math.max(...protocolVersions) ? 'the server' : 'the probe'}.`,
  )
