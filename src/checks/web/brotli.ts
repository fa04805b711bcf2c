import { availability, defineCheck, metricsOf } from '../define.ts'
import { ipVersion, timeout } from '../fields.ts'
import { url } from '../targets.ts'

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
    metric('supported', { description: 'Answer was compressed with Brotli (1 yes)', unit: 'flag', usual: '==' }),
  ],
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
