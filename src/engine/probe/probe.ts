// The probe: claims due turns of its locations, runs their checks, and reports the outcomes to the judge.
import type { Vault } from '../../domain/vault.ts'
import { waitingForBrowsers } from '../../store/checking/browser-queue.ts'
import type { Statement } from '../../store/database/sql.ts'
import { nextBrowserTurn, nextTurn } from '../../store/checking/due-times.ts'
import { type Turn, claimTurns, releaseTurns } from '../../store/checking/turns.ts'
import { type BrowserClaims, createBrowserClaims } from '../browser-checks/browser-claims.ts'
import type { BrowserSlots } from '../browser-checks/browser-slots.ts'
import type { DueBoard } from '../due-board.ts'
import { startRounds } from '../rounds.ts'
import { createFailurePictures } from './failure-pictures.ts'
import { HeldChecks } from './held-checks.ts'
import type { LatenessMeter } from './lateness.ts'
import { type Leases, createLeases } from './leases.ts'
import { PlanCache } from './plan-cache.ts'
import type { DueCheck } from './plans.ts'
import { prepareChecks } from './prepare-checks.ts'
import { type CheckServices, runDueCheck } from './run-check.ts'
import { createSkippedChecks } from './skipped-checks.ts'

export interface ProbeParts extends Omit<CheckServices, 'pictures'> {
  readonly vault: Vault
  /** By default, no check waits for a browser. */
  readonly slots?: BrowserSlots
  /** Read in each round: locations are added and removed. */
  readonly locations: () => Promise<number[]>
  /** The only organization whose monitors it may check. */
  readonly organizationId?: string
  /** Process that owns the leases. */
  readonly processId?: number
  readonly lateness?: LatenessMeter
  /** Without it, due checks are looked for all the time. */
  readonly board?: DueBoard
}

const maxClaim = 500
const restMs = 100
// One claim for half a second costs less than five for a tenth each, and no check begins late because of it.
const aheadMs = 500
// Checks that need a browser wait for seconds anyway.
const browserRestMs = 500
// Leases of running checks are extended every two seconds.
const watchMs = 1000
const drainMs = 3000
const failureMessage = 'due checks could not be claimed; trying again'

interface RunningProbe {
  /** Resolves when due turns have been claimed once, or could not be. */
  readonly firstRound: Promise<void>
  stop(): Promise<void>
}

export function startProbe(parts: ProbeParts): RunningProbe {
  const { clock, log, board } = parts
  const probe = new Probe(parts)
  const dueAt = async (now: Date): Promise<Statement> => nextTurn(await parts.locations(), now)
  const browserDueAt = async (now: Date): Promise<Statement> => nextBrowserTurn(await parts.locations(), now)
  const maxRestMs = (): number => (probe.isIdle ? Infinity : watchMs)
  const browserRounds = startRounds({
    round: () => probe.claimForBrowsers(),
    clock,
    log,
    failureMessage,
    restMs: browserRestMs,
    untilDue: board?.add({ dueAt: browserDueAt }),
  })
  const untilDue = board?.add({ dueAt, maxRestMs })
  const { promise: firstRound, resolve: endFirstRound } = Promise.withResolvers<void>()
  const round = (): Promise<boolean> => probe.claimDue().finally(endFirstRound)
  const rounds = startRounds({ round, clock, log, failureMessage, restMs, untilDue })
  return {
    firstRound,
    async stop() {
      await Promise.all([rounds.stop(), browserRounds.stop()])
      await probe.drain()
    },
  }
}

class Probe {
  readonly #parts: ProbeParts
  readonly #services: CheckServices
  readonly #plans = new PlanCache()
  readonly #held: HeldChecks
  readonly #unsubscribe: () => void
  readonly #running = new Set<Promise<void>>()
  readonly #lost: Turn[] = []
  readonly #leases: Leases
  readonly #browserClaims: BrowserClaims
  readonly #skipMissed: () => Promise<void>

  constructor(parts: ProbeParts) {
    const { store, clock, slots } = parts
    this.#parts = parts
    this.#services = { ...parts, pictures: createFailurePictures(parts) }
    this.#held = new HeldChecks({ clock, begin: (check) => this.#beginDue(check) })
    this.#unsubscribe = store.onPublish((change) => {
      for (const { turn } of this.#held.removeChanged(change)) this.#lost.push(turn)
    })
    this.#leases = createLeases(parts)
    this.#skipMissed = createSkippedChecks(parts)
    this.#browserClaims = createBrowserClaims({
      slots,
      waiting: async () => waitingForBrowsers(store, { locations: await parts.locations(), now: clock.now() }),
      clock,
    })
  }

  /** Whether nothing runs here that the rounds look after. */
  get isIdle(): boolean {
    return this.#running.size === 0 && this.#lost.length === 0 && this.#parts.workers.isReady
  }

  /** Returns whether more checks are due now. */
  async claimDue(): Promise<boolean> {
    const { workers, slots } = this.#parts
    await this.#skipMissed()
    await this.#releaseLost()
    await this.#leases.extend()
    const limit = Math.min(workers.free - this.#held.size, maxClaim)
    // Without a browser here, checks that need one run like the others, and say that it is missing.
    const inBrowser = (slots?.freeBrowsers ?? null) === null ? undefined : false
    const turns = await this.#claim(limit, { inBrowser, aheadMs })
    this.#browserClaims.noteTaken(turns.map(({ dueAt }) => dueAt))
    this.#held.add(await this.#prepare(turns), aheadMs)
    return turns.length > 0 && turns.length === limit
  }

  async claimForBrowsers(): Promise<false> {
    const claims = this.#browserClaims
    await claims.claim(async ({ organizationId, count }) => {
      const turns = await this.#claim(count, { inBrowser: true, organizationId })
      const checks = await this.#prepare(turns, true)
      for (const check of checks) void this.#begin(check).finally(() => claims.release(organizationId))
      return checks.length
    })
    return false
  }

  /** Lets running checks finish for a moment. The monitors of lost checks would wait until the leases end. */
  async drain(): Promise<void> {
    const { clock, log, workers } = this.#parts
    this.#unsubscribe()
    for (const { turn } of this.#held.removeAll()) this.#lost.push(turn)
    await Promise.race([Promise.all(this.#running), clock.sleep(drainMs)])
    if (this.#running.size > 0) {
      await workers.stop()
      await Promise.all(this.#running)
    }
    await this.#releaseLost().catch((error: unknown) =>
      log.warn('checks that were cut off run again when their leases end', { error: String(error) }),
    )
  }

  async #claim(
    limit: number,
    which: { inBrowser?: boolean; organizationId?: string; aheadMs?: number },
  ): Promise<Turn[]> {
    const { store, clock, workers, outcomes, organizationId, processId } = this.#parts
    if (limit <= 0 || !workers.isReady || outcomes.isFull) return []
    const owner = which.organizationId ?? organizationId
    if (organizationId !== undefined && owner !== organizationId) return []
    const locations = await this.#parts.locations()
    return claimTurns(store, { locations, limit, ...which, organizationId: owner, processId, now: clock.now() })
  }

  #prepare(turns: readonly Turn[], hasSlot?: boolean): Promise<DueCheck[]> {
    return prepareChecks(this.#parts, this.#plans, { turns, hasSlot })
  }

  #beginDue(check: DueCheck): void {
    const { clock, lateness } = this.#parts
    const lateMs = clock.now().getTime() - check.turn.dueAt.getTime()
    lateness?.noteTaken(lateMs, check.plan.intervalSeconds * 1000)
    void this.#begin(check)
  }

  #begin(check: DueCheck): Promise<void> {
    const { turn, plan } = check
    const end = (isReported: boolean): void => {
      if (!isReported) this.#lost.push(turn)
      this.#running.delete(running)
      this.#leases.remove(turn)
    }
    const running: Promise<void> = runDueCheck(this.#services, check).then(end, (error: unknown) => {
      this.#parts.log.error('a check could not be reported; it will run again', { error: String(error) })
      end(false)
    })
    this.#running.add(running)
    this.#leases.add(turn, { deadlineMs: plan.deadlineSeconds * 1000, intervalMs: plan.intervalSeconds * 1000 })
    return running
  }

  /** If this fails, the leases end by themselves. */
  async #releaseLost(): Promise<void> {
    if (this.#lost.length > 0) await releaseTurns(this.#parts.store, this.#lost.splice(0))
  }
}
