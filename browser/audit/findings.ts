// The findings of an audit: figures, and the few lines that a person reads first.
import type { Result, RunnerResult } from 'lighthouse'
import type { Arrival } from '../shared/arrival.ts'
import type { UnauditedPage } from './audit-page.ts'
import { rowsOf } from './rows.ts'
import { failedRequests, requestsOf, transferred } from './traffic.ts'

const shown = 10
const maxOpportunities = 5

/** For a page that could not be audited. */
export function refusalOf({ arrival: { url, status, failure }, problem }: UnauditedPage) {
  return { status, failure, url, problem, found: null }
}

export function findingsOf({ status, failure }: Arrival, { lhr, artifacts }: RunnerResult) {
  const url = lhr.finalDisplayedUrl
  const failed = failedRequests(artifacts.DevtoolsLog)
  const errors = rowsOf(lhr, 'errors-in-console')
  const found = {
    scores: scoresOf(lhr),
    times: timesOf(lhr),
    layoutShift: lhr.audits['cumulative-layout-shift']?.numericValue ?? null,
    domNodes: lhr.audits['dom-size-insight']?.numericValue ?? null,
    ...transferred(requestsOf(lhr)),
    consoleErrors: {
      count: errors.length,
      first: errors.slice(0, shown).map(({ description }) => String(description).slice(0, 300)),
    },
    failedRequests: { count: failed.length, first: failed.slice(0, shown) },
    mixedContent: url.startsWith('https:') ? rowsOf(lhr, 'is-on-https').length : 0,
    opportunities: opportunitiesOf(lhr),
    warnings: lhr.runWarnings.slice(0, 5).map((text) => text.slice(0, 500)),
  }
  return { status, failure, url, problem: null, found }
}

function scoresOf({ categories }: Result): Record<string, number> {
  const known = Object.entries(categories).flatMap(([id, { score }]) =>
    score === null ? [] : [[id.replace('-', '_'), Math.round(score * 100)] as const],
  )
  return Object.fromEntries(known)
}

function timesOf({ audits }: Result): Record<string, number> {
  const named = {
    lcp_ms: audits['largest-contentful-paint'],
    fcp_ms: audits['first-contentful-paint'],
    tbt_ms: audits['total-blocking-time'],
    si_ms: audits['speed-index'],
    tti_ms: audits['interactive'],
  }
  const times = Object.entries(named).map(([name, audit]) => [name, audit?.numericValue] as const)
  const firstByte = rowsOf({ audits }, 'metrics')[0]?.timeToFirstByte
  const known = [...times, ['ttfb_ms', firstByte] as const].filter(([, ms]) => typeof ms === 'number')
  return Object.fromEntries(known) as Record<string, number>
}

/** The savings with the most time, then the most bytes. */
function opportunitiesOf({ audits, categories }: Result) {
  const ids = categories.performance?.auditRefs.map(({ id }) => id) ?? []
  return ids
    .flatMap((id) => {
      const audit = audits[id]
      if (!audit || audit.score === null || audit.score >= 0.9) return []
      const ms = Math.max(0, ...Object.values(audit.metricSavings ?? {}).map((value = 0) => (value > 1 ? value : 0)))
      const details = audit.details && 'overallSavingsBytes' in audit.details ? audit.details : null
      const bytes = details?.overallSavingsBytes ?? 0
      return ms + bytes > 0 ? [{ title: audit.title.slice(0, 200), savesMs: Math.round(ms), savesBytes: bytes }] : []
    })
    .toSorted((one, other) => other.savesMs - one.savesMs || other.savesBytes - one.savesBytes)
    .slice(0, maxOpportunities)
}
