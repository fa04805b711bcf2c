// Audits a page: builds the input of the sandboxed program and interprets its output.
import { TargetDown } from '../../../domain/outcome.ts'
import type { CheckJob, RunContext } from '../../run.ts'
import { siteOf } from '../../web/site.ts'
import { type AuditOutput, type AuditFindings, auditAnswer } from './answer.ts'
import { artifactsOf } from './artifacts.ts'
import { throwReason } from './failure.ts'
import { scoreDrop } from './scores.ts'
import type { BrowserConfig } from '../browser.ts'
import { maskerOf, sentAlong } from './secrets.ts'
import { limitedTo } from '../../rendering/page-view.ts'
import { isMeasurable, slowness, throwIfStarved } from '../../rendering/busy-location.ts'

export type BrowserJob = CheckJob<BrowserConfig, URL>

/** Time to start the sandbox and to hand over its output. */
const aroundMs = 2000
const maxLoadMs = 45_000

export async function run(job: BrowserJob, context: RunContext): Promise<void> {
  const { observed } = context
  const masker = maskerOf(job.config)
  try {
    const { answer, found, processorShare } = await audit(job, context)
    const findings = isMeasurable(processorShare) ? found : withoutTimes(found)
    measure(findings, context)
    trend(findings, job, context)
    show(answer, findings, context)
    const slow = slowness(processorShare)
    if (slow !== null) observed.evidence['busy'] = slow
  } catch (error) {
    if (error instanceof TargetDown) observed.metrics['browser.audit_failed'] = 1
    throw masker.error(error)
  } finally {
    Object.assign(observed.evidence, masker.all(observed.evidence))
  }
}

interface AuditResult {
  readonly answer: AuditOutput
  readonly found: AuditFindings
  readonly processorShare: number | null
}

/** Results that do not depend on the browser's speed. */
function withoutTimes(found: AuditFindings): AuditFindings {
  const { performance: _, ...scores } = found.scores
  return { ...found, scores, times: {}, opportunities: [] }
}

async function audit(job: BrowserJob, context: RunContext): Promise<AuditResult> {
  const { browsers, net, signal, observed } = context
  const { config, target, deadlineMs } = job
  const budgetMs = Math.max(deadlineMs - 2 * aroundMs, 1)
  const { output, files, ended, processorShare } = await browsers.run({
    name: 'audit',
    input: { url: target.href, ...auditOptions(config), ...sentAlong(config), budgetMs, loadMs: loadMsOf(budgetMs) },
    deadlineMs: Math.max(deadlineMs - aroundMs, 1),
    signal,
    net: limitedTo(net, config.ipVersion),
  })
  observed.artifacts = await artifactsOf(files, maskerOf(config))
  const answer = output === null ? null : auditAnswer.parse(output)
  if (answer?.status) observed.metrics['browser.status_code'] = observed.statusCode = answer.status
  if (answer?.found) return { answer, found: answer.found, processorShare }
  if ((answer?.status ?? 0) < 400) throwIfStarved(processorShare)
  return throwReason(job, context, { answer, ended })
}

const loadMsOf = (budgetMs: number): number => Math.min(budgetMs * 0.5, maxLoadMs)

function auditOptions(config: BrowserConfig) {
  const { device, categories, throttling, runs, blockedUrlPatterns = [], locale } = config
  const { captureScreenshot, captureReport } = config
  return { device, categories, throttling, runs, blockedUrlPatterns, locale, captureScreenshot, captureReport }
}

function measure(found: AuditFindings, { observed }: RunContext): void {
  const { scores, times, bytesByKind } = found
  const measured: Record<string, number | null> = {
    ...Object.fromEntries(Object.entries(scores).map(([name, score]) => [`${name}_score`, score])),
    ...times,
    cls: found.layoutShift,
    total_bytes: Object.values(bytesByKind).reduce((sum, bytes) => sum + bytes, 0),
    js_bytes: bytesByKind.js,
    css_bytes: bytesByKind.css,
    image_bytes: bytesByKind.image,
    font_bytes: bytesByKind.font,
    request_count: found.requestCount,
    dom_nodes: found.domNodes,
    console_errors: found.consoleErrors.count,
    failed_requests: found.failedRequests.count,
    mixed_content: found.mixedContent,
    audit_failed: 0,
  }
  for (const [name, value] of Object.entries(measured)) if (value !== null) observed.metrics[`browser.${name}`] = value
}

function trend({ scores }: AuditFindings, { known }: BrowserJob, { observed, clock }: RunContext): void {
  if (scores.performance === undefined) return
  const { drop, memory } = scoreDrop(scores.performance, known, clock.now())
  if (drop !== null) observed.metrics['browser.score_drop'] = drop
  if (memory) observed.remember = memory
}

function show({ url, runs }: AuditOutput, found: AuditFindings, { observed }: RunContext): void {
  const { evidence, metrics } = observed
  const site = siteOf(new URL(url).hostname)
  const others = Object.entries(found.bytesByHost).filter(([host]) => siteOf(host) !== site)
  metrics['browser.third_party_bytes'] = others.reduce((sum, [, bytes]) => sum + bytes, 0)
  evidence.url = url
  evidence.scores = found.scores
  if (runs > 1) evidence.runs = runs
  if (found.opportunities.length > 0)
    evidence.opportunities = found.opportunities.map(({ title, savesMs, savesBytes }) => ({
      what: title,
      saves_ms: savesMs,
      saves_bytes: savesBytes,
    }))
  if (found.consoleErrors.count > 0) evidence.console_errors = found.consoleErrors.first
  if (found.failedRequests.count > 0) evidence.failed_requests = found.failedRequests.first
  if (found.warnings.length > 0) evidence.warnings = found.warnings
}
