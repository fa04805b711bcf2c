// Sends one request of an api check with its login.
import { type HttpTrace, newTrace } from '../../../net/http/trace.ts'
import type { HttpResponseData, Login } from '../../../net/index.ts'
import { shownBytes } from '../evidence.ts'
import { accessToken } from '../../../protocols/oauth-token.ts'
import { loginOf } from '../request-config.ts'
import type { StepRequest, Plan } from './request.ts'
import type { RunProgress } from './run.ts'

const maxRedirects = 10

export interface StepExchange {
  readonly trace: HttpTrace
  ms: number
}

interface StepResponse {
  readonly exchange: StepExchange
  readonly answer: HttpResponseData
}

interface StepSendOptions {
  readonly plan: Plan
  readonly isLast: boolean
}

export async function send(
  question: StepRequest,
  progress: RunProgress,
  sending: StepSendOptions,
): Promise<StepResponse> {
  const { config, context, masker } = progress
  if (!question.isHome) return exchange(question, null, { progress, ...sending })
  if (config.authType !== 'oauth2_client_credentials')
    return exchange(question, loginOf(config), { progress, ...sending })
  const first = await accessToken(config, context)
  masker.add(first.token)
  const sent = await exchange(question, { kind: 'bearer', token: first.token }, { progress, ...sending })
  if (sent.answer.status !== 401 || !first.isCached) return sent
  const second = await accessToken(config, context, true)
  masker.add(second.token)
  return exchange(question, { kind: 'bearer', token: second.token }, { progress, ...sending })
}

async function exchange(
  { isHome, parameters: _, ...question }: StepRequest,
  login: Login | null,
  { progress, plan, isLast }: StepSendOptions & { readonly progress: RunProgress },
): Promise<StepResponse> {
  const { config, context, masker } = progress
  const own: StepExchange = { trace: newTrace(), ms: 0 }
  progress.last = { exchange: own, answer: null }
  const isPresented = isHome && config.authType === 'mtls'
  const start = context.clock.monotonicMs()
  const answer = await context.net.request({
    ...question,
    login,
    clientCert: isPresented ? config.clientCert : undefined,
    clientKey: isPresented ? config.clientKey : undefined,
    transport: config.transportMode === 'http3' ? 'http3' : 'tcp',
    maxRedirects: config.followRedirects ? maxRedirects : 0,
    verify: config.verifyTls,
    keepBytes: readsBody(plan, config, isLast) ? undefined : shownBytes + masker.lookAhead,
    ipVersion: config.ipVersion,
    signal: context.signal,
    trace: own.trace,
  })
  own.ms = context.clock.monotonicMs() - start
  return { exchange: own, answer }
}

const aboutHead = new Set(['status_code', 'response_time', 'header', 'size', 'cookie'])

function readsBody({ assertions = [], extract = [] }: Plan, config: RunProgress['config'], isLast: boolean): boolean {
  const claims = isLast ? [...assertions, ...(config.assertions ?? [])] : assertions
  const measures = isLast && (config.jsonSchema !== undefined || config.valuePath !== undefined)
  return measures || [...claims, ...extract].some(({ source }) => !aboutHead.has(source))
}
