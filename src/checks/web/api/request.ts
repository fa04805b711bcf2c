// Builds the request of a step. Values for the origin of the target are sent nowhere else.
import { TargetDown } from '../../../domain/outcome.ts'
import type { RequestOptions } from '../../../net/http/request.ts'
import type { ApiConfig } from './config.ts'
import { type BodyType, requestBody } from './body.ts'
import { namedOrigin } from './origins.ts'
import { type Values, fill, fillLine } from './placeholders.ts'
import type { ApiStep } from './steps.ts'

/** One request: a step, or the only request. */
export interface Plan extends Pick<ApiStep, 'assertions' | 'extract' | 'continueOnFailure'> {
  readonly name: string
  readonly method: string
  readonly url: string
  readonly headers: readonly StepHeader[]
  readonly parameters: readonly StepHeader[]
  readonly body: string
  readonly bodyType: BodyType
}

interface StepHeader {
  readonly key: string
  readonly value: string
}

export function plansOf(config: ApiConfig, target: URL): Plan[] {
  const { steps = [], method, requestHeaders: headers = [], requestBody: body = '', bodyType } = config
  if (steps.length === 0)
    return [{ name: '', method, url: target.href, headers, parameters: config.queryParams ?? [], body, bodyType }]
  return steps.map(({ requestHeaders = [], queryParams = [], requestBody: own = '', ...step }) => ({
    ...step,
    method: step.method ?? 'GET',
    headers: requestHeaders,
    parameters: queryParams,
    body: own,
    bodyType: step.bodyType ?? 'json',
  }))
}

export type StepRequest = Pick<RequestOptions, 'url' | 'method' | 'headers'> & {
  readonly body: string
  /** Parameters that are now in the query of the url. */
  readonly parameters: readonly StepHeader[]
  /** The origin is that of the target; only it gets the login. */
  readonly isHome: boolean
}

interface RequestSources {
  readonly config: ApiConfig
  readonly target: URL
  readonly values: Values
}

export function stepRequest(plan: Plan, { config, target, values }: RequestSources): StepRequest {
  const url = urlOf(plan, target, values)
  const isHome = url.origin === target.origin
  const isNamed = url.origin === namedOrigin(plan.url, target.href)
  if (!isNamed) refuseUnnamed(plan, url)
  const own = isNamed ? plan.headers : plan.headers.filter(isForAnybody)
  const shared = isHome && config.steps?.length ? (config.requestHeaders ?? []) : []
  const body = requestBody(fill(plan.body, values), plan.bodyType)
  const headers = filled([...shared.filter(({ key }) => !has(own, key)), ...own], values)
  const typed =
    body.contentType && !has(headers, 'content-type') ? [{ key: 'Content-Type', value: body.contentType }] : []
  const parameters = plan.parameters.map(({ key, value }) => ({ key, value: fill(value, values) }))
  for (const { key, value } of parameters) url.searchParams.append(key, value)
  const key = isHome ? apiKeyOf(config) : null
  if (key && config.apiKeyIn === 'query') url.searchParams.set(key.key, key.value)
  const keyed = key && config.apiKeyIn === 'header' ? [key] : []
  const unkeyed = keyed.length > 0 ? headers.filter((header) => !has(keyed, header.key)) : headers
  return { url, method: plan.method, headers: [...unkeyed, ...typed, ...keyed], body: body.text, parameters, isHome }
}

/** Without its body or parameters it would be a different request, so it is not sent at all. */
function refuseUnnamed(plan: Plan, url: URL): void {
  const parts = [...(plan.body === '' ? [] : ['body']), ...(plan.parameters.length > 0 ? ['queryParams'] : [])]
  if (parts.length > 0)
    throw new TargetDown(
      'content',
      `the url leads to ${url.origin}, which only a response named: ${parts.join(' and ')} of a step are sent only to the origin of the target or to one that its url names`,
    )
}

function urlOf(plan: Plan, target: URL, values: Values): URL {
  const text = fillLine(plan.url, values, 'the url')
  const url = URL.parse(text, target.href)
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new TargetDown('content', `"${plan.url}" does not become an http:// or https:// URL`)
  // Each assignment parses the URL again.
  if (url.username || url.password) url.username = url.password = ''
  if (url.hash) url.hash = ''
  return url
}

const forAnybody = new Set(['accept', 'accept-encoding', 'accept-language', 'user-agent', 'content-type'])

const isForAnybody = ({ key }: StepHeader): boolean => forAnybody.has(key.toLowerCase())

function filled(headers: readonly StepHeader[], values: Values): StepHeader[] {
  return headers.map(({ key, value }) => ({ key, value: fillLine(value, values, `the header ${key}`) }))
}

function has(headers: readonly StepHeader[], name: string): boolean {
  return headers.some(({ key }) => key.toLowerCase() === name.toLowerCase())
}

function apiKeyOf({ authType, apiKeyName = '', apiKeyValue = '' }: ApiConfig): StepHeader | null {
  return authType === 'api_key' ? { key: apiKeyName, value: apiKeyValue } : null
}
