// Runs an api monitor: sends its requests in order until one fails.
import { TargetDown } from '../../../domain/outcome.ts'
import type { HttpResponseData } from '../../../net/index.ts'
import { Matcher } from '../../regexp.ts'
import type { CheckJob, RunContext } from '../../run.ts'
import { Effort } from '../json/effort.ts'
import type { Bounds } from '../json/path.ts'
import { Masker } from '../../masking.ts'
import type { ApiConfig } from './config.ts'
import { inspectResponse } from './inspect-response.ts'
import { hasPlaceholder, withoutPlaceholders } from './placeholders.ts'
import { type Plan, plansOf, stepRequest } from './request.ts'
import { type StepExchange, send } from './send.ts'
import { stepSlug } from './steps.ts'
import { type ApiStepRow, showRun, observeExchange } from './observe.ts'

/** The state of a run. */
export interface RunProgress {
  readonly config: ApiConfig
  readonly target: URL
  readonly context: RunContext
  readonly masker: Masker
  readonly bounds: Bounds
  /** Values that steps have extracted. */
  readonly values: Map<string, string | null>
  /** Evidence of each request. */
  readonly rows: ApiStepRow[]
  readonly failedAssertions: Record<string, string>[]
  assertions: number
  failedSteps: number
  firstFailed: number
  /** Why the check did not complete. */
  error: unknown
  last: { readonly exchange: StepExchange; readonly answer: HttpResponseData | null } | null
}

export async function runApi({ target, config }: CheckJob<ApiConfig, URL>, context: RunContext): Promise<void> {
  const progress = begin(config, target, context)
  const plans = plansOf(config, target)
  const start = context.clock.monotonicMs()
  try {
    for (const [index, plan] of plans.entries()) {
      const isFine = await take(plan, index, { progress, isLast: index === plans.length - 1 })
      if (!isFine) progress.failedSteps++
      if (!isFine && progress.firstFailed === 0) progress.firstFailed = index + 1
      if (!isFine && (!plan.continueOnFailure || context.signal.aborted)) break
    }
  } finally {
    context.observed.metrics['api.total_time_ms'] = context.clock.monotonicMs() - start
    showRun(progress)
  }
  if (progress.error) throw progress.error
}

function begin(config: ApiConfig, target: URL, context: RunContext): RunProgress {
  const masker = new Masker()
  const { authUsername = '', authPassword = '' } = config
  masker.add(authPassword, config.bearerToken, config.apiKeyValue, config.oauthClientSecret, config.clientKey)
  if (authPassword) masker.add(Buffer.from(`${authUsername}:${authPassword}`).toString('base64'))
  for (const plan of plansOf(config, target)) maskSecrets(plan, masker)
  return {
    config,
    target,
    context,
    masker,
    bounds: { effort: new Effort(), matcher: new Matcher() },
    values: new Map(),
    rows: [],
    failedAssertions: [],
    assertions: 0,
    failedSteps: 0,
    firstFailed: 0,
    error: null,
    last: null,
  }
}

/** Runs before a step is sent: an earlier response may repeat a secret from the previous check. */
function maskSecrets({ headers, parameters, body }: Plan, masker: Masker): void {
  masker.addPairs([...headers, ...parameters].filter(({ value }) => !hasPlaceholder(value)))
  if (!hasPlaceholder(body)) masker.add(body)
  masker.addCredentialsIn(withoutPlaceholders(body))
}

interface StepContext {
  readonly progress: RunProgress
  readonly isLast: boolean
}

/** Returns whether the step succeeded. */
async function take(plan: Plan, index: number, { progress, isLast }: StepContext): Promise<boolean> {
  const row: ApiStepRow = { step: plan.name }
  progress.rows.push(row)
  // If this step fails, later steps report the missing value instead of sending the placeholder.
  for (const { name } of plan.extract ?? []) if (!progress.values.has(name)) progress.values.set(name, null)
  try {
    const question = stepRequest(plan, progress)
    progress.masker.addPairs(question.headers ?? [])
    progress.masker.addPairs(question.parameters)
    progress.masker.add(question.body)
    progress.masker.addCredentialsIn(question.body)
    row.asked = `${question.method} ${question.url.href}`
    const { answer, exchange } = await send(question, progress, { plan, isLast })
    progress.last = { exchange, answer }
    row.answered = `${answer.status} ${answer.reason}`.trim()
    row.ms = Math.round(exchange.ms * 10) / 10
    if (plan.name) observeStep(stepSlug(plan.name, index), { exchange, answer }, progress)
    const problem = await inspectResponse(answer, { plan, progress, isLast, ms: exchange.ms })
    if (problem !== null) row.problem = problem
    return problem === null
  } catch (error) {
    if (!(error instanceof TargetDown)) throw error
    row.problem = error.message
    progress.error ??= progress.masker.error(error, plan.name && `step "${plan.name}": `)
    return false
  } finally {
    observeExchange(progress)
  }
}

function observeStep(
  slug: string,
  { exchange, answer }: { exchange: StepExchange; answer: HttpResponseData },
  { context }: RunProgress,
): void {
  const { metrics } = context.observed
  metrics[`api.step.${slug}.duration_ms`] = exchange.ms
  metrics[`api.step.${slug}.status_code`] = answer.status
}
