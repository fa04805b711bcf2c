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
  const present = new PresentMonitors(clock.now(), seconds('grace', '10m') * 1000, options['keep'] === true)
  const applier = new Applier(context, defaults.source)
  for (let hasApplied = false, failures = 0; ;) {
    try {
      const document = documentOf(await discoverer.read(signal), defaults)
      await applier.bringUpToDate(present.update(document, clock.now()), document.mistakes)
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
class PresentMonitors {
  readonly #startedAt: number
  readonly #graceMs: number
  readonly #keep: boolean
  readonly #seen = new Map<string, { readonly monitor: DocumentMonitor; readonly at: number }>()

  constructor(startedAt: number, graceMs: number, keep: boolean) {
    this.#startedAt = startedAt
    this.#graceMs = graceMs
    this.#keep = keep
  }

  update({ monitors, mistakes }: DiscoveredDocument, now: number): DocumentRequest {
    // An empty list rather comes from the wrong place than from somebody who removed everything.
    const isComplete = mistakes.length === 0 && monitors.length > 0
    for (const monitor of monitors) this.#seen.set(monitor.key, { monitor, at: now })
    if (isComplete)
      for (const [key, { at }] of this.#seen) if (at < now && now - at >= this.#graceMs) this.#seen.delete(key)
    const all = [...this.#seen.values()].map(({ monitor }) => monitor)
    return {
      monitors: all.sort((a, b) => (a.key < b.key ? -1 : 1)),
      // After a start, what vanished before it is missing since then.
      prune: isComplete && !this.#keep && now - this.#startedAt >= this.#graceMs,
    }
  }

  /** In how many milliseconds the next grace period ends. */
  nextExpiry(now: number): number {
    const times = [this.#startedAt, ...[...this.#seen.values()].map(({ at }) => at).filter((at) => at < now)]
    return Math.min(...times.map((at) => at + this.#graceMs - now).filter((ms) => ms > 0), maxWaitMs)
  }
}

const maxWaitMs = 86_400_000

class Applier {
  readonly #context: CommandContext
  readonly #source: string
  readonly #pruneLimit: number | undefined
  #applied = ''
  #reported = ''

  constructor(context: CommandContext, source: string) {
    const limit = context.options['prune-limit'] as string | undefined
    if (limit !== undefined && !/^\d{1,6}$/.test(limit)) throw new UsageError('--prune-limit: must be a whole number.')
    this.#context = context
    this.#source = source
    this.#pruneLimit = limit === undefined ? undefined : Number(limit)
  }

  async bringUpToDate(request: DocumentRequest, mistakes: readonly string[]): Promise<void> {
    const text = JSON.stringify([request, mistakes])
    if (text === this.#applied) return
    const { plan, notes } = await this.#plan(request)
    this.#report([...mistakes.map((mistake) => `Left out: ${mistake}`), ...notes])
    if (plan.changes.length > 0) await this.#apply(plan)
    this.#applied = text
  }

  async #plan({ monitors, prune }: DocumentRequest): Promise<{ plan: ConfigPlan; notes: string[] }> {
    const { client, signal } = this.#context
    const lapwing = await client()
    const notes: string[] = []
    for (let wanted = monitors, mayPrune = prune, count = 1; ; count++) {
      const document = { version: 1, source: this.#source, monitors: wanted }
      const limit = this.#pruneLimit === undefined ? {} : { pruneLimit: this.#pruneLimit }
      const body = { document, prune: mayPrune, ...limit }
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

  async #apply({ id, summary }: ConfigPlan): Promise<void> {
    const { client, output, signal } = this.#context
    const begun = await (await client()).post('/config/plans/{id}/apply', { params: { id }, signal })
    await followPlan(this.#context, begun)
    const { create, adopt, update, delete: removed } = summary
    const counts = { created: create, changed: update + adopt, deleted: removed }
    const at = new Date().toISOString()
    output.entry(
      { event: 'applied', at, plan_id: id, ...counts },
      `${at}  ${create} created, ${update + adopt} changed, ${removed} deleted`,
    )
  }

  #report(lines: readonly string[]): void {
    const text = lines.map(plainText).join('\n')
    if (text !== this.#reported && text !== '') this.#context.output.warn(text)
    this.#reported = text
  }
}

const refusedKeys = ({ fields }: ApiError): string[] =>
  fields.flatMap(({ field }) => /^monitors\[([^\]]+)\]/.exec(field)?.[1] ?? [])
