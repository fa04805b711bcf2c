import { type ConfigOf, flag, number } from '../../domain/field.ts'
import { TargetDown } from '../../domain/outcome.ts'
import { newTrace } from '../../net/http/trace.ts'
import { availability, defineCheck, metricsOf } from '../define.ts'
import type { Evidence } from '../evidence.ts'
import { ipVersion, timeout } from '../fields.ts'
import type { CheckJob, RunContext } from '../run.ts'
import { url } from '../targets.ts'
import { showTrace } from './evidence.ts'
import {
  type SitemapReadContext,
  type Survey,
  isSuccess,
  maxFiles,
  newSurvey,
  readFile,
  readFilesOf,
} from './sitemap/files.ts'
import { UnreadableSitemap } from './sitemap/listing.ts'
import { type PageResults, requestPages } from './sitemap/pages.ts'
import { EvenSample } from './sitemap/sample.ts'
import { counted } from '../../domain/alerting/sentence.ts'
import { webDiagnoses } from './request-config.ts'

const metric = metricsOf('sitemap')

const config = {
  checkUrlCount: number({
    label: 'Pages to request',
    group: 'request',
    advanced: false,
    help: 'Listed pages to request per check; 0 only reads the sitemap',
    min: 0,
    max: 100,
    default: 10,
  }),
  captureBrokenUrls: flag({ help: 'Store the URLs of broken pages with the result', default: true }),
  timeoutSeconds: timeout(30),
  ipVersion,
}

export const sitemap = defineCheck({
  type: 'sitemap',
  title: 'Sitemap',
  category: 'web',
  summary: 'Fetches a sitemap and requests some of the listed pages to find broken ones.',
  target: url(['https', 'http'], {
    description: 'URL of the sitemap file',
    examples: ['https://example.com/sitemap.xml'],
  }),
  recognizes: ({ url }) => url && { fit: /sitemap[^/]*\.xml(\.gz)?$/i.test(url.pathname) ? 100 : 12, target: url.href },
  config,
  minIntervalSeconds: 300,
  metrics: [
    metric('found', {
      description: 'Sitemap exists and can be read (1 yes)',
      unit: 'flag',
      severity: 'critical',
      cause: 'content',
      says: { yes: 'the sitemap exists and can be read', no: 'the sitemap is missing or cannot be read' },
      diagnosis:
        'Search engines find new pages late or not at all. ' +
        'Check whether the file is generated, its location, and whether its XML is complete.',
    }),
    metric('broken_percent', {
      description: 'Share of the requested pages that are broken',
      unit: 'percent',
      cause: 'content',
      says: '{} of the tested pages are broken',
      diagnosis:
        'The sitemap sends search engines to broken pages. ' +
        'The evidence lists them: fix them, or delete them from the sitemap.',
    }),
    metric('broken_urls', {
      description: 'Requested pages that are broken',
      unit: 'count',
      max: 100,
      cause: 'content',
      says: counted('tested page is broken', 'tested pages are broken'),
      diagnosis:
        'The sitemap sends search engines to broken pages. ' +
        'The evidence lists them: fix them, or delete them from the sitemap.',
    }),
    metric('url_count', {
      description: 'Pages the sitemap lists',
      unit: 'count',
      usual: '<',
      cause: 'content',
      says: counted('page is in the sitemap', 'pages are in the sitemap'),
      diagnosis: 'Pages were added or lost. Check what generates the sitemap and the content it reads.',
    }),
  ],
  diagnoses: webDiagnoses,
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
  run,
})

type SitemapJob = CheckJob<ConfigOf<typeof config>, URL>

/** Share of the time for an index; the rest is for the pages. */
const readingShare = 0.5

async function run(job: SitemapJob, context: RunContext): Promise<void> {
  const { config, target, deadlineMs } = job
  const { clock, observed } = context
  const survey = newSurvey(config.checkUrlCount)
  const results: PageResults = { finished: 0, postponed: 0, broken: [] }
  const untilMs = clock.monotonicMs() + deadlineMs * readingShare
  const reading: SitemapReadContext = { ...context, target, survey, untilMs, ipVersion: config.ipVersion }
  try {
    const files = new EvenSample<URL>(maxFiles)
    if (!(await readTarget(reading, context, files))) return
    await readFilesOf(reading, files)
    if (survey.filesLeft === 0) observed.metrics['sitemap.url_count'] = survey.pageCount
    await requestPages(survey.pages.items(), results, reading)
  } finally {
    observe(job, context, { survey, results })
  }
}

/** Whether the target is a sitemap. */
async function readTarget(
  reading: SitemapReadContext,
  { observed }: RunContext,
  files: EvenSample<URL>,
): Promise<boolean> {
  const { metrics, evidence } = observed
  const trace = newTrace()
  try {
    const { status, reason } = await readFile(reading, { url: reading.target, files, trace })
    evidence.status = `${status} ${reason}`.trim()
    if (!isSuccess(status) && !isMissing(status))
      throw new TargetDown('http_status', `the sitemap responded with HTTP ${evidence.status}`)
    metrics['sitemap.found'] = isSuccess(status) ? 1 : 0
  } catch (error) {
    if (!(error instanceof UnreadableSitemap)) throw error
    metrics['sitemap.found'] = 0
    evidence.problem = `the file cannot be read as a sitemap: ${error.message}`
  } finally {
    observed.statusCode = trace.status
    showTrace(trace, evidence)
  }
  return metrics['sitemap.found'] === 1
}

/** Others, like 429 or 503, say nothing about the file. */
function isMissing(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429
}

interface SitemapFindings {
  readonly survey: Survey
  readonly results: PageResults
}

function observe({ config }: SitemapJob, { observed }: RunContext, { survey, results }: SitemapFindings): void {
  const { metrics, evidence } = observed
  const broken = [...survey.unreadable, ...results.broken]
  const requested = results.finished + survey.unreadable.length
  if (results.finished > 0) metrics['sitemap.broken_percent'] = (100 * broken.length) / requested
  if (requested + survey.filesRead > 0) metrics['sitemap.broken_urls'] = broken.length
  if (survey.kind !== null) evidence.kind = survey.kind
  if (metrics['sitemap.found'] !== 1) return
  evidence.pages = pagesEvidence(survey, results)
  if (survey.kind === 'index') evidence.sitemaps = filesEvidence(survey)
  if (config.captureBrokenUrls && broken.length > 0) evidence.broken = broken.map(shortened)
}

function pagesEvidence({ pageCount, elsewhereCount, invalidCount, bytes }: Survey, results: PageResults): Evidence {
  return {
    listed: pageCount,
    bytes,
    ...(elsewhereCount > 0 && { of_other_sites: elsewhereCount }),
    ...(invalidCount > 0 && { not_addresses: invalidCount }),
    requested: results.finished + results.postponed,
    ...(results.postponed > 0 && { answered_too_many_requests: results.postponed }),
    broken: results.broken.length,
  }
}

function filesEvidence({ filesRead, filesLeft, unreadable }: Survey): Evidence {
  return { read: filesRead, unreadable: unreadable.length, ...(filesLeft > 0 && { not_read: filesLeft }) }
}

const shownAddress = 300

function shortened({ url, problem }: { url: string; problem: string }): Evidence {
  return { url: url.length > shownAddress ? `${url.slice(0, shownAddress)}…` : url, problem: problem.slice(0, 200) }
}
