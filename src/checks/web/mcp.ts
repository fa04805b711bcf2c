import { availability, defineCheck } from '../define.ts'
import { url } from '../targets.ts'
import { mcpMetrics } from './mcp/metrics.ts'
import { config, examineConfig } from './mcp/config.ts'
import { runMcp } from './mcp/run.ts'
import { webDiagnoses } from './request-config.ts'

export const mcp = defineCheck({
  type: 'mcp',
  title: 'MCP server',
  category: 'web',
  summary: 'Connects to a Model Context Protocol server, lists what it offers and can call one tool.',
  target: url(['https', 'http'], {
    description: 'The URL of the MCP endpoint',
    examples: ['https://mcp.example.com/mcp', 'http://192.0.2.1:8080/sse'],
  }),
  recognizes: ({ url }) => url && { fit: /\/(mcp|sse)\/?$/.test(url.pathname) ? 95 : 15, target: url.href },
  config,
  credentials: { keys: ['bearerToken', 'oauthClientSecret'], boundTo: ['oauthTokenUrl', 'oauthClientId', 'verifyTls'] },
  expires: true,
  metrics: mcpMetrics,
  diagnoses: {
    ...webDiagnoses,
    content:
      'The server responds, but not as an MCP server should. ' +
      'Read the response in the evidence; check whether its URL or version has changed.',
    auth:
      "The server rejects the login. Check whether the monitor's token or credentials were changed, revoked " +
      'or have expired.',
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
  examine: examineConfig,
  receives: { memory: true },
  run: runMcp,
})
