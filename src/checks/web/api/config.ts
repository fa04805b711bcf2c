// Config of an api monitor: its request or steps, its login, and its assertions.
import { z } from 'zod'
import { type ConfigOf, choice, list, record, text } from '../../../domain/field.ts'
import { headers, ipVersion, queryParameters, timeout, verifyTls } from '../../fields.ts'
import { jsonPathProblem } from '../json/path.ts'
import { type JsonSchema, schemaProblem } from '../json/schema-syntax.ts'
import {
  authTypeNames,
  clientCertificate,
  clientCertificateNeeds,
  login,
  loginNeeds,
  missingCredentials,
  oauth,
  oauthNeeds,
  plaintextProblems,
  request,
} from '../request-config.ts'
import { assertion, headerNameProblem } from './assertions.ts'
import { bodyTypeNames, bodyTypes } from './body.ts'
import { stepSecrets } from './step-secrets.ts'
import { type ApiStep, step, stepProblems } from './steps.ts'

const needs = {
  ...loginNeeds,
  ...oauthNeeds,
  ...clientCertificateNeeds,
  api_key: ['apiKeyName', 'apiKeyValue'],
}

const jsonSchema = z.record(z.string(), z.unknown()).check((context) => {
  const message = jsonSchemaProblem(context.value as JsonSchema)
  if (message) context.issues.push({ code: 'custom', message, input: context.value })
})

function jsonSchemaProblem(schema: JsonSchema): string | null {
  const tooLarge = Buffer.byteLength(JSON.stringify(schema)) > 65_536
  return tooLarge ? 'must be at most 64 KB of JSON' : schemaProblem(schema)
}

export const config = {
  method: request.method,
  bodyType: choice(bodyTypes, {
    labels: bodyTypeNames,
    group: 'request',
    advanced: false,
    help: 'Type of the request body, which sets its content type; graphql wraps a query in JSON. Steps have their own',
    default: 'none',
  }),
  requestBody: text({
    label: 'Body',
    group: 'request',
    shownWhen: { key: 'bodyType', in: ['json', 'form', 'xml', 'graphql', 'raw'] },
    help: 'Body sent with the request',
    secret: true,
    manyLines: true,
    maxLength: 65_536,
  }),
  requestHeaders: headers,
  queryParams: queryParameters,
  authType: choice(['none', 'basic', 'digest', 'bearer', 'api_key', 'oauth2_client_credentials', 'mtls'], {
    labels: authTypeNames,
    label: 'Login',
    group: 'login',
    help: 'How the requests authenticate',
    default: 'none',
  }),
  ...login,
  apiKeyName: text({
    group: 'login',
    shownWhen: { key: 'authType', in: ['api_key'] },
    help: 'Name of the header or query parameter that carries the API key',
    maxLength: 200,
  }),
  apiKeyValue: text({
    label: 'API key',
    group: 'login',
    shownWhen: { key: 'authType', in: ['api_key'] },
    help: 'The API key itself',
    secret: true,
    maxLength: 8000,
  }),
  apiKeyIn: choice(['header', 'query'], {
    labels: { query: 'Query parameter' },
    label: 'Sent in',
    group: 'login',
    shownWhen: { key: 'authType', in: ['api_key'] },
    help: 'Where the API key is sent',
    default: 'header',
  }),
  ...oauth,
  ...clientCertificate,
  followRedirects: request.followRedirects,
  verifyTls,
  transportMode: request.transportMode,
  assertions: list(assertion, {
    group: 'answer',
    advanced: false,
    help: 'Conditions that the response must meet; with steps, the last response',
    maxItems: 20,
  }),
  jsonSchema: record(jsonSchema, { group: 'answer', help: 'JSON Schema the response must match, at most 64 KB' }),
  valuePath: text({
    group: 'answer',
    placeholder: '$.queue.length',
    help: 'JSONPath of a number in the response, which rules can compare',
    maxLength: 500,
    rule: jsonPathProblem,
  }),
  steps: list(step, {
    group: 'request',
    advanced: false,
    help:
      'Requests sent in order; values extracted by a step are {{name}} in later steps. ' +
      'Stored encrypted; bodies and credentials are shown as [redacted]',
    maxItems: 10,
    partlySecret: stepSecrets,
  }),
  timeoutSeconds: timeout(30),
  ipVersion,
}

export type ApiConfig = ConfigOf<typeof config>

/** Validates keys together. Each problem is `key: rule`. */
export function examineConfig(config: Partial<ApiConfig>, target: URL): string[] {
  const steps = config.steps ?? []
  const unusable = [
    ...schemaAssertions(config.assertions ?? [], 'assertions'),
    ...steps.flatMap((one, index) => schemaAssertions(one.assertions ?? [], `steps[${index}].assertions`)),
  ]
  return [
    ...missingCredentials(config, needs),
    ...(config.authType === 'api_key' ? apiKeyProblems(config) : []),
    ...plaintextProblems(config, target),
    ...(config.authType === 'mtls' && config.transportMode === 'http3'
      ? ['transportMode: http3 cannot be used with authType mtls']
      : []),
    ...payloadProblems(config, steps),
    ...(config.jsonSchema ? [] : unusable),
    ...stepProblems(steps),
  ]
}

function apiKeyProblems({ apiKeyName, apiKeyIn }: { apiKeyName?: string; apiKeyIn?: string }): string[] {
  const problem = apiKeyName && apiKeyIn !== 'query' ? headerNameProblem(apiKeyName) : null
  return problem ? [`apiKeyName: ${problem}`] : []
}

interface StepPayload {
  bodyType?: string
  requestBody?: string
  queryParams?: readonly unknown[]
}

function payloadProblems(
  { bodyType = 'none', requestBody, queryParams = [] }: StepPayload,
  steps: readonly ApiStep[],
): string[] {
  const found: string[] = []
  const stepped = steps.length > 0
  if (stepped && requestBody) found.push('requestBody: belongs inside a step when there are steps')
  if (stepped && queryParams.length > 0) found.push('queryParams: belong inside a step when there are steps')
  if (requestBody && bodyType === 'none') found.push('bodyType: must not be none with a requestBody')
  return found
}

function schemaAssertions(assertions: readonly { source: string }[], at: string): string[] {
  return assertions.flatMap(({ source }, index) =>
    source === 'schema' ? [`${at}[${index}].source: schema needs jsonSchema`] : [],
  )
}
