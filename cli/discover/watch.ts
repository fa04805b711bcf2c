// Keeps the monitors of a source in step with what is discovered, through plans of the server and its prune limits.
import type { ConfigPlan } from '../../sdk/src/api.ts'
import { ApiError } from '../../sdk/src/errors.ts'
import { sleep as sleepFor } from '../../sdk/src/sleep.ts'
import type { CommandContext } from '../command.ts'
import { followPlan } from '../commands/config/follow.ts'
import { isInvalid, mistakesIn } from '../document.ts'
import { parseSeconds } from '../durations.ts'
import { CommandError, UsageError, exitCodeOf, exitCodes, explain } from '../exit-codes.ts'
import { plainText } from '../output/plain-text.ts'
import type { Discoverer } from './discovery.ts'
import { type DiscoveredDocument, type DocumentDefaults, type DocumentMonitor, documentOf } from './document.ts'

export interface WatchClock {
  now(): number
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

interface WatchOptions {
  readonly context: CommandContext
  readonly defaults: DocumentDefaults
  readonly clock?: WatchClock
}

interface DocumentRequest {
  readonly monitors: readonly DocumentMonitor[]
  readonly prune: boolean
}

const realClock: WatchClock = { now: () => Date.now(), sleep: sleepFor }

/** Changes that come together are applied together. */
const settleMs = 2000
const maxBackoffMs = 60_000
const planTimeoutMs = 600_000
/** Each leaves out the monitors that the server named in the one before. */
const maxPlans = 10

/** Ends with Ctrl-C, if the first round fails, or if Lapwing no longer accepts the token. */
export async function keepUpToDate(
  discoverer: Discoverer,
  { context, defaults, clock = realClock }: WatchOptions,
): Promise<never> {
  const { options, signal, output, url } = context
  const seconds = (name: string, usual: string): number =>
    parseSeconds((options[name] as string | undefined) ?? usual, `--${name}`)
  const everyMs = Math.max(1, seconds('every', '5m')) * 1000
  const graceMs = seconds('grace', '10m') * 1000
  const present = presentMonitors(clock.now(), { graceMs, keep: options['keep'] === true })
  const bringUpToDate = applier(context, defaults.source)
  for (let hasApplied = false, failures = 0; ;) {
    try {
      const document = documentOf(await discoverer.read(signal), defaults)
      await bringUpToDate(present.update(document, clock.now()), document.mistakes)
      hasApplied = true
      if (failures > 0) output.warn('Works again.')
      failures = 0
      const waiting = new AbortController()
      const either = AbortSignal.any([signal, waiting.signal])
      const ms = Math.min(everyMs, present.nextExpiry(clock.now()))
      await Promise.race([
        clock.sleep(ms, either),
        ...(discoverer.changed ? [discoverer.changed(either)] : []),
      ]).finally(() => waiting.abort())
      await clock.sleep(settleMs, signal)
    } catch (error) {
      const isOurs = !(error instanceof CommandError || error instanceof ApiError)
      if (signal.aborted || isOurs || !hasApplied || exitCodeOf(error) === exitCodes.notAllowed) throw error
      if (failures++ === 0) output.warn(`${explain(error, url())}\nNothing changes until this works again.`)
      await clock.sleep(Math.min(maxBackoffMs, 1000 * 2 ** failures), signal)
    }
  }
}

/** What is discovered, and what is missing for less than the grace period. */
function presentMonitors(startedAt: number, { graceMs, keep }: { graceMs: number; keep: boolean }) {
  const seen = new Map<string, { readonly monitor: DocumentMonitor; readonly at: number }>()
  return {
    update({ monitors, mistakes }: DiscoveredDocument, now: number): DocumentRequest {
      // An empty list rather comes from the wrong place than from somebody who removed everything.
      const isComplete = mistakes.length === 0 && monitors.length > 0
      for (const monitor of monitors) seen.set(monitor.key, { monitor, at: now })
      if (isComplete) for (const [key, { at }] of seen) if (at < now && now - at >= graceMs) seen.delete(key)
      return {
        monitors: [...seen.values()].map(({ monitor }) => monitor).sort((a, b) => (a.key < b.key ? -1 : 1)),
        // After a start, what vanished before it is missing since then.
        prune: isComplete && !keep && now - startedAt >= graceMs,
      }
    },
    /** In how many milliseconds the next grace period ends. */
    nextExpiry(now: number): number {
      const times = [startedAt, ...[...seen.values()].map(({ at }) => at).filter((at) => at < now)]
      return Math.min(...times.map((at) => at + graceMs - now).filter((ms) => ms > 0), maxWaitMs)
    },
  }
}

const maxWaitMs = 86_400_000

/** Returns what brings Lapwing up to date, and does nothing if it is. */
function applier(context: CommandContext, source: string) {
  const { client, output, signal, options } = context
  const limit = options['prune-limit'] as string | undefined
  if (limit !== undefined && !/^\d{1,6}$/.test(limit)) throw new UsageError('--prune-limit: must be a whole number.')
  let [applied, reported] = ['', '']

  async function planFor({ monitors, prune }: DocumentRequest): Promise<{ plan: ConfigPlan; notes: string[] }> {
    const lapwing = await client()
    const notes: string[] = []
    for (let wanted = monitors, mayPrune = prune, count = 1; ; count++) {
      const pruneLimit = limit === undefined ? {} : { pruneLimit: Number(limit) }
      const body = { document: { version: 1, source, monitors: wanted }, prune: mayPrune, ...pruneLimit }
      try {
        return { plan: await lapwing.post('/config/plans', { body, signal, timeoutMs: planTimeoutMs }), notes }
      } catch (error) {
        if (!(error instanceof ApiError) || count === maxPlans) throw error
        const refused = isInvalid(error) ? refusedKeys(error) : []
        if (refused.length > 0) {
          notes.push(...mistakesIn(error).map(({ message }) => `Left out: ${message}`))
          wanted = wanted.filter(({ key }) => !refused.includes(key))
        } else if (error.code === 'conflict' && mayPrune) notes.push(`${error.message}. Until then, they are kept.`)
        else throw error
        // A monitor that is left out has not vanished.
        mayPrune = false
      }
    }
  }

  async function apply({ id, summary }: ConfigPlan): Promise<void> {
    await followPlan(context, await (await client()).post('/config/plans/{id}/apply', { params: { id }, signal }))
    const { create: created, adopt, update, delete: deleted } = summary
    const [at, changed] = [new Date().toISOString(), update + adopt]
    output.entry(
      { event: 'applied', at, plan_id: id, created, changed, deleted },
      `${at}  ${created} created, ${changed} changed, ${deleted} deleted`,
    )
  }

  return async (request: DocumentRequest, mistakes: readonly string[]): Promise<void> => {
    const text = JSON.stringify([request, mistakes])
    if (text === applied) return
    const { plan, notes } = await planFor(request)
    const report = [...mistakes.map((mistake) => `Left out: ${mistake}`), ...notes].map(plainText).join('\n')
    if (report !== reported && report !== '') output.warn(report)
    reported = report
    if (plan.changes.length > 0) await apply(plan)
    applied = text
  }
}

const refusedKeys = ({ fields }: ApiError): string[] =>
  fields.flatMap(({ field }) => /^monitors\[([^\]]+)\]/.exec(field)?.[1] ?? [])
