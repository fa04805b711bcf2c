import { availability, defineCheck, metricsOf } from '../define.ts'
import { ipVersion, timeout } from '../fields.ts'
import { url } from '../targets.ts'
import { webDiagnoses } from './request-config.ts'

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
    metric('found', {
      description: 'Site has an icon (1 yes)',
      unit: 'flag',
      usual: '==',
      cause: 'content',
      says: { yes: 'the site has an icon', no: 'the site has no icon' },
      diagnosis: {
        no: 'Browsers ask for it with every visit and show a blank instead. See whether the file was lost in the last deployment.',
      },
    }),
    metric('content_type_match', {
      description: 'Icon is sent as an image (1 yes)',
      unit: 'flag',
      cause: 'content',
      usual: '==',
      says: { yes: 'the icon is sent as an image', no: 'the icon is not sent as an image' },
      diagnosis: {
        no: 'Browsers will not show it. See whether the server answers with an error page, or with the wrong content type.',
      },
    }),
    metric('bytes', {
      description: 'Size of the icon',
      unit: 'bytes',
      usual: '<',
      cause: 'content',
      says: 'the icon has {}',
      diagnosis: 'An icon that is nearly empty or very large is seldom meant. Look at the file that is served.',
    }),
    metric('changed', {
      description: 'Icon differs from the check before (1 yes)',
      unit: 'flag',
      cause: 'content',
      usual: '==',
      says: { yes: 'the icon differs from the check before', no: 'the icon is the one of the check before' },
      diagnosis: {
        yes: 'If nobody has changed it on purpose, the site may have been tampered with or put back to a default. Look at the site.',
      },
    }),
  ],
  diagnoses: webDiagnoses,
  defaultRules: [
    availability,
    { name: 'Favicon Missing', metric: "metrics['favicon.found']", operator: '==', value: '0', severity: 'warning' },
  ],
})
