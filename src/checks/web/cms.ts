import { text } from '../../domain/field.ts'
import { availability, defineCheck, metricsOf } from '../define.ts'
import { ipVersion, timeout } from '../fields.ts'
import { url } from '../targets.ts'
import { isCalled } from './called.ts'
import { factsOf } from './cms/facts.ts'
import { recognize } from './cms/recognize.ts'
import { refuseErrorPage, requestPage } from './page.ts'
import { webDiagnoses } from './request-config.ts'

const metric = metricsOf('cms')
const maxBytes = 524_288

export const cms = defineCheck({
  type: 'cms',
  title: 'CMS',
  category: 'web',
  summary: 'Detects the content management system of a site and alerts if it is not the expected one.',
  target: url(['https', 'http'], { description: 'URL of a page of the site', examples: ['https://example.com/'] }),
  recognizes: ({ url }) => url && { fit: 8, target: url.href },
  config: {
    expectedCms: text({
      group: 'answer',
      advanced: false,
      help: 'Name of the expected platform, in upper or lower case',
      maxLength: 100,
    }),
    timeoutSeconds: timeout(30),
    ipVersion,
  },
  metrics: [
    metric('detected', {
      description: 'A platform was detected (1 yes)',
      unit: 'flag',
      cause: 'content',
      says: { yes: 'a known platform was detected', no: 'no known platform was detected' },
      diagnosis:
        'The site may have moved to another platform, hide its platform, or show an error page. Check the page.',
    }),
    metric('provider_match', {
      description: 'Detected platform is the expected one (1 yes)',
      unit: 'flag',
      cause: 'content',
      says: { yes: 'the site runs on the expected platform', no: 'the site does not run on the expected platform' },
      diagnosis: 'If you did not move the site, its name may point elsewhere. Check the page and the DNS records.',
    }),
  ],
  diagnoses: webDiagnoses,
  defaultRules: [availability],
  async run({ target, config }, context) {
    const { metrics, evidence } = context.observed
    const expected = (config.expectedCms ?? '').trim()
    const response = await requestPage({ url: target, ipVersion: config.ipVersion, maxBytes }, context)
    refuseErrorPage(response)
    const found = recognize(await factsOf(response, context.signal))
    metrics['cms.detected'] = found ? 1 : 0
    if (expected !== '') metrics['cms.provider_match'] = found && isCalled(found.platform, expected) ? 1 : 0
    evidence.platform = found?.platform.name ?? 'none recognized'
    if (found?.version) evidence.version = found.version
    if (found) evidence.seen_by = found.seenBy
    if (expected !== '') evidence.expected_platform = expected
  },
})
