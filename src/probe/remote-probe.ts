// A probe without a database: claims checks from a server, runs them like any probe, and reports their outcomes.
import { randomUUID } from 'node:crypto'
import { checkTypes } from '../checks/load.ts'
import { type Clock, rest } from '../domain/clock.ts'
import type { Log } from '../domain/log.ts'
import { type ReportedOutcome, asReported, notChecked } from '../domain/outcome.ts'
import { type ClaimResponse, type WireOrder, toWireOutcome } from '../domain/probing/protocol.ts'
import type { CheckWorkers } from '../engine/check-workers.ts'
import { type ProbeHealth, createProbeHealth, withoutLocalFault } from '../engine/probe/probe-health.ts'
import { fromWireOrder } from '../engine/remote-probes/wire-order.ts'
import { HostLimits } from '../engine/workers/host-limits.ts'
import type { CheckOrder } from '../engine/workers/messages.ts'
import { withSteps } from '../engine/workers/steps.ts'
import type { Workers } from '../engine/workers/workers.ts'
import type { SelfTests } from '../net/self-tests.ts'
import { Outbox } from './outbox.ts'
import { Repetitions } from './repetitions.ts'
import { ServerAway, type ProbeConnection } from './server-connection.ts'

export interface RemoteProbeParts extends CheckWorkers {
  readonly server: ProbeConnection
  /** Survives restarts. */
  readonly id: string
  readonly name: string
  readonly version: string
  /** How many browsers may run. */
  readonly browsers: number
  /** Where outcomes are kept while the server is away. */
  readonly folder: string
  readonly tests: SelfTests
  readonly clock: Clock
  readonly log: Log
}

const maxClaim = 200
const fullMs = 1000
const repeatRestMs = 1000
const minRetryMs = 1000
const maxRetryMs = 15_000
const drainMs = 3000

/** Runs until the signal aborts; rejects if the server rejects this probe. */
export async function runRemoteProbe(parts: RemoteProbeParts, signal: AbortSignal): Promise<void> {
  const probe = new RemoteProbe(parts)
  const ending = new AbortController()
  const until = AbortSignal.any([signal, ending.signal])
  try {
    await Promise.race([probe.claimAll(until), probe.outbox.run(), probe.repeatAll(until)])
  } finally {
    ending.abort()
    await probe.drain()
  }
}

const hostOf = ({ host, target }: CheckOrder): string => host ?? target

/** Servers before version 2 of the protocol leave it to the probe, which must load the types for it. */
async function withFacts(order: CheckOrder): Promise<CheckOrder> {
  if (order.host !== undefined) return order
  const { hostOf: hostByType, needsBrowser } = await import('../engine/workers/order-facts.ts')
  return { ...order, host: hostByType(order), inBrowser: needsBrowser(order) }
}

class RemoteProbe {
  readonly outbox: Outbox
  readonly #parts: RemoteProbeParts
  readonly #workers: Workers
  readonly #health: ProbeHealth
  readonly #identity: { id: string; boot: string; name: string; version: string }
  readonly #received: Record<string, number> = {}
  readonly #running = new Map<string, AbortController>()
  readonly #repetitions: Repetitions
  #retryMs = minRetryMs
  #isFinished: (() => void) | undefined

  constructor(parts: RemoteProbeParts) {
    const { clock, log, id, name, version, tests } = parts
    this.#parts = parts
    this.#identity = { id, boot: randomUUID(), name, version }
    const onLate = (host: string): void => log.warn('a check waited longer than its interval for its host', { host })
    this.#workers = withSteps(parts.workers, [new HostLimits({ clock, hostOf, onLate })])
    this.#repetitions = new Repetitions(clock.monotonicMs())
    this.#health = createProbeHealth({ clock, tests, stalledMs: this.#workers.stalledMs })
    this.outbox = new Outbox({
      folder: parts.folder,
      clock,
      log,
      send: async (outcomes, lost) => {
        await parts.server.report({ probe: this.#identity, outcomes: [...outcomes] as never, lost: [...lost] })
      },
    })
  }

  async claimAll(signal: AbortSignal): Promise<void> {
    const { clock } = this.#parts
    await this.#sayHello(signal)
    while (!signal.aborted) {
      // A probe that cannot run checks is not alive.
      if (!this.#workers.isReady) await rest(clock, fullMs, signal)
      else await this.#attempt(signal, () => this.#claim(signal))
    }
  }

  /** Goes on with the last orders while the server is away. */
  async repeatAll(signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#parts
    while (!signal.aborted) {
      await rest(clock, repeatRestMs, signal)
      const free = this.#workers.isReady ? this.#workers.free : 0
      for (const { order, end } of this.#repetitions.take(clock.monotonicMs(), free))
        void this.#repeat(order, signal)
          .catch((error: unknown) => log.error('a check could not be repeated', { error: String(error) }))
          .finally(end)
    }
  }

  /** Lets running checks finish for a moment; the others are due again at once. */
  async drain(): Promise<void> {
    const { clock } = this.#parts
    if (this.#running.size > 0)
      await Promise.race([new Promise<void>((resolve) => (this.#isFinished = resolve)), clock.sleep(drainMs)])
    for (const ticket of this.#running.keys()) this.outbox.giveBack(ticket)
    await this.#workers.stop()
    await this.outbox.stop()
  }

  async #sayHello(signal: AbortSignal): Promise<void> {
    const { server, log } = this.#parts
    let isKnown = false
    while (!isKnown && !signal.aborted)
      await this.#attempt(signal, async () => {
        const { location, server_version: version } = await server.hello(this.#identity, signal)
        log.info('connected', { location, serverVersion: version, clockOffsetMs: server.offset.ms })
        isKnown = true
      })
  }

  async #attempt(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    const { clock, log } = this.#parts
    try {
      await work()
      if (this.#retryMs > minRetryMs) log.info('the server responds again')
      this.#retryMs = minRetryMs
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof ServerAway)) throw error
      if (this.#retryMs === minRetryMs) log.warn('checks cannot be claimed; trying again', { reason: error.message })
      await rest(clock, this.#retryMs, signal)
      this.#retryMs = Math.min(this.#retryMs * 2, maxRetryMs)
    }
  }

  async #claim(signal: AbortSignal): Promise<void> {
    const { server, slots, browsers, clock } = this.#parts
    const free = Math.min(this.#workers.free, maxClaim)
    const missing = slots.browserMissing === undefined ? 'browsers are being looked for' : slots.browserMissing
    const response = await server.claim(
      {
        probe: this.#identity,
        clock_offset_ms: server.offset.isKnown ? server.offset.ms : null,
        free,
        browsers: { free: slots.freeBrowsers ?? 0, total: missing === null ? browsers : 0, missing },
        received: this.#received,
        types: [...checkTypes],
      },
      signal,
    )
    this.#take(response)
    if (free === 0) await rest(clock, fullMs, signal)
  }

  async #repeat({ with_scan: _, ...order }: WireOrder, signal: AbortSignal): Promise<void> {
    const outcome = await this.#outcomeOf(order, signal)
    if (!outcome || outcome.infrastructure || signal.aborted) return
    const { artifacts, remember, learned, ...kept } = outcome
    const evidence = outcome.success ? null : outcome.evidence
    const wire = toWireOutcome(order.ticket, this.#serverTime(outcome.endedAt), { ...kept, evidence })
    this.outbox.add({ ...wire, repeated: true })
  }

  #take({ server, batch, orders, cancel }: ClaimResponse): void {
    const nowMs = this.#parts.clock.monotonicMs()
    this.#repetitions.noteContact(nowMs)
    for (const order of orders) this.#repetitions.noteOrder(order, nowMs)
    this.#received[server] = batch
    for (const ticket of cancel) this.#running.get(ticket)?.abort()
    for (const order of orders) void this.#run(order)
  }

  async #run(wire: WireOrder): Promise<void> {
    const { ticket } = wire
    const cancellation = new AbortController()
    this.#running.set(ticket, cancellation)
    try {
      const outcome = await this.#outcomeOf(wire, cancellation.signal)
      if (!this.#running.delete(ticket) || cancellation.signal.aborted) return
      if (outcome) this.outbox.add(toWireOutcome(ticket, this.#serverTime(outcome.endedAt), outcome))
      else this.outbox.giveBack(ticket)
    } catch (error) {
      this.#running.delete(ticket)
      this.outbox.giveBack(ticket)
      this.#parts.log.error('a check could not be run', { error: String(error) })
    } finally {
      if (this.#running.size === 0) this.#isFinished?.()
    }
  }

  async #outcomeOf(wire: WireOrder, signal: AbortSignal): Promise<ReportedOutcome | null> {
    const { version } = this.#parts
    if (!checkTypes.includes(wire.type))
      return asReported(
        notChecked(`not checked: version ${version} of this probe does not know ${wire.type} monitors; upgrade it`),
      )
    const outcome = await this.#workers.run({ ...(await withFacts(fromWireOrder(wire))), signal })
    return outcome && withoutLocalFault(this.#health, wire.target, outcome)
  }

  #serverTime(endedAt = this.#parts.clock.now().getTime()): number {
    return Math.max(endedAt + this.#parts.server.offset.ms, 0)
  }
}
