// Runs tries in the processes that run checks. The person who requested a try gets its result.
import type { MonitorConfig } from '../../domain/monitor.ts'
import { type ReportedOutcome, asReported, notChecked } from '../../domain/outcome.ts'
import { SecretUnreadable, type Vault } from '../../domain/vault.ts'
import { type TryClaim, type TryRun, cancelledAmong, claimTries, finishTry } from '../../store/checking/tries.ts'
import { type WaitingWork, waitingForBrowsers } from '../../store/checking/browser-queue.ts'
import { nextTry } from '../../store/checking/due-times.ts'
import { startRounds } from '../rounds.ts'
import { type ArtifactKeeping, saveArtifacts } from './save-artifacts.ts'
import { variablesForTry } from './variables.ts'
import { takeTurns } from '../browser-checks/browser-claims.ts'
import type { BrowserSlots } from '../browser-checks/browser-slots.ts'
import type { Workers } from '../workers/workers.ts'
import type { LoopServices } from '../services.ts'

export interface TryParts extends LoopServices {
  readonly vault: Vault
  readonly workers: Workers
  readonly artifacts: ArtifactKeeping
  /** By default, no try waits for a browser. */
  readonly slots?: BrowserSlots
  readonly locations: () => Promise<number[]>
  /** The only organization whose tries it may run. */
  readonly organizationId?: string
}

// Someone waits for the result.
const restMs = 200
const maxAtOnce = 50
// Tries of documents leave room for people who try a single monitor.
const maxOfDocuments = 25

/** A try whose process was lost runs again when its lease ends. */
export function startTries(parts: TryParts): { stop(): Promise<void> } {
  const { store, clock, log, workers } = parts
  const underWay = new Map<TryRun, AbortController>()
  const begin = (run: TryRun, hasSlot = false): Promise<void> => {
    const cancellation = new AbortController()
    underWay.set(run, cancellation)
    return tryOut(parts, run, { signal: cancellation.signal, hasSlot })
      .catch((error: unknown) => log.error('a try could not be finished', { error: String(error) }))
      .finally(() => underWay.delete(run))
  }
  const endCancelled = async (): Promise<void> => {
    const testRuns = [...underWay].filter(([{ isTestRun }]) => isTestRun)
    if (testRuns.length === 0) return
    const tryIds = testRuns.map(([{ tryId }]) => tryId)
    const cancelled = await cancelledAmong(store, tryIds)
    for (const [{ tryId }, cancellation] of testRuns) if (cancelled.includes(tryId)) cancellation.abort()
  }
  const take = async (limit: number, which: Partial<TryClaim>): Promise<TryRun[]> => {
    if (limit <= 0 || !workers.isReady) return []
    const { organizationId = parts.organizationId } = which
    if (parts.organizationId !== undefined && organizationId !== parts.organizationId) return []
    const locations = await parts.locations()
    return claimTries(store, { ...which, organizationId, locations, limit, now: clock.now() })
  }
  const waiting = async (): Promise<WaitingWork[]> =>
    waitingForBrowsers(store, { locations: await parts.locations(), now: clock.now() })
  /** Someone waits for the result, so tries run even if ordinary checks are late. */
  const takeInBrowsers = (slots: BrowserSlots): Promise<void> =>
    takeTurns(slots, 'try', {
      waiting,
      take: async ({ organizationId, count }) => {
        const runs = await take(count, { inBrowser: true, organizationId })
        for (const run of runs) void begin(run, true).finally(() => slots.release(organizationId))
        return runs.length
      },
    })
  const round = async (): Promise<boolean> => {
    await endCancelled()
    const free = parts.slots?.freeBrowsers ?? null
    const inBrowser = free === null ? undefined : false
    const busy = [...underWay.keys()].filter(({ needsBrowser }) => !needsBrowser)
    const single = await take(maxAtOnce - busy.length, { inBrowser, ofDocuments: false })
    for (const run of single) void begin(run)
    const room = Math.min(
      maxAtOnce - busy.length - single.length,
      maxOfDocuments - busy.filter(({ isOfDocument }) => isOfDocument).length,
    )
    for (const run of await take(room, { inBrowser, ofDocuments: true })) void begin(run)
    if (parts.slots && free) await takeInBrowsers(parts.slots)
    return false
  }
  const untilDue = parts.board?.add({
    dueAt: async (now) => nextTry(await parts.locations(), now),
    // Cancelled test runs are looked for while they run.
    maxRestMs: () => (underWay.size > 0 ? restMs : Infinity),
  })
  return startRounds({
    round,
    clock,
    log,
    failureMessage: 'tries could not be claimed; trying again',
    restMs,
    untilDue,
  })
}

async function tryOut(
  parts: TryParts,
  run: TryRun,
  { signal, hasSlot }: { signal: AbortSignal; hasSlot: boolean },
): Promise<void> {
  const { store, clock, vault, workers } = parts
  const { type, target, tryId, organizationId, deadlineSeconds } = run
  const finish = (outcome: ReportedOutcome): Promise<void> => finishTry(store, run, { outcome, at: clock.now() })
  const config = configOf(run, vault)
  if (config instanceof SecretUnreadable) return finish(asReported(notChecked(config.message)))
  const { values: variables, problem } = await variablesForTry(parts, run)
  if (problem) return finish(asReported(notChecked(problem)))
  const deadlineMs = deadlineSeconds * 1000
  const order = { type, target, config, variables, organizationId, monitorId: tryId, version: 0, deadlineMs, hasSlot }
  const outcome = await workers.run(run.isTestRun ? { ...order, signal } : order)
  if (outcome && !signal.aborted) await finish(await saveArtifacts(parts, { organizationId, monitorId: null }, outcome))
}

function configOf({ config, tryId }: TryRun, vault: Vault): MonitorConfig | SecretUnreadable {
  try {
    return JSON.parse(vault.open(config, tryId)) as MonitorConfig
  } catch (error) {
    if (error instanceof SecretUnreadable) return error
    throw error
  }
}
