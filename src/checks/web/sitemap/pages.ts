// Requests pages that a sitemap lists, and finds the broken ones.
import { TargetDown } from '../../../domain/outcome.ts'
import type { Reach } from '../../../net/index.ts'
import { withTimeLimit } from '../../../domain/limits/time-limit.ts'
import type { RunContext } from '../../run.ts'
import type { BrokenAddress } from './files.ts'
import { inParallel } from '../../in-parallel.ts'

export interface PageResults {
  /** Pages that are either fine or broken. */
  finished: number
  /** Pages for which the server requested a delay. */
  postponed: number
  readonly broken: BrokenAddress[]
}

const pagesAtOnce = 5
const pageLimitMs = 10_000
const maxRedirects = 5

type PageRequestContext = Pick<RunContext, 'net' | 'clock' | 'signal'> & Reach

/** Fills in `results` as it goes, so that a check that times out keeps its results. */
export async function requestPages(
  pages: readonly URL[],
  results: PageResults,
  around: PageRequestContext,
): Promise<void> {
  await inParallel(pages, pagesAtOnce, async (url) => {
    const problem = await problemOf(url, around)
    if (problem === 'too many requests') return void (results.postponed += 1)
    results.finished += 1
    if (problem !== null) results.broken.push({ url: url.href, problem })
  })
}

async function problemOf(url: URL, { net, clock, signal, ipVersion }: PageRequestContext): Promise<string | null> {
  const request = { url, method: 'GET', maxRedirects, verify: true, onlyHttp1: true, maxBytes: 0, ipVersion }
  try {
    const limits = { clock, signal, ms: pageLimitMs }
    const { status, reason } = await withTimeLimit(limits, (signal) => net.request({ ...request, signal }))
    if (status === 429) return 'too many requests'
    return status < 400 ? null : `${status} ${reason}`.trim()
  } catch (error) {
    if (signal.aborted || !(error instanceof TargetDown)) throw error
    return error.message
  }
}
