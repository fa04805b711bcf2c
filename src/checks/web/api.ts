import { availability, defineCheck } from '../define.ts'
import { url } from '../targets.ts'
import { config, examineConfig } from './api/config.ts'
import { apiMetrics } from './api/metrics.ts'
import { runApi } from './api/run.ts'
import { stepSlug } from './api/steps.ts'
import { unexpectedStatus, webDiagnoses } from './request-config.ts'

export const api = defineCheck({
  type: 'api',
  title: 'API',
  category: 'web',
  summary: 'Sends one request or several in order and checks your assertions about the responses.',
  target: url(['https', 'http'], {
    description: 'The URL to request; with steps, the base of their relative URLs',
    examples: ['https://api.example.com/v1/status', 'http://192.0.2.1:8080/'],
  }),
  recognizes: ({ url }) => url && { fit: 80, target: url.href },
  config,
  credentials: {
    keys: ['authPassword', 'bearerToken', 'apiKeyValue', 'oauthClientSecret', 'clientKey'],
    boundTo: ['authUsername', 'oauthTokenUrl', 'oauthClientId', 'clientCert', 'verifyTls'],
  },
  expires: true,
  metrics: apiMetrics,
  diagnoses: {
    ...webDiagnoses,
    content:
      "The API responds, but not as the monitor's steps expect. " +
      'The evidence shows the step and the response; check what was deployed last.',
    auth:
      'The API or its token server rejects the login. ' +
      "Check whether the monitor's credentials were changed, revoked or have expired.",
  },
  defaultRules: [
    availability,
    unexpectedStatus,
    {
      name: 'Assertion Failed',
      metric: "metrics['api.assertions_failed']",
      operator: '>',
      value: '0',
      severity: 'critical',
    },
  ],
  readSteps: async ({ steps = [] }) => ({ problems: [], slugs: steps.map((one, index) => stepSlug(one.name, index)) }),
  examine: examineConfig,
  run: runApi,
})
