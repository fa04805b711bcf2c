import { flag, number } from '../../domain/field.ts'
import { availability, defineCheck, metricsOf } from '../define.ts'
import { ipVersion, timeout } from '../fields.ts'
import { url } from '../targets.ts'

const metric = metricsOf('sitemap')

export const sitemap = defineCheck({
  type: 'sitemap',
  title: 'Sitemap',
  category: 'web',
  summary: 'Fetches a sitemap and requests some of the pages it lists to find the broken ones.',
  target: url(['https', 'http'], {
    description: 'URL of the sitemap file',
    examples: ['https://example.com/sitemap.xml'],
  }),
  recognizes: ({ url }) => url && { fit: /sitemap[^/]*\.xml(\.gz)?$/i.test(url.pathname) ? 100 : 12, target: url.href },
  config: {
    checkUrlCount: number({
      label: 'Pages to request',
      group: 'request',
      advanced: false,
      help: 'How many of the listed pages to request per check; 0 only reads the sitemap',
      min: 0,
      max: 100,
      default: 10,
    }),
    captureBrokenUrls: flag({ help: 'Keep the addresses of broken pages with the result', default: true }),
    timeoutSeconds: timeout(30),
    ipVersion,
  },
  minIntervalSeconds: 300,
  metrics: [
    metric('found', {
      description: 'Sitemap exists and can be read (1 yes)',
      unit: 'flag',
      usual: '==',
      severity: 'critical',
    }),
    metric('broken_percent', {
      description: 'Share of the requested pages that are broken',
      unit: 'percent',
      usual: '>',
    }),
    metric('broken_urls', { description: 'Requested pages that are broken', unit: 'count', usual: '>', max: 100 }),
    metric('url_count', { description: 'Pages the sitemap lists', unit: 'count', usual: '<' }),
  ],
  defaultRules: [
    availability,
    { name: 'Sitemap Missing', metric: "metrics['sitemap.found']", operator: '==', value: '0', severity: 'critical' },
    {
      name: 'Broken URL Ratio',
      metric: "metrics['sitemap.broken_percent']",
      operator: '>',
      value: '20',
      severity: 'warning',
    },
  ],
})
