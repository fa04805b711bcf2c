import { describe, expect, it } from 'vitest'
import { tryCatalogEntry } from '../../../test/kit/checks/catalog.ts'
import { websocket } from './websocket.ts'

const origin = 'config.origin: must be an origin such as https://example.com'

tryCatalogEntry(websocket, {
  targets: {
    accepted: ['wss://example.com', 'ws://localhost:3000/live?room=1', 'wss://[2001:db8::1]:8443/'],
    refused: [
      ['https://example.com/socket', 'must be a wss:// or ws:// URL'],
      ['wss://user@example.com/', /must not contain a user name or password/],
    ],
  },
  config: {
    requestHeaders: {
      accept: [[], [{ key: 'X-Client', value: 'lapwing' }]],
      reject: [
        [[{ key: 'a b', value: '' }], 'config.requestHeaders[0].key: must be a header name'],
        ['X: y', 'Expected array, received string'],
      ],
    },
    subprotocols: {
      accept: [[], ['graphql-transport-ws', 'mqtt']],
      reject: [
        [['a', 'b', 'c', 'd', 'e', 'f'], 'config.subprotocols: Array must contain at most 5 element(s)'],
        [['two words'], 'config.subprotocols[0]: must be a subprotocol name'],
        ['mqtt', 'config.subprotocols: Expected array, received string'],
      ],
    },
    origin: {
      accept: ['https://example.com', 'http://localhost:3000', 'capacitor://localhost'],
      reject: [
        ['example.com', origin],
        ['https://example.com/page', origin],
        ['', origin],
        [1, 'Expected string, received number'],
      ],
    },
    authType: {
      accept: ['none'],
      reject: [
        ['digest', 'Allowed values: none, basic, bearer'],
        ['bearer', 'config.bearerToken: Required with authType bearer'],
      ],
    },
    authUsername: { accept: ['robot'], reject: [[1, 'config.authUsername: Expected string, received number']] },
    authPassword: { accept: ['hunter2'], reject: [[1, 'config.authPassword: Expected string, received number']] },
    bearerToken: { accept: ['abc'], reject: [[1, 'config.bearerToken: Expected string, received number']] },
    sendMessage: {
      accept: ['{"type":"ping"}', ''],
      reject: [
        [{ type: 'ping' }, 'config.sendMessage: Expected string, received object'],
        ['x'.repeat(10_001), 'at most 10000'],
      ],
    },
    sendBase64: {
      accept: ['AQID', 'AA=='],
      reject: [
        ['AA', 'config.sendBase64: must be standard padded base64'],
        ['!', 'must be standard padded base64'],
      ],
    },
    expectPattern: {
      accept: ['"type":"(pong|welcome)"'],
      reject: [['*', /config.expectPattern: must be a regular expression/]],
    },
    maxMessages: {
      accept: [1, 100],
      reject: [
        [0, 'greater than or equal to 1'],
        [101, 'less than or equal to 100'],
      ],
    },
    sendPing: { accept: [true, false], reject: [['yes', 'config.sendPing: Expected boolean, received string']] },
    acceptedCloseCodes: {
      accept: [[], [1000, 1001], [4000, 4999]],
      reject: [
        [[999], 'config.acceptedCloseCodes[0]: Number must be greater than or equal to 1000'],
        [[5000], 'config.acceptedCloseCodes[0]: Number must be less than or equal to 4999'],
        [1000, 'config.acceptedCloseCodes: Expected array, received number'],
      ],
    },
    ignoreSecWebsocketAccept: {
      accept: [true, false],
      reject: [[0, 'config.ignoreSecWebsocketAccept: Expected boolean, received number']],
    },
    verifyTls: { accept: [true, false], reject: [['no', 'config.verifyTls: Expected boolean, received string']] },
    timeoutSeconds: {
      accept: [1, 60],
      reject: [
        [0, 'greater than or equal to 1'],
        [61, 'less than or equal to 60'],
      ],
    },
    ipVersion: { accept: ['any', 'ip4', 'ip6'], reject: [['4', 'Allowed values: any, ip4, ip6']] },
  },
  combinations: {
    accept: [
      { authType: 'basic', authUsername: 'robot', authPassword: 'hunter2' },
      { authType: 'bearer', bearerToken: 'abc' },
      { sendMessage: 'hello', expectPattern: '^hi' },
    ],
    reject: [
      [{ authType: 'basic', authPassword: 'hunter2' }, 'config.authUsername: Required with authType basic'],
      [{ sendMessage: 'hello', sendBase64: 'AQID' }, 'config.sendBase64: must not be combined with sendMessage'],
      [{ expiryReminderDays: [7] }, 'config.expiryReminderDays: unsupported field'],
    ],
  },
  rules: [
    [
      {},
      [
        'Availability Check: success == false critical',
        "Slow Handshake: metrics['websocket.upgrade_time_ms'] > 2000 warning",
      ],
    ],
    [
      { expectPattern: '^hi' },
      [
        'Availability Check: success == false critical',
        "Slow Handshake: metrics['websocket.upgrade_time_ms'] > 2000 warning",
        "Unexpected Message: metrics['websocket.expect_match'] == 0 critical",
      ],
    ],
  ],
  metrics: [
    'status_code',
    "metrics['websocket.status_code']",
    "metrics['websocket.connect_time_ms']",
    "metrics['websocket.tls_time_ms']",
    "metrics['websocket.upgrade_time_ms']",
    "metrics['websocket.first_message_ms']",
    "metrics['websocket.ping_rtt_ms']",
    "metrics['websocket.check_time_ms']",
    "metrics['websocket.expect_match']",
    "metrics['websocket.messages_received']",
    "metrics['websocket.bytes_received']",
    "metrics['websocket.pong_received']",
    "metrics['websocket.subprotocol_match']",
    "metrics['websocket.close_code']",
    "metrics['websocket.cert_days_left']",
    "metrics['websocket.cert_valid']",
  ],
})

describe('a websocket monitor', () => {
  it('keeps its password and token secret', () => {
    expect([...websocket.secrets].sort()).toEqual(['authPassword', 'bearerToken'])
  })

  it('requires them again if their destination changes', () => {
    expect(websocket.credentials).toEqual({
      keys: ['authPassword', 'bearerToken'],
      boundTo: ['authUsername', 'verifyTls'],
    })
  })
})
