import { describe, expect, it } from 'vitest'
import { tryCatalogEntry } from '../../../test/kit/checks/catalog.ts'
import { findMetric } from '../../domain/metric.ts'
import { api } from './api.ts'
import { stepSlug } from './api/steps.ts'
import { configProblems } from '../define.ts'
import { readTarget } from '../targets.ts'

const certificate = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n'
const privateKey = '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\n'
const encryptedKey = privateKey.replaceAll('PRIVATE', 'ENCRYPTED PRIVATE')
const status = { source: 'status_code', comparison: 'eq', target: 200 }
const login = {
  name: 'Log in',
  method: 'POST',
  url: '/login',
  extract: [{ name: 'token', source: 'json_path', property: '$.token' }],
}
const orders = { name: 'Orders', url: '/orders?token={{token}}', assertions: [status], continueOnFailure: true }

tryCatalogEntry(api, {
  targets: {
    accepted: ['https://api.example.com', 'http://localhost:8080/graphql'],
    refused: [
      ['api.example.com/v1', 'must be a https:// or http:// URL'],
      ['https://key:secret@api.example.com/', /must not contain a user name/],
    ],
  },
  config: {
    method: {
      accept: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'],
      reject: [['CONNECT', 'config.method: Invalid value']],
    },
    bodyType: {
      accept: ['none', 'json', 'form', 'xml', 'graphql', 'raw'],
      reject: [['text', 'config.bodyType: Invalid value. Allowed values: none, json, form, xml, graphql, raw']],
    },
    requestBody: {
      accept: [''],
      reject: [
        [{}, 'config.requestBody: Expected string, received object'],
        ['{}', 'config.bodyType: must not be none with a requestBody'],
        ['x'.repeat(65_537), 'at most 65536 character(s)'],
      ],
    },
    requestHeaders: {
      accept: [[{ key: 'Accept', value: 'application/json' }]],
      reject: [[[{ key: '', value: '' }], 'config.requestHeaders[0].key: must be a header name']],
    },
    queryParams: {
      accept: [
        [],
        [
          { key: 'page', value: '1' },
          { key: 'q', value: '' },
        ],
      ],
      reject: [
        [[{ key: '', value: '1' }], 'config.queryParams[0].key: String must contain at least 1 character(s)'],
        [[{ key: 'page', value: 1 }], 'config.queryParams[0].value: Expected string, received number'],
        [{ page: '1' }, 'config.queryParams: Expected array, received object'],
        [Array(51).fill({ key: 'a', value: 'b' }), 'at most 50 element(s)'],
      ],
    },
    authType: {
      accept: ['none'],
      reject: [
        ['oauth', 'Allowed values: none, basic, digest, bearer, api_key, oauth2_client_credentials, mtls'],
        ['basic', 'config.authUsername: Required with authType basic'],
      ],
    },
    authUsername: { accept: ['robot'], reject: [[1, 'config.authUsername: Expected string, received number']] },
    authPassword: { accept: ['hunter2'], reject: [[1, 'config.authPassword: Expected string, received number']] },
    bearerToken: { accept: ['abc'], reject: [[1, 'config.bearerToken: Expected string, received number']] },
    apiKeyName: { accept: ['X-Api-Key', ''], reject: [[1, 'config.apiKeyName: Expected string, received number']] },
    apiKeyValue: { accept: ['abc'], reject: [[1, 'config.apiKeyValue: Expected string, received number']] },
    apiKeyIn: { accept: ['header', 'query'], reject: [['cookie', 'Allowed values: header, query']] },
    oauthTokenUrl: {
      accept: ['https://auth.example.com/token', 'http://localhost:9000/token'],
      reject: [
        ['auth.example.com', 'config.oauthTokenUrl: must be an https:// or http:// URL'],
        ['https://a:b@auth.example.com/', 'must not contain a user name or password'],
      ],
    },
    oauthClientId: { accept: ['lapwing'], reject: [[1, 'config.oauthClientId: Expected string, received number']] },
    oauthClientSecret: {
      accept: ['s3cret'],
      reject: [[1, 'config.oauthClientSecret: Expected string, received number']],
    },
    oauthScopes: {
      accept: ['read write', ''],
      reject: [[['read'], 'config.oauthScopes: Expected string, received array']],
    },
    clientCert: {
      accept: [certificate, certificate + certificate, ''],
      reject: [
        ['MIIB', 'config.clientCert: must be a certificate in PEM'],
        [privateKey, 'must be a certificate in PEM'],
      ],
    },
    clientKey: {
      accept: [privateKey, privateKey.replaceAll('PRIVATE', 'EC PRIVATE'), ''],
      reject: [
        ['MIIE', 'config.clientKey: must be a private key in PEM'],
        [certificate, 'must be a private key in PEM'],
        [encryptedKey, 'config.clientKey: must not be encrypted'],
      ],
    },
    followRedirects: {
      accept: [true, false],
      reject: [['no', 'config.followRedirects: Expected boolean, received string']],
    },
    verifyTls: { accept: [true, false], reject: [['no', 'config.verifyTls: Expected boolean, received string']] },
    transportMode: { accept: ['auto', 'tcp', 'http3'], reject: [['h2', 'Allowed values: auto, tcp, http3']] },
    assertions: {
      accept: [
        [],
        [
          status,
          { source: 'response_time', comparison: 'lt', target: '500' },
          { source: 'size', comparison: 'gte', target: 1 },
        ],
        [{ source: 'header', property: 'Content-Type', comparison: 'contains', target: 'json' }],
        [{ source: 'header', property: 'X-Debug', comparison: 'not_exists' }],
        [
          { source: 'json_path', property: '$.items', comparison: 'not_empty' },
          { source: 'json_path', property: '$.ok', comparison: 'eq', target: true },
        ],
        [
          { source: 'text', comparison: 'matches', target: '^OK' },
          { source: 'text', comparison: 'neq', target: '' },
        ],
        Array(20).fill(status),
      ],
      reject: [
        [Array(21).fill(status), 'config.assertions: Array must contain at most 20 element(s)'],
        [
          [{ ...status, source: 'body' }],
          'Allowed values: status_code, response_time, header, json_path, text, size, schema',
        ],
        [
          [{ ...status, comparison: '==' }],
          'Allowed values: eq, neq, gt, gte, lt, lte, contains, not_contains, matches, not_matches, exists, not_exists, empty, not_empty',
        ],
        [[{ source: 'status_code' }], 'config.assertions[0].comparison: Required'],
        [
          [{ ...status, comparison: 'contains' }],
          'config.assertions[0].comparison: must be one of eq, neq, gt, gte, lt, lte for status_code',
        ],
        [[{ source: 'status_code', comparison: 'eq' }], 'config.assertions[0].target: Required for eq'],
        [[status, { ...status, target: 'OK' }], 'config.assertions[1].target: must be a number'],
        [[{ source: 'header', comparison: 'exists' }], 'config.assertions[0].property: Required for header'],
        [
          [{ source: 'header', property: 'a b', comparison: 'exists' }],
          'config.assertions[0].property: must be a header name',
        ],
        [
          [{ source: 'json_path', property: 'data.id', comparison: 'exists' }],
          'config.assertions[0].property: must be a JSONPath such as $.data.id',
        ],
        [
          [{ source: 'json_path', property: '$.n', comparison: 'gt', target: 'many' }],
          'config.assertions[0].target: must be a number',
        ],
        [
          [{ source: 'text', comparison: 'not_matches', target: '(' }],
          /config.assertions\[0\].target: must be a regular expression/,
        ],
        [[{ source: 'schema', comparison: 'eq', target: 'yes' }], 'config.assertions[0].target: must be true or false'],
        [
          [{ source: 'schema', comparison: 'eq', target: true }],
          'config.assertions[0].source: schema needs jsonSchema',
        ],
        [[{ ...status, weight: 1 }], 'config.assertions[0].weight: unsupported field'],
      ],
    },
    jsonSchema: {
      accept: [{}, { type: 'object', required: ['id'] }],
      reject: [
        ['{}', 'config.jsonSchema: Expected object, received string'],
        [[], 'config.jsonSchema: Expected object, received array'],
        [{ description: 'x'.repeat(65_536) }, 'config.jsonSchema: must be at most 64 KB of JSON'],
        [
          { properties: { id: { type: 'uuid' } } },
          'config.jsonSchema: /properties/id/type must be one of null, boolean, object, array, number, string, integer',
        ],
        [{ items: { pattern: '(?=a)' } }, 'config.jsonSchema: /items/pattern must be a regular expression'],
        [
          { allOf: [{ $ref: 'https://example.com/pet.json' }] },
          'config.jsonSchema: /allOf/0/$ref must lead to a part of this schema, such as #/$defs/name',
        ],
        [{ unevaluatedProperties: false }, 'config.jsonSchema: /unevaluatedProperties is not supported'],
      ],
    },
    valuePath: {
      accept: ['$.queue.length', "$.jobs[?@.state == 'failed'].age"],
      reject: [
        ['$.queue[', 'config.valuePath: must be a JSONPath such as $.data.id: expected a name in quotes'],
        ['queue.length', 'config.valuePath: must be a JSONPath such as $.data.id'],
        [1, 'Expected string'],
      ],
    },
    steps: {
      accept: [
        [],
        [login, orders],
        [
          { name: 'Elsewhere', url: 'https://other.example/{{path}}' },
          { name: 'Next', url: '{{next}}' },
        ],
        [
          {
            ...login,
            extract: [
              { name: 'csrf', source: 'regexp', property: 'csrf="([^"]+)"' },
              { name: 'sid', source: 'cookie', property: 'SID' },
              { name: 'etag', source: 'header', property: 'ETag' },
            ],
          },
        ],
      ],
      reject: [
        [
          Array.from({ length: 11 }, (_, n) => ({ name: `Step ${n}`, url: '/' })),
          'config.steps: Array must contain at most 10 element(s)',
        ],
        [[{ url: '/' }], 'config.steps[0].name: Required'],
        [[{ name: 'Start' }], 'config.steps[0].url: Required'],
        [[{ ...orders, method: 'FETCH' }], 'config.steps[0].method: Invalid value'],
        [
          [{ ...orders, url: 'javascript:alert(1)' }],
          'config.steps[0].url: must be an http(s):// URL or relative to the target',
        ],
        [
          [{ ...orders, url: 'https://a:b@example.com/' }],
          'config.steps[0].url: must not contain a user name or password',
        ],
        [
          [{ ...orders, requestHeaders: [{ key: 'a b', value: '' }] }],
          'config.steps[0].requestHeaders[0].key: must be a header name',
        ],
        [[{ ...orders, requestBody: 1 }], 'config.steps[0].requestBody: Expected string, received number'],
        [
          [{ ...orders, requestBody: '{}', bodyType: 'none' }],
          'config.steps[0].bodyType: must not be none with a requestBody',
        ],
        [[{ ...orders, bodyType: 'text' }], 'Allowed values: none, json, form, xml, graphql, raw'],
        [
          [{ ...orders, assertions: [{ ...status, target: 'x' }] }],
          'config.steps[0].assertions[0].target: must be a number',
        ],
        [
          [{ ...orders, assertions: [{ source: 'schema', comparison: 'eq', target: true }] }],
          'config.steps[0].assertions[0].source: schema needs jsonSchema',
        ],
        [
          [{ ...orders, extract: [{ name: '1st', source: 'header', property: 'ETag' }] }],
          'config.steps[0].extract[0].name: must be letters',
        ],
        [
          [{ ...orders, extract: [{ name: 'a', source: 'body', property: 'x' }] }],
          'Allowed values: json_path, header, regexp, cookie',
        ],
        [
          [{ ...orders, extract: [{ name: 'a', source: 'json_path', property: 'x' }] }],
          'config.steps[0].extract[0].property: must be a JSONPath',
        ],
        [
          [{ ...orders, extract: [{ name: 'a', source: 'regexp', property: '(' }] }],
          'config.steps[0].extract[0].property: must be a regular expression',
        ],
        [
          [{ ...orders, extract: [{ name: 'a', source: 'header', property: 'x y' }] }],
          'config.steps[0].extract[0].property: must be a header name',
        ],
        [
          [{ ...orders, extract: [{ name: 'a', source: 'cookie', property: 'x;y' }] }],
          'config.steps[0].extract[0].property: must be a cookie name',
        ],
        [
          [{ ...orders, continueOnFailure: 'yes' }],
          'config.steps[0].continueOnFailure: Expected boolean, received string',
        ],
        [[{ ...orders, retries: 2 }], 'config.steps[0].retries: unsupported field'],
        [[login, orders, { ...orders, name: 'orders!' }], 'config.steps[2].name: must differ from steps[1].name'],
      ],
    },
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
      { authType: 'digest', authUsername: 'robot', authPassword: 'hunter2' },
      { authType: 'bearer', bearerToken: 'abc' },
      { authType: 'api_key', apiKeyName: 'X-Api-Key', apiKeyValue: 'abc' },
      { authType: 'api_key', apiKeyName: 'api key', apiKeyValue: 'abc', apiKeyIn: 'query' },
      {
        authType: 'oauth2_client_credentials',
        oauthTokenUrl: 'https://auth.example.com/token',
        oauthClientId: 'a',
        oauthClientSecret: 'b',
      },
      { authType: 'mtls', clientCert: certificate, clientKey: privateKey },
      { method: 'POST', bodyType: 'json', requestBody: '{"a":1}' },
      { bodyType: 'json', steps: [{ ...login, requestBody: '{"user":"robot"}' }] },
      { steps: [{ ...login, requestBody: '{"user":"robot"}' }] },
      { steps: [{ ...login, requestBody: 'user=robot', bodyType: 'form' }] },
      { assertions: [{ ...status, target: '{{expected}}' }], steps: [login] },
      { jsonSchema: { type: 'array' }, assertions: [{ source: 'schema', comparison: 'eq', target: true }] },
      { steps: [login, orders], assertions: [status], valuePath: '$.total', expiryReminderDays: [14] },
    ],
    reject: [
      [{ authType: 'bearer' }, 'config.bearerToken: Required with authType bearer'],
      [{ authType: 'api_key', apiKeyName: 'X-Api-Key' }, 'config.apiKeyValue: Required with authType api_key'],
      [{ authType: 'api_key', apiKeyName: 'api key', apiKeyValue: 'abc' }, 'config.apiKeyName: must be a header name'],
      [
        { authType: 'oauth2_client_credentials', oauthClientId: 'a' },
        'config.oauthTokenUrl: Required with authType oauth2_client_credentials; config.oauthClientSecret: Required with authType oauth2_client_credentials',
      ],
      [{ authType: 'mtls', clientCert: certificate }, 'config.clientKey: Required with authType mtls'],
      [
        { bodyType: 'raw', requestBody: 'a', steps: [login] },
        'config.requestBody: belongs inside a step when there are steps',
      ],
      [
        { queryParams: [{ key: 'a', value: 'b' }], steps: [login] },
        'config.queryParams: belong inside a step when there are steps',
      ],
      [
        { authType: 'mtls', clientCert: certificate, clientKey: privateKey, transportMode: 'http3' },
        'config.transportMode: http3 cannot be used with authType mtls',
      ],
      [{ expiryReminderDays: ['7'] }, 'config.expiryReminderDays[0]: Expected number, received string'],
    ],
  },
  rules: [
    [
      {},
      [
        'Availability Check: success == false critical',
        'Unexpected Status Code: status_code not_in_groups ["2xx","3xx"] critical',
        "Assertion Failed: metrics['api.assertions_failed'] > 0 critical",
      ],
    ],
  ],
  metrics: [
    'status_code',
    "metrics['api.status_code']",
    'response_time',
    "metrics['api.response_time_ms']",
    'ssl_expiry',
    "metrics['api.ssl_expiry_days']",
    "metrics['api.assertions_failed']",
    "metrics['api.assertions_total']",
    "metrics['api.steps_failed']",
    "metrics['api.steps_total']",
    "metrics['api.failed_step']",
    "metrics['api.total_time_ms']",
    "metrics['api.dns_time_ms']",
    "metrics['api.connect_time_ms']",
    "metrics['api.tls_time_ms']",
    "metrics['api.ttfb_ms']",
    "metrics['api.transfer_ms']",
    "metrics['api.response_bytes']",
    "metrics['api.schema_valid']",
    "metrics['api.json_value']",
    "metrics['api.step.<slug>.duration_ms']",
    "metrics['api.step.<slug>.status_code']",
  ],
})

describe('an api monitor', () => {
  it('keeps every credential and the body secret', () => {
    const secrets = ['apiKeyValue', 'authPassword', 'bearerToken', 'clientKey', 'oauthClientSecret', 'requestBody']
    expect([...api.secrets].sort()).toEqual(secrets)
  })

  it('requires its credentials again if their destination changes', () => {
    expect(api.credentials.keys).toEqual([
      'authPassword',
      'bearerToken',
      'apiKeyValue',
      'oauthClientSecret',
      'clientKey',
    ])
    expect(api.credentials.boundTo).toEqual(expect.arrayContaining(['authUsername', 'oauthTokenUrl', 'verifyTls']))
  })

  it.each([
    [{ transportMode: 'http3' }, 'config.transportMode: http3 needs an https:// target'],
    [
      { authType: 'mtls', clientCert: certificate, clientKey: privateKey },
      'config.authType: mtls needs an https:// target',
    ],
  ])('rejects %j without TLS', (config, problem) => {
    expect(configProblems(api, config, readTarget(api.target, 'http://example.com/'))).toEqual([problem])
  })

  it.each([
    ['Log in', 'log_in'],
    ['  Check-out: 2nd page! ', 'check_out_2nd_page'],
    ['登录', 'step_4'],
  ])('names the step %j %s in its metrics', (name, slug) => {
    expect(stepSlug(name, 3)).toBe(slug)
    expect(findMetric(api.metrics, `metrics['api.step.${slug}.status_code']`)?.key).toBe(`api.step.${slug}.status_code`)
  })
})
