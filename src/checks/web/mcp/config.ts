// Config of an mcp monitor: transport, login and expected offers.
import { z } from 'zod'
import { type ConfigOf, choice, flag, list, record, text, word } from '../../../domain/field.ts'
import { headers, ipVersion, pattern, timeout, verifyTls } from '../../fields.ts'
import { authTypeNames, login, missingCredentials, oauth, oauthNeeds } from '../request-config.ts'

const needs = { ...oauthNeeds, bearer: ['bearerToken'] }

const toolCall = z
  .strictObject({ name: word(128), arguments: z.record(z.string(), z.unknown()).optional() })
  .refine((call) => Buffer.byteLength(JSON.stringify(call)) <= 65_536, 'must be at most 64 KB of JSON')

export const config = {
  transport: choice(['auto', 'streamable_http', 'sse'], {
    labels: { auto: 'Automatic', streamable_http: 'Streamable HTTP', sse: 'Server-sent events' },
    group: 'connection',
    help: 'Transport; auto tries streamable HTTP and falls back to SSE',
    default: 'auto',
  }),
  authType: choice(['none', 'bearer', 'header', 'oauth2_client_credentials'], {
    labels: authTypeNames,
    label: 'Login',
    group: 'login',
    help: 'How the requests authenticate; the credentials may also be request headers',
    default: 'none',
  }),
  bearerToken: login.bearerToken,
  requestHeaders: headers,
  ...oauth,
  expectedProtocolVersion: text({
    group: 'answer',
    help: 'Protocol version the server must agree to, such as 2025-06-18',
    maxLength: 50,
    minLength: 1,
  }),
  expectedTools: list(word(128), {
    group: 'answer',
    advanced: false,
    help: 'Names of tools that the server must offer',
    maxItems: 50,
  }),
  trackToolChanges: flag({
    group: 'answer',
    help: 'Report changed names, descriptions or schemas of tools',
    default: true,
  }),
  callTool: record(toolCall, {
    group: 'answer',
    help: 'A tool to call: {name, arguments}; not called if the server marks it destructive',
  }),
  expectResultRegexp: pattern({
    label: 'Result must match',
    group: 'answer',
    advanced: true,
    help: 'Regular expression that the result of the tool must match',
  }),
  acceptAuthChallenge: flag({ group: 'answer', help: 'Count a 401 with WWW-Authenticate as up', default: false }),
  verifyTls,
  timeoutSeconds: timeout(20),
  ipVersion,
}

export type McpConfig = ConfigOf<typeof config>

export function examineConfig(config: Partial<McpConfig>): string[] {
  return [
    ...missingCredentials(config, needs),
    ...(config.authType === 'header' && !config.requestHeaders?.length
      ? ['requestHeaders: Required with authType header']
      : []),
    ...(config.expectResultRegexp && !config.callTool ? ['callTool: Required with expectResultRegexp'] : []),
  ]
}
