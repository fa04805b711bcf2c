import { expect, it } from 'vitest'
import { tryCatalogEntry } from '../../../test/kit/checks/catalog.ts'
import { mcp } from './mcp.ts'

const oauth = {
  authType: 'oauth2_client_credentials',
  oauthTokenUrl: 'https://login.example.com/token',
  oauthClientId: 'lapwing',
  oauthClientSecret: 'hunter2',
}

tryCatalogEntry(mcp, {
  targets: {
    accepted: ['https://example.com', 'http://localhost:3000/mcp', 'https://[2001:db8::1]/mcp'],
    refused: [
      ['mcp://example.com', 'must be a https:// or http:// URL'],
      ['https://token@example.com/mcp', /must not contain a user name or password/],
    ],
  },
  config: {
    transport: {
      accept: ['auto', 'streamable_http', 'sse'],
      reject: [['stdio', 'config.transport: Invalid value. Allowed values: auto, streamable_http, sse']],
    },
    authType: {
      accept: ['none'],
      reject: [
        ['basic', 'Allowed values: none, bearer, header, oauth2_client_credentials'],
        ['bearer', 'config.bearerToken: Required with authType bearer'],
        ['header', 'config.requestHeaders: Required with authType header'],
        ['oauth2_client_credentials', 'config.oauthTokenUrl: Required with authType oauth2_client_credentials'],
      ],
    },
    bearerToken: { accept: ['abc', ''], reject: [[5, 'config.bearerToken: Expected string, received number']] },
    requestHeaders: {
      accept: [[], [{ key: 'X-Api-Key', value: 'abc' }]],
      reject: [[[{ key: 'Bad Name', value: '' }], 'config.requestHeaders[0].key: must be a header name']],
    },
    oauthTokenUrl: {
      accept: ['https://login.example.com/token'],
      reject: [['login.example.com', /config.oauthTokenUrl: must be an https/]],
    },
    oauthClientId: { accept: ['lapwing'], reject: [[1, 'config.oauthClientId: Expected string']] },
    oauthClientSecret: { accept: ['hunter2'], reject: [[1, 'config.oauthClientSecret: Expected string']] },
    oauthScopes: {
      accept: ['mcp:read mcp:call'],
      reject: [[['mcp:read'], 'config.oauthScopes: Expected string, received array']],
    },
    expectedProtocolVersion: {
      accept: ['2025-06-18', 'DRAFT-2026-v1'],
      reject: [
        ['', 'config.expectedProtocolVersion: String must contain at least 1'],
        [20_250_618, 'Expected string, received number'],
      ],
    },
    expectedTools: {
      accept: [[], ['search', 'create_issue']],
      reject: [
        ['search', 'config.expectedTools: Expected array, received string'],
        [[''], 'config.expectedTools[0]'],
        [Array(51).fill('a'), 'Array must contain at most 50 element(s)'],
      ],
    },
    trackToolChanges: { accept: [true, false], reject: [['no', 'config.trackToolChanges: Expected boolean']] },
    callTool: {
      accept: [{ name: 'echo' }, { name: 'search', arguments: { query: 'lapwing', limit: 1 } }],
      reject: [
        ['echo', 'config.callTool: Expected object, received string'],
        [{ arguments: {} }, 'config.callTool.name: Required'],
        [{ name: 'echo', args: {} }, 'config.callTool.args: unsupported field'],
        [{ name: 'echo', arguments: ['a'] }, 'config.callTool.arguments: Expected object, received array'],
        [{ name: 'echo', arguments: { text: 'x'.repeat(65_536) } }, 'config.callTool: must be at most 64 KB of JSON'],
      ],
    },
    expectResultRegexp: {
      accept: [],
      reject: [
        ['(', /config.expectResultRegexp: must be a regular expression/],
        ['pong', 'config.callTool: Required with expectResultRegexp'],
      ],
    },
    acceptAuthChallenge: {
      accept: [true, false],
      reject: [[1, 'config.acceptAuthChallenge: Expected boolean, received number']],
    },
    verifyTls: { accept: [true, false], reject: [['no', 'config.verifyTls: Expected boolean']] },
    timeoutSeconds: {
      accept: [1, 20, 60],
      reject: [
        [0, 'greater than or equal to 1'],
        [61, 'less than or equal to 60'],
      ],
    },
    ipVersion: { accept: ['any', 'ip4', 'ip6'], reject: [['4', 'Allowed values: any, ip4, ip6']] },
  },
  combinations: {
    accept: [
      { authType: 'bearer', bearerToken: 'abc' },
      { authType: 'header', requestHeaders: [{ key: 'X-Api-Key', value: 'abc' }] },
      oauth,
      { callTool: { name: 'echo', arguments: { text: 'ping' } }, expectResultRegexp: '^ping$' },
      { expiryReminderDays: [30, 7, 1] },
    ],
    reject: [
      [{ authType: 'header', requestHeaders: [] }, 'config.requestHeaders: Required with authType header'],
      [
        { ...oauth, oauthClientSecret: '' },
        'config.oauthClientSecret: Required with authType oauth2_client_credentials',
      ],
      [{ expiryReminderDays: [0] }, 'config.expiryReminderDays[0]: Number must be greater than or equal to 1'],
    ],
  },
  rules: [
    [
      {},
      [
        'Availability Check: success == false critical',
        "Handshake Failed: metrics['mcp.handshake_ok'] == 0 critical",
        "Expected Tools Missing: metrics['mcp.expected_tools_missing'] > 0 critical",
        'Certificate Expiring: ssl_expiry < 14 warning',
      ],
    ],
  ],
  metrics: [
    "metrics['mcp.handshake_ok']",
    "metrics['mcp.jsonrpc_valid']",
    "metrics['mcp.protocol_match']",
    "metrics['mcp.initialize_ms']",
    "metrics['mcp.ping_ms']",
    "metrics['mcp.tools_list_ms']",
    "metrics['mcp.tool_call_ms']",
    "metrics['mcp.total_time_ms']",
    "metrics['mcp.ping_ok']",
    "metrics['mcp.tools_count']",
    "metrics['mcp.expected_tools_missing']",
    "metrics['mcp.tools_changed']",
    "metrics['mcp.resources_count']",
    "metrics['mcp.prompts_count']",
    "metrics['mcp.tool_call_ok']",
    "metrics['mcp.auth_required']",
    "metrics['mcp.auth_metadata_valid']",
    'status_code',
    "metrics['mcp.status_code']",
    'ssl_expiry',
    "metrics['mcp.ssl_expiry_days']",
  ],
})

it('keeps the mcp secrets and binds them to their destination', () => {
  expect(mcp.secrets).toEqual(['bearerToken', 'oauthClientSecret'])
  expect(mcp.credentials).toEqual({
    keys: ['bearerToken', 'oauthClientSecret'],
    boundTo: ['oauthTokenUrl', 'oauthClientId', 'verifyTls'],
  })
  expect(mcp.expires).toBe(true)
})
