import { choice, text } from '../../domain/field.ts'
import { availability, defineCheck, metricsOf } from '../define.ts'
import { headers, ipVersion, patterns, timeout } from '../fields.ts'
import { runHttp } from './http-run.ts'
import { url } from '../targets.ts'
import {
  login,
  loginNeeds,
  missingCredentials,
  plaintextProblems,
  request,
  responseTime,
  sslExpiry,
  statusCode,
  unexpectedStatus,
} from './request-config.ts'

const metric = metricsOf('http')

export const http = defineCheck({
  type: 'http',
  title: 'HTTP(S)',
  summary: 'Requests a URL and judges the status, the time, the body and the certificate of the answer.',
  target: url(['https', 'http'], {
    description: 'The URL to request',
    examples: ['https://example.com/health', 'http://192.0.2.1:8080/'],
  }),
  config: {
    method: request.method,
    followRedirects: request.followRedirects,
    authType: choice(['none', 'basic', 'digest', 'bearer'], { help: 'How the request authenticates', default: 'none' }),
    ...login,
    requestBody: text({ help: 'Body sent with the request', secret: true, maxLength: 65_536 }),
    requestHeaders: headers,
    failIfBodyMatchesRegexp: patterns({
      help: 'Regexps that must not appear in the body; http.body_regexp_match becomes 0 when one does',
    }),
    failIfBodyNotMatchesRegexp: patterns({
      help: 'Regexps the body must contain; http.body_regexp_match becomes 0 when one is missing',
    }),
    transportMode: request.transportMode,
    timeoutSeconds: timeout(30),
    ipVersion,
  },
  expires: true,
  metrics: [
    statusCode('http', 'Status code of the answer'),
    responseTime('http', 'Time from the start of the check to the end of the body'),
    metric('body_regexp_match', {
      as: 'http.body_regexp_match',
      description: 'Body passed the body patterns (1 ok, 0 failed)',
      unit: 'flag',
      usual: '==',
      severity: 'critical',
    }),
    sslExpiry('http'),
  ],
  defaultRules: [availability, unexpectedStatus],
  examine: (config, target) => [...missingCredentials(config, loginNeeds), ...plaintextProblems(config, target)],
  run: runHttp,
})
