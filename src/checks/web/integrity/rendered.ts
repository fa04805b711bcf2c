// Pages after rendering in a browser, so that additions by scripts are compared too: other scripts, forms, frames,
// destinations.
import { TargetDown } from '../../../domain/outcome.ts'
import { type RenderedPage, viewPages } from '../../rendering/page-view.ts'
import type { RunContext } from '../../run.ts'
import { type SeenPage, afterRendering, leftOut, inspectPage, read, refuseErrors, toSnapshot } from './inspect-page.ts'
import type { IntegrityJob, PageSighting } from './run.ts'

/** The rest of the time is for fetching scripts and comparing. */
const shareOfBrowser = 0.75
const maxHtml = 2 * 1_048_576

export async function inspectRendered(
  pages: readonly string[],
  job: IntegrityJob,
  context: RunContext,
): Promise<Map<string, PageSighting>> {
  const { ipVersion } = job.config
  const deadlineMs = job.deadlineMs * shareOfBrowser
  const urls = startingElsewhere(pages, context.clock.now())
  const views = await viewPages(context, { urls, wants: 'html', ipVersion, deadlineMs })
  // Pages that were not reached in time have not failed; if none was reached, the first one timed out.
  const left = views.size > 0 ? pages.filter((page) => !views.has(page)) : []
  if (left.length > 0) context.observed.evidence['pages_not_looked_at'] = left
  const sightings = new Map<string, PageSighting>()
  for (const page of pages.filter((page) => !left.includes(page)))
    sightings.set(page, await sightingOf(page, views.get(page), { job, context }))
  return sightings
}

/** Rotates the pages, so that different ones are skipped each time if time is short. */
function startingElsewhere(pages: readonly string[], now: Date): string[] {
  const first = Math.floor(now.getTime() / 60_000) % pages.length
  return [...pages.slice(first), ...pages.slice(0, first)]
}

interface RenderContext {
  readonly job: IntegrityJob
  readonly context: RunContext
}

async function sightingOf(page: string, view: RenderedPage | undefined, around: RenderContext): Promise<PageSighting> {
  try {
    return await seenIn(page, view, around)
  } catch (error) {
    if (error instanceof TargetDown) return error
    throw error
  }
}

async function seenIn(
  page: string,
  view: RenderedPage | undefined,
  { job, context }: RenderContext,
): Promise<SeenPage> {
  const { ignoreSelectors = [], keywords = [], ipVersion } = job.config
  const { net, signal } = context
  const options = { net, signal, ipVersion, ignoreSelectors, keywords }
  if (!view) throw new TargetDown('timeout', 'the page did not finish loading in the browser in time')
  if (view.status === null) {
    // A browser behind a proxy reports no reason, so this sends a plain request to find it.
    await inspectPage(page, options)
    throw new TargetDown('connect', `the browser could not load the page: ${view.failure ?? 'no response'}`)
  }
  const { bytes: html, status } = view
  const headers = { ...view.headers, 'content-type': view.headers['content-type'] ?? 'text/html' }
  refuseErrors({ status, reason: '', headers, bodyBytes: html?.length ?? 0 })
  const url = URL.parse(view.url) ?? new URL(page)
  const reader = await read(url, html!.toString(), options)
  for (const requested of view.requests) reader.requested(requested)
  const snapshot = toSnapshot({ url, headers }, reader.facts(), `${afterRendering}${leftOut(options)}`)
  return { snapshot, status, bytes: html!.length, isCut: html!.length >= maxHtml }
}
