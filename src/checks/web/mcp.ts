import { z } from 'zod'
import { choice, flag, list, record, text, word } from '../../domain/field.ts'
import { availability, defineCheck } from '../define.ts'
import { headers, ipVersion, pattern, timeout, verifyTls } from '../fields.ts'
import { url } from '../targets.ts'
import { login, oauthNeeds, oauth, webDiagnoses, missingCredentials } from './request-config.ts'
import { mcpMetrics } from './mcp-metrics.ts'

const needs = { ...oauthNeeds, bearer: ['bearerToken'] }

const toolCall = z
  .strictObject({ name: word(128), arguments: z.record(z.string(), z.unknown()).optional() })
  .refine((call) => Buffer.byteLength(JSON.stringify(call)) <= 65_536, 'must be at most 64 KB of JSON')

export const mcp = defineCheck({
  type: 'mcp',
  title: 'MCP server',
  category: 'web',
  summary: 'Shakes hands with a Model Context Protocol server, lists what it offers and can call one tool.',
  target: url(['https', 'http'], {
    description: 'The URL of the MCP endpoint',
    examples: ['https://mcp.example.com/mcp', 'http://192.0.2.1:8080/sse'],
  }),
  recognizes: ({ url }) => url && { fit: /\/(mcp|sse)\/?$/.test(url.pathname) ? 95 : 15, target: url.href },
  config: {
    transport: choice(['auto', 'streamable_http', 'sse'], {
      group: 'connection',
      help: 'How the server is spoken to; auto tries streamable HTTP and falls back to SSE',
      default: 'auto',
    }),
    authType: choice(['none', 'bearer', 'header', 'oauth2_client_credentials'], {
      label: 'Login',
      group: 'login',
      help: 'How the requests authenticate; header takes them from requestHeaders',
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
      help: 'Names of tools the server must offer',
      maxItems: 50,
    }),
    trackToolChanges: flag({
      group: 'answer',
      help: 'Report when names, descriptions or schemas of the tools change',
      default: true,
    }),
    callTool: record(toolCall, {
      group: 'answer',
      help: 'A tool to call: {name, arguments}; refused when the server marks it destructive',
    }),
    expectResultRegexp: pattern({
      label: 'Result must match',
      group: 'answer',
      advanced: true,
      help: 'Regexp the result of callTool must match',
    }),
    acceptAuthChallenge: flag({ group: 'answer', help: 'Count a 401 with WWW-Authenticate as up', default: false }),
    verifyTls,
    timeoutSeconds: timeout(20),
    ipVersion,
  },
  credentials: { keys: ['bearerToken', 'oauthClientSecret'], boundTo: ['oauthTokenUrl', 'oauthClientId', 'verifyTls'] },
  expires: true,
  metrics: mcpMetrics,
  diagnoses: {
    ...webDiagnoses,
    content:
      'The server answers, but not as an MCP server should. Read the answer in the evidence; see whether its address or its version has changed.',
    auth: 'The server refuses the login. See whether the token or the credentials of the monitor were changed, revoked or have expired.',
  },
  defaultRules: [
    availability,
    {
      name: 'Handshake Failed',
      metric: "metrics['mcp.handshake_ok']",
      operator: '==',
      value: '0',
      severity: 'critical',
    },
    {
      name: 'Expected Tools Missing',
      metric: "metrics['mcp.expected_tools_missing']",
      operator: '>',
      value: '0',
      severity: 'critical',
    },
    { name: 'Certificate Expiring', metric: 'ssl_expiry', operator: '<', value: '14', severity: 'warning' },
  ],
  examine: (config) => [
    ...missingCredentials(config, needs),
    ...(config.authType === 'header' && !config.requestHeaders?.length
      ? ['requestHeaders: Required with authType header']
      : []),
    ...(config.expectResultRegexp && !config.callTool ? ['callTool: Required with expectResultRegexp'] : []),
  ],
})
