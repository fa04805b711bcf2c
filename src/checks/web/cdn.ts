import { type ConfigOf, flag, text } from '../../domain/field.ts'
import type { HttpResponseData } from '../../net/index.ts'
import { availability, defineCheck, metricsOf } from '../define.ts'
import { ipVersion, timeout } from '../fields.ts'
import type { CheckJob, RunContext } from '../run.ts'
import { url } from '../targets.ts'
import { firstByte } from '../metric-text.ts'
import { type CacheVerdict, cacheVerdict } from './cdn/cache-verdict.ts'
import { detectProvider } from './cdn/detect.ts'
import { isCalled } from './called.ts'
import { requestPage } from './page.ts'
import { answeredWith, webDiagnoses } from './request-config.ts'

const metric = metricsOf('cdn')

const config = {
  expectedProvider: text({
    group: 'answer',
    advanced: false,
    help: 'Name of the CDN that should answer; letter case does not matter',
    maxLength: 100,
  }),
  trackCache: flag({
    help: 'Send two requests in a row per check to see whether the second comes from cache',
    default: true,
  }),
  timeoutSeconds: timeout(30),
  ipVersion,
}

export const cdn = defineCheck({
  type: 'cdn',
  title: 'CDN',
  category: 'web',
  summary: 'Requests an asset and tells which CDN served it, whether from cache, and how fast.',
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
      usual: '==',
      cause: 'content',
      says: { yes: 'a CDN serves the asset', no: 'no CDN serves the asset' },
      diagnosis: {
        no: 'Visitors reach the origin itself, which is slower and bears all the load. Look at the DNS records and at the settings of the CDN.',
      },
    }),
    metric('provider_match', {
      description: 'Detected CDN is the expected one (1 yes)',
      unit: 'flag',
      cause: 'content',
      usual: '==',
      says: { yes: 'the expected CDN serves the asset', no: 'another CDN than the expected one serves the asset' },
      diagnosis: {
        no: 'The traffic takes another way than planned. Look at the DNS records and at who changed them last.',
      },
    }),
    metric('cache_hit_ratio', {
      description: 'Share of cache hits, 0 to 1; only when the edge says',
      unit: 'ratio',
      usual: '<',
      cause: 'performance',
      says: 'the share of cache hits is {}',
      diagnosis:
        'Too much goes to the origin. Look at the caching headers, at cookies and query strings, and at whether the cache was purged.',
    }),
    metric('ttfb_ms', { description: 'Time to the first byte of the answer', unit: 'ms', usual: '>', ...firstByte }),
    metric('status_code', {
      description: 'Status code of the answer',
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
  const verdicts = answers.map(({ headers }) => cacheVerdict(headers))
  evidence.requests = answers.map((answer, index) => requestShown(answer, verdicts[index] ?? null))
  if (trackCache) noteHits(verdicts, context)
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

function noteHits(verdicts: readonly (CacheVerdict | null)[], { observed }: RunContext): void {
  const told = verdicts.filter((verdict) => verdict !== null)
  if (told.length === 0) return
  observed.metrics['cdn.cache_hit_ratio'] = told.filter(({ isHit }) => isHit).length / told.length
}

function requestShown(
  { status, headers, trace }: HttpResponseData,
  verdict: CacheVerdict | null,
): Record<string, unknown> {
  return {
    status,
    cache: verdict ? `${verdict.isHit ? 'hit' : 'no hit'} (${verdict.header}: ${verdict.value})` : 'not told',
    age: headers.age ?? null,
    first_byte_ms: Math.round(trace.firstByteMs ?? 0),
    address: trace.address,
  }
}
