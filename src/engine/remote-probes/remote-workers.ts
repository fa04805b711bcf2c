// The probes of one location that run elsewhere, as workers. Orders wait here until a probe asks for them, and their
// outcomes arrive with a later request.
import { randomUUID } from 'node:crypto'
import type { Clock } from '../../domain/clock.ts'
import { type ReportedOutcome, asReported, notChecked } from '../../domain/outcome.ts'
import type { ClaimResponse, WireOrder } from '../../domain/probing/protocol.ts'
import type { ClaimRequest } from '../../domain/probing/requests.ts'
import { SlotQueue } from '../browser-checks/browser-slots.ts'
import type { CheckOrder } from '../workers/messages.ts'
import { hostOf, needsBrowser } from '../workers/order-facts.ts'
import type { Workers } from '../workers/workers.ts'
import { toWireOrder } from './wire-order.ts'

type HandedOut = Pick<ClaimResponse, 'batch' | 'orders' | 'cancel'>

interface WaitingOrder {
  readonly wire: WireOrder
  readonly inBrowser: boolean
  readonly queuedAtMs: number
  readonly resolve: (outcome: ReportedOutcome | null) => void
}

interface GivenOrder extends WaitingOrder {
  /** The process that has it. */
  readonly boot: string
  readonly batch: number
}

interface ConnectedProbe {
  seenAtMs: number
  version: string
  browsers: ClaimRequest['browsers']
  /** The types that it can run; undefined if it is too old to say. */
  types: ReadonlySet<string> | undefined
  lastBatch: number
  readonly cancelled: string[]
  /** Its claim that waits for orders. */
  claim: OpenClaim | undefined
}

interface OpenClaim {
  readonly free: number
  readonly freeBrowsers: number
  readonly respond: (handedOut: HandedOut) => void
}

// A probe asks at least every ten seconds. Its location is dead after the same time.
const silentMs = 30_000
// An order that no probe takes is due again.
const maxQueuedMs = 5000
const maxPerClaim = 200

export class RemoteWorkers implements Workers {
  readonly slots: SlotQueue
  readonly #clock: Clock
  readonly #probes = new Map<string, ConnectedProbe>()
  readonly #given = new Map<string, GivenOrder>()
  #queue: WaitingOrder[] = []
  #lastClaimMs: number

  constructor(clock: Clock) {
    this.#clock = clock
    this.#lastClaimMs = clock.monotonicMs()
    this.slots = new SlotQueue(
      () => this.#browsers.reduce((sum, { total }) => sum + total, 0),
      () => ({ installation: this.browserMissing === null ? {} : null, missing: this.browserMissing }),
    )
  }

  get free(): number {
    const offered = [...this.#probes.values()].reduce((sum, { claim }) => sum + (claim?.free ?? 0), 0)
    return Math.max(offered - this.#queue.length, 0)
  }

  get isReady(): boolean {
    return [...this.#probes.values()].some(({ claim }) => claim !== undefined)
  }

  /** Null if one of the probes has a browser. */
  get browserMissing(): string | null {
    const missing = this.#browsers.map((browser) => browser.missing)
    return missing.includes(null) ? null : (missing[0] ?? 'no probe of this location has reported yet')
  }

  /** For how long no probe has asked for orders. */
  get idleMs(): number {
    return this.#given.size > 0 ? 0 : this.#clock.monotonicMs() - this.#lastClaimMs
  }

  stalledMs(): number {
    return 0
  }

  run({ signal, ...order }: CheckOrder): Promise<ReportedOutcome | null> {
    const ticket = order.ticket ?? randomUUID()
    return new Promise((resolve) => {
      const inBrowser = needsBrowser(order)
      const wire = toWireOrder(ticket, { ...order, inBrowser, host: hostOf(order) })
      this.#queue.push({ wire, inBrowser, queuedAtMs: this.#clock.monotonicMs(), resolve })
      signal?.addEventListener('abort', () => this.#cancel(ticket), { once: true })
      this.#handOut()
    })
  }

  /** Waits for orders until the signal aborts. A probe that asks again has lost the response it was waiting for. */
  claim(request: ClaimRequest, server: string, signal: AbortSignal): Promise<HandedOut> {
    const { boot } = request.probe
    const probe = this.#seen(boot, request)
    probe.claim?.respond({ batch: probe.lastBatch, orders: [], cancel: [] })
    this.#takeBackLost(boot, probe.lastBatch, request.received[server] ?? 0)
    return new Promise((resolve) => {
      const respond = (handedOut: HandedOut): void => {
        if (probe.claim?.respond === respond) probe.claim = undefined
        resolve(handedOut)
      }
      probe.claim = { free: Math.min(request.free, maxPerClaim), freeBrowsers: request.browsers.free, respond }
      const end = (): void => respond({ batch: probe.lastBatch, orders: [], cancel: probe.cancelled.splice(0) })
      signal.addEventListener('abort', end, { once: true })
      if (signal.aborted) end()
      this.#handOut()
    })
  }

  /** Takes orders back that were handed out, but could not be sent. */
  takeBack(tickets: readonly string[]): void {
    for (const ticket of tickets) this.settle(ticket, null)
  }

  /** The type of a check that was handed out here; undefined if nobody waits for its outcome. */
  typeOf(ticket: string): string | undefined {
    return this.#given.get(ticket)?.wire.type
  }

  settle(ticket: string, outcome: ReportedOutcome | null): void {
    this.#given.get(ticket)?.resolve(outcome)
    this.#given.delete(ticket)
  }

  /** Gives up what silent probes have, and what no probe has taken. */
  expire(): void {
    const nowMs = this.#clock.monotonicMs()
    for (const [boot, probe] of this.#probes)
      if (nowMs - probe.seenAtMs > silentMs) {
        this.#probes.delete(boot)
        this.#giveUp((given) => given.boot === boot)
      }
    const stale = this.#queue.filter(({ queuedAtMs }) => nowMs - queuedAtMs > maxQueuedMs)
    this.#queue = this.#queue.filter((order) => !stale.includes(order))
    for (const { resolve } of stale) resolve(null)
  }

  async stop(): Promise<void> {
    for (const { claim, lastBatch } of this.#probes.values())
      claim?.respond({ batch: lastBatch, orders: [], cancel: [] })
    this.slots.admitAll()
    for (const { resolve } of this.#queue.splice(0)) resolve(null)
    this.#giveUp(() => true)
  }

  get #browsers(): ClaimRequest['browsers'][] {
    return [...this.#probes.values()].map(({ browsers }) => browsers)
  }

  #seen(boot: string, { browsers, types, probe: { version } }: ClaimRequest): ConnectedProbe {
    const nowMs = this.#clock.monotonicMs()
    const seen = { seenAtMs: nowMs, version, browsers, types: types && new Set(types) }
    this.#lastClaimMs = nowMs
    const probe: ConnectedProbe = this.#probes.get(boot) ?? {
      ...seen,
      lastBatch: 0,
      cancelled: [],
      claim: undefined,
    }
    this.#probes.set(boot, Object.assign(probe, seen))
    return probe
  }

  #handOut(): void {
    this.#refuseUnknown()
    for (const [boot, probe] of this.#probes) {
      const { claim } = probe
      if (!claim || this.#queue.length === 0) continue
      const taken = takeFor(probe, this.#queue, this.browserMissing === null)
      if (taken.length === 0) continue
      this.#queue = this.#queue.filter((order) => !taken.includes(order))
      probe.lastBatch += 1
      for (const order of taken) this.#given.set(order.wire.ticket, { ...order, boot, batch: probe.lastBatch })
      const orders = taken.map(({ wire }) => wire)
      claim.respond({ batch: probe.lastBatch, orders, cancel: probe.cancelled.splice(0) })
    }
  }

  /** A type that one probe does not know runs in another one; if none knows it, its checks say so. */
  #refuseUnknown(): void {
    const probes = [...this.#probes.values()]
    const unknown = this.#queue.filter(({ wire }) => probes.length > 0 && !probes.some((probe) => knows(probe, wire)))
    if (unknown.length === 0) return
    const versions = [...new Set(probes.map(({ version }) => version))].sort().join(' and ')
    this.#queue = this.#queue.filter((order) => !unknown.includes(order))
    for (const { wire, resolve } of unknown)
      resolve(
        asReported(
          notChecked(`not checked: version ${versions} of its probe does not know ${wire.type} monitors; upgrade it`),
        ),
      )
  }

  #takeBackLost(boot: string, lastBatch: number, received: number): void {
    if (received < lastBatch) this.#giveUp((given) => given.boot === boot && given.batch > received)
  }

  #giveUp(isLost: (given: GivenOrder) => boolean): void {
    for (const [ticket, given] of this.#given) if (isLost(given)) this.settle(ticket, null)
  }

  #cancel(ticket: string): void {
    const given = this.#given.get(ticket)
    if (!given) return this.#withdraw(ticket)
    const probe = this.#probes.get(given.boot)
    probe?.cancelled.push(ticket)
    probe?.claim?.respond({ batch: probe.lastBatch, orders: [], cancel: probe.cancelled.splice(0) })
  }

  #withdraw(ticket: string): void {
    const order = this.#queue.find(({ wire }) => wire.ticket === ticket)
    this.#queue = this.#queue.filter((other) => other !== order)
    order?.resolve(null)
  }
}

const knows = ({ types }: ConnectedProbe, { type }: WireOrder): boolean => types?.has(type) ?? true

/** Orders that need a browser go to a probe with a free one. If no probe has any, each says what is missing. */
function takeFor(probe: ConnectedProbe, queue: readonly WaitingOrder[], hasBrowsers: boolean): WaitingOrder[] {
  let { free: room, freeBrowsers: browsers } = probe.claim!
  return queue.filter(({ inBrowser, wire }) => {
    if (room <= 0 || !knows(probe, wire) || (inBrowser && hasBrowsers && browsers <= 0)) return false
    room -= 1
    if (inBrowser) browsers -= 1
    return true
  })
}
