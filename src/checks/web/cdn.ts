import { type ConfigOf, flag, text } from '../../domain/field.ts'
import type { HttpResponseData } from '../../net/index.ts'
import { availability, defineCheck, metricsOf } from '../define.ts'
import { ipVersion, timeout } from '../fields.ts'
import type { CheckJob, RunContext } from '../run.ts'
import { url } from '../targets.ts'
import { firstByte } from '../metric-text.ts'
import { type CacheStatus, cacheStatus } from './cdn/cache-status.ts'
import { detectProvider } from './cdn/detect.ts'
import { isCalled } from './called.ts'
import { requestPage } from './page.ts'
import { answeredWith, webDiagnoses } from './request-config.ts'

const metric = metricsOf('cdn')

const config = {
  expectedProvider: text({
    group: 'answer',
    advanced: false,
    help: 'Name of the CDN that should respond, in upper or lower case',
    maxLength: 100,
  }),
  trackCache: flag({
    help: 'Send two requests per check to see whether the second is served from cache',
    default: true,
  }),
  timeoutSeconds: timeout(30),
  ipVersion,
}

export const cdn = defineCheck({
  type: 'cdn',
  title: 'CDN',
  category: 'web',
  summary: 'Requests an asset and checks which CDN serves it, whether from cache, and how fast.',
  target: url(['https', 'http'], {
    description: 'Full URL of the asset to watch, since caching is per path',
    examples: ['https://example.com/assets/app.js'],
  }),
  recognizes: ({ url }) => url && { fit: 10, target: url.href },
  config,
  metrics: [
    metric('detected', {
      description: 'A CDN served the asset (1 yes)',
      unit: 'flag',
      cause: 'content',
      says: { yes: 'a CDN serves the asset', no: 'no CDN serves the asset' },
      diagnosis:
        'Visitors reach the origin directly, which is slower and adds load. ' +
        "Check the DNS records and the CDN's settings.",
    }),
    metric('provider_match', {
      description: 'Detected CDN is the expected one (1 yes)',
      unit: 'flag',
      cause: 'content',
      says: { yes: 'the expected CDN serves the asset', no: 'an unexpected CDN serves the asset' },
      diagnosis: 'The traffic takes an unplanned route. Check the DNS records and who changed them last.',
    }),
    metric('cache_hit_ratio', {
      description: 'Share of cache hits, 0 to 1; only if the CDN reports it',
      unit: 'ratio',
      cause: 'performance',
      says: 'the share of cache hits is {}',
      diagnosis:
        'Too many requests reach the origin. Check the caching headers, cookies and query strings, and ' +
        'whether the cache was purged.',
    }),
    metric('ttfb_ms', { description: 'Time to the first byte of the response', unit: 'ms', ...firstByte }),
    metric('status_code', {
      description: 'Status code of the response',
      unit: 'code',
      column: 'status_code',
      cause: 'http_status',
      usual: '>=',
      severity: 'critical',
      min: 100,
      max: 599,
      ...answeredWith,
    }),
  ],
  diagnoses: webDiagnoses,
  defaultRules: [
    availability,
    { name: 'CDN Not Detected', metric: "metrics['cdn.detected']", operator: '==', value: '0', severity: 'warning' },
  ],
  run,
})

type CdnJob = CheckJob<ConfigOf<typeof config>, URL>

const maxBytes = 1_048_576

async function run({ target, config }: CdnJob, context: RunContext): Promise<void> {
  const { ipVersion, expectedProvider = '', trackCache } = config
  const { metrics, evidence } = context.observed
  const page = { url: target, ipVersion, maxBytes, keepBytes: 0, acceptEncoding: 'gzip, br' }
  const answers = [await requestPage(page, context)]
  noteAnswer(answers[0]!, context)
  if (trackCache) answers.push(await requestPage(page, context))
  const last = answers.at(-1)!
  noteAnswer(last, context)
  const statuses = answers.map(({ headers }) => cacheStatus(headers))
  evidence.requests = answers.map((response, index) => requestEvidence(response, statuses[index] ?? null))
  if (trackCache) noteHits(statuses, context)
  const detected = await detectProvider(last, { ...context, ipVersion })
  metrics['cdn.detected'] = detected ? 1 : 0
  if (expectedProvider.trim() !== '')
    metrics['cdn.provider_match'] = detected && isCalled(detected.provider, expectedProvider) ? 1 : 0
  evidence.provider = detected?.provider.name ?? 'none recognized'
  if (detected) evidence.seen_by = detected.seenBy
  if (expectedProvider.trim() !== '') evidence.expected_provider = expectedProvider
}

function noteAnswer({ status, trace }: HttpResponseData, { observed }: RunContext): void {
  observed.metrics['cdn.status_code'] = status
  if (trace.firstByteMs !== null) observed.metrics['cdn.ttfb_ms'] = trace.firstByteMs
}

function noteHits(statuses: readonly (CacheStatus | null)[], { observed }: RunContext): void {
  const reported = statuses.filter((status) => status !== null)
  if (reported.length === 0) return
  observed.metrics['cdn.cache_hit_ratio'] = reported.filter(({ isHit }) => isHit).length / reported.length
}

function requestEvidence(
  { status, headers, trace }: HttpResponseData,
  cached: CacheStatus | null,
): Record<string, unknown> {
  return {
    status,
    cache: cached ? `${cached.isHit ? 'hit' : 'no hit'} (${cached.header}: ${cached.value})` : 'not reported',
    age: headers.age ?? null,
    first_byte_ms: Math.round(trace.firstByteMs ?? 0),
    address: trace.address,
  }
}
