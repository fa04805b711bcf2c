import type { ConfigOf } from '../../domain/field.ts'
import { compare } from '../changes.ts'
import { availability, defineCheck, metricsOf } from '../define.ts'
import { ipVersion, timeout } from '../fields.ts'
import type { CheckJob, RunContext } from '../run.ts'
import { url } from '../targets.ts'
import { webDiagnoses } from './request-config.ts'
import { type Icon, type IconSearch, findIcon, iconOf } from './favicon/find.ts'
import { refuseErrorPage, requestPage } from './page.ts'

const metric = metricsOf('favicon')
const config = { timeoutSeconds: timeout(30), ipVersion }

export const favicon = defineCheck({
  type: 'favicon',
  title: 'Favicon',
  category: 'web',
  summary: 'Fetches the icon of a site and checks that it exists, is an image and stays the same.',
  target: url(['https', 'http'], {
    description: 'URL of the site, or of the icon itself',
    examples: ['https://example.com/'],
  }),
  recognizes: ({ url }) => url && { fit: 5, target: url.href },
  config,
  metrics: [
    metric('found', {
      description: 'Site has an icon (1 yes)',
      unit: 'flag',
      cause: 'content',
      says: { yes: 'the site has an icon', no: 'the site has no icon' },
      diagnosis:
        'Browsers request it on every visit and show a blank icon. ' +
        'Check whether the last deployment lost the file.',
    }),
    metric('content_type_match', {
      description: 'Icon is sent as an image (1 yes)',
      unit: 'flag',
      cause: 'content',
      says: { yes: 'the icon is sent as an image', no: 'the icon is not sent as an image' },
      diagnosis: 'Browsers will not show it. Check whether the server sends an error page or the wrong content type.',
    }),
    metric('bytes', {
      description: 'Size of the icon',
      unit: 'bytes',
      usual: '<',
      cause: 'content',
      says: 'the icon is {}',
      diagnosis: 'An icon that is nearly empty or very large is rarely intended. Check the file that is served.',
    }),
    metric('changed', {
      description: 'Icon has changed since the previous check (1 yes)',
      unit: 'flag',
      cause: 'content',
      says: {
        yes: 'the icon has changed since the previous check',
        no: 'the icon has not changed since the previous check',
      },
      diagnosis: {
        yes: 'If you did not change it, the site may have been tampered with or reset to a default. Check the site.',
      },
    }),
  ],
  diagnoses: webDiagnoses,
  defaultRules: [
    availability,
    { name: 'Favicon Missing', metric: "metrics['favicon.found']", operator: '==', value: '0', severity: 'warning' },
  ],
  receives: { memory: true },
  run,
})

type FaviconJob = CheckJob<ConfigOf<typeof config>, URL>

const maxPageBytes = 524_288

async function run(job: FaviconJob, context: RunContext): Promise<void> {
  const { metrics, evidence } = context.observed
  const { icon, tried } = await search(job, context)
  metrics['favicon.found'] = icon ? 1 : 0
  if (tried.length > 0) evidence.tried = tried.map(({ url, problem }) => ({ url, problem }))
  if (icon) return describe(icon, job, context)
  if (tried.some(({ isOther }) => isOther)) metrics['favicon.content_type_match'] = 0
}

async function search({ target, config }: FaviconJob, context: RunContext): Promise<IconSearch> {
  const { ipVersion } = config
  const page = await requestPage({ url: target, ipVersion, maxBytes: maxPageBytes }, context)
  const own = iconOf(page)
  if ('format' in own) return { icon: own, tried: [] }
  if (isIconAddress(target) && page.status < 500) return { icon: null, tried: [own] }
  refuseErrorPage(page)
  return findIcon(page, { ...context, ipVersion })
}

/** Then there is no page to search. */
function isIconAddress({ pathname }: URL): boolean {
  return /\.(ico|png|svg|gif|jpe?g|webp|avif)$/i.test(pathname)
}

function describe(icon: Icon, { known, target, config }: FaviconJob, { observed, clock }: RunContext): void {
  const { metrics, evidence } = observed
  const { url, format, contentType, bytes, digest } = icon
  const comparison = { subject: target.href, config, now: clock.now(), changeMs: 0 }
  const { before, since, remember } = compare(known, { icon: digest }, comparison)
  metrics['favicon.content_type_match'] = icon.isSentAsImage ? 1 : 0
  metrics['favicon.bytes'] = bytes
  if (before) metrics['favicon.changed'] = since === null ? 0 : 1
  if (remember) observed.remember = remember
  evidence.icon = {
    url,
    format,
    content_type: contentType,
    bytes,
    sha256: digest,
    ...(since && { before: before?.['icon'] }),
  }
}
