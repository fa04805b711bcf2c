import { availability, defineCheck, metricsOf } from '../define.ts'
import { ipVersion, timeout } from '../fields.ts'
import { url } from '../targets.ts'

const metric = metricsOf('favicon')

export const favicon = defineCheck({
  type: 'favicon',
  title: 'Favicon',
  category: 'web',
  summary: 'Fetches the icon of a site and tells whether it is there, is an image and stays the same.',
  target: url(['https', 'http'], {
    description: 'URL of the site, or of the icon itself',
    examples: ['https://example.com/'],
  }),
  recognizes: ({ url }) => url && { fit: 5, target: url.href },
  config: { timeoutSeconds: timeout(30), ipVersion },
  metrics: [
    metric('found', { description: 'Site has an icon (1 yes)', unit: 'flag', usual: '==' }),
    metric('content_type_match', {
      description: 'Icon is sent as an image (1 yes)',
      unit: 'flag',
      cause: 'content',
      usual: '==',
    }),
    metric('bytes', { description: 'Size of the icon', unit: 'bytes', usual: '<' }),
    metric('changed', {
      description: 'Icon differs from the check before (1 yes)',
      unit: 'flag',
      cause: 'content',
      usual: '==',
    }),
  ],
  defaultRules: [
    availability,
    { name: 'Favicon Missing', metric: "metrics['favicon.found']", operator: '==', value: '0', severity: 'warning' },
  ],
})
