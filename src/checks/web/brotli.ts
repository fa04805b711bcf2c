import { availability, defineCheck, metricsOf } from '../define.ts'
import { ipVersion, timeout } from '../fields.ts'
import { url } from '../targets.ts'
import { webDiagnoses } from './request-config.ts'

const metric = metricsOf('brotli')

export const brotli = defineCheck({
  type: 'brotli',
  title: 'Brotli compression',
  category: 'web',
  summary: 'Requests a URL and tells whether the answer comes compressed with Brotli.',
  target: url(['https', 'http'], { description: 'The URL to request', examples: ['https://example.com/'] }),
  recognizes: ({ url }) => url && { fit: 6, target: url.href },
  config: { timeoutSeconds: timeout(30), ipVersion },
  metrics: [
    metric('supported', {
      description: 'Answer was compressed with Brotli (1 yes)',
      unit: 'flag',
      usual: '==',
      cause: 'content',
      says: { yes: 'the answer is compressed with Brotli', no: 'the answer is not compressed with Brotli' },
      diagnosis: {
        no: 'Visitors load more than they have to. See whether the server or the proxy in front of it still has Brotli switched on for this kind of file.',
      },
    }),
  ],
  diagnoses: webDiagnoses,
  defaultRules: [
    availability,
    {
      name: 'Brotli Not Supported',
      metric: "metrics['brotli.supported']",
      operator: '==',
      value: '0',
      severity: 'warning',
    },
  ],
})
