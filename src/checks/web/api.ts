import { availability, defineCheck } from '../define.ts'
import { url } from '../targets.ts'
import { config, configProblems } from './api/config.ts'
import { apiMetrics } from './api/metrics.ts'
import { runApi } from './api/run.ts'
import { stepSlug } from './api/steps.ts'
import { unexpectedStatus, webDiagnoses } from './request-config.ts'

export const api = defineCheck({
  type: 'api',
  title: 'API',
  category: 'web',
  summary: 'Sends one request or a chain of them and checks what you claim about the answers.',
  target: url(['https', 'http'], {
    description: 'The URL to request; with steps, the base their relative URLs start from',
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
      'The API answers, but not as the steps of the monitor expect. The evidence shows the step and the answer; look at what was deployed last.',
    auth: 'The API, or the server that issues its tokens, refuses the login. See whether the credentials of the monitor were changed, revoked or have expired.',
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
  examine: configProblems,
  run: runApi,
})
