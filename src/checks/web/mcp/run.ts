// Runs an mcp monitor: handshake, ping, lists, and a tool call.
import { TargetDown } from '../../../domain/outcome.ts'
import type { CheckJob, RunContext } from '../../run.ts'
import { showTrace } from '../evidence.ts'
import { observeSslExpiry } from '../../tls/expiry.ts'
import { Masker } from '../../masking.ts'
import { inspectChallenge } from './challenge.ts'
import type { McpConfig } from './config.ts'
import { LoginRequired, type Link, newLink } from './link.ts'
import type { Members } from './messages.ts'
import { type ListedOffers, listAll } from './offers.ts'
import type { McpExchangeRow, McpSession } from './requests.ts'
import { openSession } from './session.ts'
import { callTool } from './tool-call.ts'
import { toolChanges } from './tool-changes.ts'

const shownTools = 50

type McpJob = CheckJob<McpConfig, URL>

export async function runMcp(job: McpJob, context: RunContext): Promise<void> {
  const { config, target } = job
  const link = newLink({ config, target, context, masker: maskerFor(config) })
  const rows: McpExchangeRow[] = []
  const start = context.clock.monotonicMs()
  try {
    await runSession(job, link, rows)
    context.observed.metrics['mcp.auth_required'] = 0
    context.observed.metrics['mcp.total_time_ms'] = context.clock.monotonicMs() - start
  } catch (error) {
    if (error instanceof LoginRequired) await inspectChallenge(error, link)
    if (error instanceof LoginRequired && error.header !== '' && config.acceptAuthChallenge) return
    throw link.masker.error(error)
  } finally {
    show(link, rows)
  }
}

function maskerFor(config: McpConfig): Masker {
  const masker = new Masker()
  masker.add(config.bearerToken, config.oauthClientSecret)
  masker.addPairs(config.requestHeaders ?? [])
  return masker
}

async function runSession(job: McpJob, link: Link, rows: McpExchangeRow[]): Promise<void> {
  const session = await openSession(link, rows)
  try {
    await ping(session, link)
    const tools = await inspectTools(session, job, link)
    await countOthers(session, link)
    await callTool(session, { config: job.config, context: link.context, masker: link.masker, tools })
  } finally {
    await session.transport.end()
  }
}

async function ping(session: McpSession, { context }: Link): Promise<void> {
  if (!session.hasPing) return
  const { metrics } = context.observed
  const answer = await session.ask('ping')
  metrics['mcp.ping_ok'] = 'result' in answer ? 1 : 0
  if ('result' in answer) metrics['mcp.ping_ms'] = answer.ms
}

const noTools: ListedOffers = { items: [], isCut: false, ms: 0 }

async function inspectTools(session: McpSession, job: McpJob, { context }: Link): Promise<readonly Members[]> {
  const { expectedTools = [], trackToolChanges } = job.config
  const { metrics, evidence } = context.observed
  const hasTools = session.capabilities['tools'] !== undefined
  const { items, isCut, ms } = hasTools ? await listAll(session, 'tools') : noTools
  const names = items.map(({ name }) => String(name))
  metrics['mcp.tools_count'] = items.length
  if (hasTools) metrics['mcp.tools_list_ms'] = ms
  if (names.length > 0) evidence.tools = names.slice(0, shownTools)
  if (isCut) evidence.tools_list_is_cut = true
  const missing = expectedTools.filter((name) => !names.includes(name))
  if (expectedTools.length > 0) metrics['mcp.expected_tools_missing'] = missing.length
  if (missing.length > 0) evidence.missing_tools = missing
  // An incomplete list would look like a change.
  if (trackToolChanges && !isCut) await observeChanges(items, job, context)
  return items
}

async function observeChanges(
  tools: readonly Members[],
  { target, config, known }: McpJob,
  { clock, observed }: RunContext,
): Promise<void> {
  const changes = await toolChanges(tools, { subject: target.href, known, config, now: clock.now() })
  observed.metrics['mcp.tools_changed'] = changes.isChanged ? 1 : 0
  if (changes.details) observed.evidence.tool_changes = changes.details
  if (changes.remember) observed.remember = changes.remember
}

/** Some servers announce lists that they do not implement; that is no failure. */
async function countOthers(session: McpSession, { context }: Link): Promise<void> {
  const { metrics, evidence } = context.observed
  for (const kind of ['resources', 'prompts']) {
    if (session.capabilities[kind] === undefined) {
      metrics[`mcp.${kind}_count`] = 0
      continue
    }
    try {
      metrics[`mcp.${kind}_count`] = (await listAll(session, kind)).items.length
    } catch (error) {
      if (!(error instanceof TargetDown) || error.reason !== 'content') throw error
      evidence[kind] = error.message
    }
  }
}

function show({ trace, context, masker }: Link, rows: readonly McpExchangeRow[]): void {
  const { observed } = context
  const { metrics, evidence } = observed
  if (trace.status !== null) metrics['mcp.status_code'] = observed.statusCode = trace.status
  if (trace.certificate) observeSslExpiry('mcp', trace.certificate, context)
  if (rows.length > 0) evidence.questions = rows
  showTrace(trace, evidence)
  Object.assign(evidence, masker.all(evidence))
}
