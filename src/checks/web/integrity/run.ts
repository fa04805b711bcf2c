// Checks the pages of a monitor: compares each with its baseline and reports the changes.
import type { IntegrityConfig } from '../integrity.ts'
import { TargetDown } from '../../../domain/outcome.ts'
import { withTimeLimit } from '../../../domain/limits/time-limit.ts'
import type { CheckJob, RunContext } from '../../run.ts'
import type { PageComparisonOptions } from './changes.ts'
import { type FetchedScripts, fetchScripts } from './contents.ts'
import { type ComparedPage, comparePage } from './compare-page.ts'
import { inParallel } from '../../in-parallel.ts'
import { type PageSnapshot, type SeenPage, inspectPage } from './inspect-page.ts'
import { trustIn } from './origins.ts'
import { inspectRendered } from './rendered.ts'
import { canonical, pagesOf } from './pages.ts'
import { type KnownPages, asMemory, knownPages } from './state.ts'
import { observe } from './observe.ts'

export type IntegrityJob = CheckJob<IntegrityConfig, URL>

const atOnce = 3
/** A page that hangs leaves time for the others. */
const shareOfPage = 1 / 3
/** Scripts get most of the remaining time; the rest is for comparing. */
const shareOfScripts = 0.8

export type PageSighting = SeenPage | TargetDown

export async function run(job: IntegrityJob, context: RunContext): Promise<void> {
  const { clock, observed } = context
  const { config, target } = job
  const until = clock.monotonicMs() + job.deadlineMs
  const known = knownPages(job.known)
  const pages = pagesOf(config, target)
  const sightings = await (config.render ? inspectRendered : inspectAll)(pages, job, context)
  const readable = [...sightings].flatMap(([page, sighting]) =>
    sighting instanceof TargetDown ? [] : [{ page, ...sighting }],
  )
  const scriptContent = config.checkScriptContent && known.scriptContent
  const ms = Math.max(until - clock.monotonicMs(), 0) * shareOfScripts
  const scripts = scriptContent ? await scriptsOf(readable, { job, context, known, ms }) : noScripts
  const comparing = { job, known, scriptContent, contents: scripts.contents, now: clock.now() }
  const comparisons = new Map(readable.map(({ page, snapshot }) => [page, compareOne(page, snapshot, comparing)]))
  const updates = [...comparisons.values()].flatMap(({ update }) => update ?? [])
  const forget = Object.keys(known.pages).filter((page) => !pages.includes(page))
  if (updates.length + forget.length > 0) observed.remember = asMemory(updates, forget)
  observe(observed, { sightings, comparisons, missing: scripts.missing, config, scriptContent })
  const failure = [...sightings.values()].find((sighting) => sighting instanceof TargetDown)
  if (readable.length === 0 && failure) throw failure
}

const noScripts: FetchedScripts = { contents: new Map(), missing: [] }

async function inspectAll(
  pages: readonly string[],
  { config, deadlineMs }: IntegrityJob,
  { net, clock, signal }: RunContext,
): Promise<Map<string, PageSighting>> {
  const { ignoreSelectors = [], keywords = [], ipVersion } = config
  const sightings = new Map<string, PageSighting>()
  const ms = pages.length === 1 ? deadlineMs : deadlineMs * shareOfPage
  const inspect = (page: string): Promise<SeenPage> =>
    withTimeLimit({ clock, signal, ms }, (within) =>
      inspectPage(page, { net, signal: within, ipVersion, ignoreSelectors, keywords }),
    )
  await inParallel(pages, atOnce, async (page) => void sightings.set(page, await inspect(page).catch(onlyTargetDown)))
  return new Map(pages.map((page) => [page, sightings.get(page)!]))
}

function onlyTargetDown(error: unknown): TargetDown {
  if (error instanceof TargetDown) return error
  throw error
}

interface Scripts {
  readonly job: IntegrityJob
  readonly context: RunContext
  readonly known: KnownPages
  readonly ms: number
}

function scriptsOf(sightings: readonly SeenPage[], { job, context, known, ms }: Scripts): Promise<FetchedScripts> {
  const accepted = new Set(Object.values(known.pages).flatMap(({ baseline }) => Object.keys(baseline?.contents ?? {})))
  const addresses = [...new Set(sightings.flatMap(({ snapshot }) => snapshot.scripts))]
  const isNew = (address: string): boolean => !accepted.has(address)
  return fetchScripts(context, { addresses, isNew, ipVersion: job.config.ipVersion, ms })
}

interface PageComparisonContext {
  readonly job: IntegrityJob
  readonly known: KnownPages
  readonly scriptContent: boolean
  readonly contents: ReadonlyMap<string, string>
  readonly now: Date
}

function compareOne(
  page: string,
  snapshot: PageSnapshot,
  { job, known, scriptContent, contents, now }: PageComparisonContext,
): ComparedPage {
  const { config, target } = job
  const own = snapshot.scripts.flatMap((address) => {
    const content = contents.get(address)
    return content === undefined ? [] : [[address, content] as const]
  })
  const options: PageComparisonOptions = {
    host: target.hostname,
    threshold: thresholdOf(page, config),
    trusts: trustIn(config.trustedOrigins ?? []),
    scriptContent,
    headers: config.checkHeaders,
  }
  const acceptance = { afterHours: config.autoAcceptAfterHours, withSecurity: config.autoAcceptSecurity }
  return comparePage(
    { ...snapshot, contents: Object.fromEntries(own) },
    { page, known: known.pages[page], options, acceptance, now },
  )
}

function thresholdOf(page: string, { pageThresholds = {}, textChangeThreshold }: IntegrityConfig): number {
  const own = Object.entries(pageThresholds).find(([url]) => canonical(url) === page)
  return own?.[1] ?? textChangeThreshold
}
