import { z } from 'zod'
import { type ConfigOf, choice, flag, item, list, number, part, text, word } from '../../domain/field.ts'
import { availability, defineCheck, metricsOf } from '../define.ts'
import { headerName, headers, ipVersion } from '../fields.ts'
import { url } from '../targets.ts'
import { login, statusCode } from '../web/request-config.ts'
import { counted } from '../../domain/alerting/sentence.ts'
import { firstByte } from '../metric-text.ts'
import { run } from './audit/run.ts'

const metric = metricsOf('browser')
const categories = ['performance', 'accessibility', 'best_practices', 'seo'] as const

const cookie = item(
  z.strictObject({
    name: part(z.string().regex(headerName, 'must be a cookie name'), { example: 'consent' }),
    value: z
      .string()
      .max(4096)
      .regex(/^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/, 'must be a cookie value'),
  }),
  { add: 'Add cookie' },
)

const config = {
  device: choice(['mobile', 'desktop'], {
    group: 'request',
    advanced: false,
    help: 'Screen size and speed of the simulated device',
    default: 'mobile',
  }),
  categories: list(z.enum(categories), {
    labels: { seo: 'SEO' },
    help: 'Categories that are scored',
    maxItems: 4,
    minItems: 1,
    default: [...categories],
  }),
  throttling: choice(['simulated', 'devtools', 'none'], {
    labels: { devtools: 'Applied by the browser' },
    help: 'simulated calculates a slow network, devtools slows the real one down, none leaves it as it is',
    default: 'simulated',
  }),
  runs: number({ help: 'Audits per check; the median is used', min: 1, max: 5, default: 1 }),
  requestHeaders: headers,
  authUsername: login.authUsername,
  authPassword: login.authPassword,
  cookies: list(cookie, {
    group: 'request',
    advanced: true,
    help: 'Cookies set for the host of the target before the page is loaded',
    secret: true,
    maxItems: 50,
  }),
  blockedUrlPatterns: list(word(500), { help: 'Requests to block; * matches any text', maxItems: 20 }),
  locale: text({
    help: 'Language of the browser and the report, such as en or de-AT',
    maxLength: 35,
    default: 'en',
    rule: localeProblem,
  }),
  captureScreenshot: flag({ group: 'answer', help: 'Store a screenshot of the loaded page', default: true }),
  captureReport: flag({ group: 'answer', help: 'Store the full report for 30 days', default: true }),
  timeoutSeconds: number({ help: 'Timeout of one audit in seconds', min: 30, max: 180, default: 90 }),
  runtime: choice(['2026.09'], { help: 'Versions of the browser and Lighthouse', default: '2026.09' }),
  ipVersion,
}

export type BrowserConfig = ConfigOf<typeof config>

export const browser = defineCheck({
  type: 'browser',
  title: 'Page speed audit',
  category: 'web',
  summary: 'Audits a page with Lighthouse in a real browser: Core Web Vitals, scores, weight and errors.',
  target: url(['https', 'http'], { description: 'The page to audit', examples: ['https://example.com/'] }),
  recognizes: ({ url }) => url && { fit: 70, target: url.href },
  config,
  credentials: { keys: ['authPassword', 'cookies'], boundTo: ['authUsername'] },
  minIntervalSeconds: 3600,
  browser: { needed: 'always' },
  receives: { memory: true },
  plan: { monthlyLimit: 'browser_audits_per_month' },
  metrics: [
    metric('performance_score', {
      description: 'Performance score',
      unit: 'score',
      cause: 'performance',
      says: 'the performance score is {} out of 100',
      diagnosis: 'The report lists the largest losses first. Check what was deployed since the score was better.',
    }),
    metric('accessibility_score', {
      description: 'Accessibility score',
      unit: 'score',
      says: 'the accessibility score is {} out of 100',
      diagnosis: 'The report lists the largest losses first. Check what was deployed since the score was better.',
    }),
    metric('best_practices_score', {
      description: 'Best practices score',
      unit: 'score',
      says: 'the best practices score is {} out of 100',
      diagnosis: 'The report lists the largest losses first. Check what was deployed since the score was better.',
    }),
    metric('seo_score', {
      description: 'Search engine score',
      unit: 'score',
      says: 'the search engine score is {} out of 100',
      diagnosis: 'The report lists the largest losses first. Check what was deployed since the score was better.',
    }),
    metric('lcp_ms', {
      description: 'Largest contentful paint',
      unit: 'ms',
      says: 'the largest content appears after {}',
      diagnosis:
        'Check what delays it: slow responses, large images, blocking scripts and fonts. The report lists them.',
    }),
    metric('fcp_ms', {
      description: 'First contentful paint',
      unit: 'ms',
      says: 'the first content appears after {}',
      diagnosis:
        'Check what delays it: slow responses, large images, blocking scripts and fonts. The report lists them.',
    }),
    metric('tbt_ms', {
      description: 'Total blocking time',
      unit: 'ms',
      says: 'the page is blocked for {}',
      diagnosis:
        'Scripts keep the browser busy. The report lists the longest tasks; check which scripts were added last.',
    }),
    metric('si_ms', {
      description: 'Speed index',
      unit: 'ms',
      says: 'the page is visually complete after {}',
      diagnosis:
        'Check what delays it: slow responses, large images, blocking scripts and fonts. The report lists them.',
    }),
    metric('tti_ms', {
      description: 'Time to interactive',
      unit: 'ms',
      says: 'the page becomes interactive after {}',
      diagnosis:
        'Scripts keep the browser busy. The report lists the longest tasks; check which scripts were added last.',
    }),
    metric('ttfb_ms', { description: 'Time to the first byte', unit: 'ms', ...firstByte }),
    metric('inp_ms', {
      description: 'Interaction to next paint; only measured if there was an interaction',
      unit: 'ms',
      says: 'the page reacts after {}',
      diagnosis:
        'Scripts keep the browser busy. The report lists the longest tasks; check which scripts were added last.',
    }),
    metric('cls', {
      description: 'Cumulative layout shift',
      unit: 'number',
      usual: '>',
      min: 0,
      max: 100,
      says: 'the layout shifts by {}',
      diagnosis: 'Content jumps while people read. Set a size for images, ads and embedded content before they load.',
    }),
    metric('total_bytes', {
      description: 'Bytes transferred by the page',
      unit: 'bytes',
      says: 'the page loads {}',
      diagnosis:
        'The report lists the largest files. Check what was added last and what can be compressed or loaded ' +
        'later.',
    }),
    metric('js_bytes', {
      description: 'Bytes of scripts',
      unit: 'bytes',
      says: 'the scripts weigh {}',
      diagnosis:
        'The report lists the largest files. Check what was added last and what can be compressed or loaded ' +
        'later.',
    }),
    metric('css_bytes', {
      description: 'Bytes of style sheets',
      unit: 'bytes',
      says: 'the style sheets weigh {}',
      diagnosis:
        'The report lists the largest files. Check what was added last and what can be compressed or loaded ' +
        'later.',
    }),
    metric('image_bytes', {
      description: 'Bytes of images',
      unit: 'bytes',
      says: 'the images weigh {}',
      diagnosis:
        'The report lists the largest files. Check what was added last and what can be compressed or loaded ' +
        'later.',
    }),
    metric('font_bytes', {
      description: 'Bytes of fonts',
      unit: 'bytes',
      says: 'the fonts weigh {}',
      diagnosis:
        'The report lists the largest files. Check what was added last and what can be compressed or loaded ' +
        'later.',
    }),
    metric('third_party_bytes', {
      description: 'Bytes from other sites',
      unit: 'bytes',
      says: 'the page loads {} from other sites',
      diagnosis:
        'The report lists the largest files. Check what was added last and what can be compressed or loaded ' +
        'later.',
    }),
    metric('request_count', {
      description: 'Requests the page makes',
      unit: 'count',
      says: counted('request is made', 'requests are made'),
      diagnosis: 'The report lists them. Check which were added last and which can be combined or loaded later.',
    }),
    metric('dom_nodes', {
      description: 'Elements on the page',
      unit: 'count',
      says: counted('element is on the page', 'elements are on the page'),
      diagnosis: 'Large pages render slowly. Split long lists into parts.',
    }),
    metric('console_errors', {
      description: 'Errors written to the console',
      unit: 'count',
      cause: 'content',
      says: counted(
        'error was written to the console',
        'errors were written to the console',
        'no error was written to the console',
      ),
      diagnosis:
        'Something on the page is broken, even if it looks fine. ' +
        'Read the messages in the evidence and check what was deployed last.',
    }),
    metric('failed_requests', {
      description: 'Requests that failed',
      unit: 'count',
      cause: 'content',
      says: counted('request of the page failed', 'requests of the page failed', 'no request of the page failed'),
      diagnosis: 'The evidence lists them. Check whether the last deployment lost files or another service is down.',
    }),
    metric('mixed_content', {
      description: 'Requests without TLS on a page that uses TLS',
      unit: 'count',
      cause: 'content',
      says: counted(
        'part of the page is loaded without TLS',
        'parts of the page are loaded without TLS',
        'no part of the page is loaded without TLS',
      ),
      diagnosis: 'Browsers block them or warn. Change their URLs to https.',
    }),
    statusCode('browser', 'Status code of the page'),
    metric('audit_failed', {
      description: 'Page could not be audited (1 yes)',
      unit: 'flag',
      says: { yes: 'the page could not be audited', no: 'the page could be audited' },
      diagnosis: {
        yes:
          'The page did not load completely or never became idle. ' +
          'Check the screenshot and the errors in the evidence.',
      },
    }),
    metric('score_drop', {
      description: 'Points by which the performance score is below its 7-day median',
      unit: 'score',
      usual: '>',
      cause: 'performance',
      says: (points) => `the performance score is ${points === 1 ? '1 point' : '{} points'} below its 7-day median`,
      diagnosis: 'Something made the page slower. Check what was deployed since, and compare the reports.',
    }),
  ],
  diagnoses: {
    timeout:
      'The page did not finish loading in time. Check the screenshot: it may load endlessly or wait for ' +
      'another service.',
    content: 'The page opened, but could not be audited. Check the screenshot and the errors in the evidence.',
  },
  defaultRules: [
    availability,
    { name: 'Slow LCP', metric: "metrics['browser.lcp_ms']", operator: '>', value: '4000', severity: 'warning' },
    { name: 'Layout Shift', metric: "metrics['browser.cls']", operator: '>', value: '0.25', severity: 'warning' },
    {
      name: 'Low Performance Score',
      metric: "metrics['browser.performance_score']",
      operator: '<',
      value: '50',
      severity: 'warning',
    },
  ],
  examine({ authUsername, authPassword }, target) {
    if (authUsername && !authPassword) return ['authPassword: Required with a username']
    if (authPassword && !authUsername) return ['authUsername: Required with a password']
    return authPassword && target.protocol !== 'https:' ? ['authPassword: needs an https:// target'] : []
  },
  run,
})

function localeProblem(value: string): string | null {
  return /^[a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|[0-9]{3}))?$/i.test(value)
    ? null
    : 'must be a language tag such as en or de-AT'
}
