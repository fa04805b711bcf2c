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
    help: 'Screen and speed of the device the page is loaded on',
    default: 'mobile',
  }),
  categories: list(z.enum(categories), {
    labels: { seo: 'SEO' },
    help: 'What is scored',
    maxItems: 4,
    minItems: 1,
    default: [...categories],
  }),
  throttling: choice(['simulated', 'devtools', 'none'], {
    labels: { devtools: 'Applied by the browser' },
    help: 'simulated computes a slow network, devtools slows the real one down, none uses it as it is',
    default: 'simulated',
  }),
  runs: number({ help: 'Audits per check; the median counts', min: 1, max: 5, default: 1 }),
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
  blockedUrlPatterns: list(word(500), { help: 'Requests that are not sent; * stands for any text', maxItems: 20 }),
  locale: text({
    help: 'Language of the browser and of the report, such as en or de-AT',
    maxLength: 35,
    default: 'en',
    rule: localeProblem,
  }),
  captureScreenshot: flag({ group: 'answer', help: 'Keep a picture of the loaded page', default: true }),
  captureReport: flag({ group: 'answer', help: 'Keep the full report for 30 days', default: true }),
  timeoutSeconds: number({ help: 'Seconds before an audit gives up', min: 30, max: 180, default: 90 }),
  runtime: choice(['2026.09'], { help: 'Version of the browser and of Lighthouse', default: '2026.09' }),
  ipVersion,
}

export type BrowserConfig = ConfigOf<typeof config>

export const browser = defineCheck({
  type: 'browser',
  title: 'Page speed audit',
  category: 'web',
  summary: 'Audits one page with Lighthouse in a real browser: Core Web Vitals, scores, weight and errors.',
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
      usual: '<',
      cause: 'performance',
      says: 'the performance score is {} of 100',
      diagnosis:
        'The report lists what costs points, the largest first. See what was deployed since the score was better.',
    }),
    metric('accessibility_score', {
      description: 'Accessibility score',
      unit: 'score',
      usual: '<',
      says: 'the accessibility score is {} of 100',
      diagnosis:
        'The report lists what costs points, the largest first. See what was deployed since the score was better.',
    }),
    metric('best_practices_score', {
      description: 'Best practices score',
      unit: 'score',
      usual: '<',
      says: 'the best practices score is {} of 100',
      diagnosis:
        'The report lists what costs points, the largest first. See what was deployed since the score was better.',
    }),
    metric('seo_score', {
      description: 'Search engine score',
      unit: 'score',
      usual: '<',
      says: 'the search engine score is {} of 100',
      diagnosis:
        'The report lists what costs points, the largest first. See what was deployed since the score was better.',
    }),
    metric('lcp_ms', {
      description: 'Largest contentful paint',
      unit: 'ms',
      usual: '>',
      says: 'the largest content appears after {}',
      diagnosis:
        'Look at what the browser waits for before it: slow answers, large images, and scripts and fonts that block. The report lists them.',
    }),
    metric('fcp_ms', {
      description: 'First contentful paint',
      unit: 'ms',
      usual: '>',
      says: 'the first content appears after {}',
      diagnosis:
        'Look at what the browser waits for before it: slow answers, large images, and scripts and fonts that block. The report lists them.',
    }),
    metric('tbt_ms', {
      description: 'Total blocking time',
      unit: 'ms',
      usual: '>',
      says: 'the page is blocked for {}',
      diagnosis:
        'Scripts keep the browser busy. The report lists the longest tasks; see which scripts were added last.',
    }),
    metric('si_ms', {
      description: 'Speed index',
      unit: 'ms',
      usual: '>',
      says: 'the page is filled after {}',
      diagnosis:
        'Look at what the browser waits for before it: slow answers, large images, and scripts and fonts that block. The report lists them.',
    }),
    metric('tti_ms', {
      description: 'Time to interactive',
      unit: 'ms',
      usual: '>',
      says: 'the page can be used after {}',
      diagnosis:
        'Scripts keep the browser busy. The report lists the longest tasks; see which scripts were added last.',
    }),
    metric('ttfb_ms', { description: 'Time to the first byte', unit: 'ms', usual: '>', ...firstByte }),
    metric('inp_ms', {
      description: 'Interaction to next paint; only when there was an interaction',
      unit: 'ms',
      usual: '>',
      says: 'the page reacts after {}',
      diagnosis:
        'Scripts keep the browser busy. The report lists the longest tasks; see which scripts were added last.',
    }),
    metric('cls', {
      description: 'Cumulative layout shift',
      unit: 'number',
      usual: '>',
      min: 0,
      max: 100,
      says: 'the layout shifts by {}',
      diagnosis: 'Things jump while people read. Give images, ads and embedded parts a size before they load.',
    }),
    metric('total_bytes', {
      description: 'Bytes the page transfers',
      unit: 'bytes',
      usual: '>',
      says: 'the page loads {}',
      diagnosis:
        'The report lists the largest parts. See what was added last, and what can be made smaller, compressed or loaded later.',
    }),
    metric('js_bytes', {
      description: 'Bytes of scripts',
      unit: 'bytes',
      usual: '>',
      says: 'the scripts have {}',
      diagnosis:
        'The report lists the largest parts. See what was added last, and what can be made smaller, compressed or loaded later.',
    }),
    metric('css_bytes', {
      description: 'Bytes of style sheets',
      unit: 'bytes',
      usual: '>',
      says: 'the style sheets have {}',
      diagnosis:
        'The report lists the largest parts. See what was added last, and what can be made smaller, compressed or loaded later.',
    }),
    metric('image_bytes', {
      description: 'Bytes of images',
      unit: 'bytes',
      usual: '>',
      says: 'the images have {}',
      diagnosis:
        'The report lists the largest parts. See what was added last, and what can be made smaller, compressed or loaded later.',
    }),
    metric('font_bytes', {
      description: 'Bytes of fonts',
      unit: 'bytes',
      usual: '>',
      says: 'the fonts have {}',
      diagnosis:
        'The report lists the largest parts. See what was added last, and what can be made smaller, compressed or loaded later.',
    }),
    metric('third_party_bytes', {
      description: 'Bytes from other sites',
      unit: 'bytes',
      usual: '>',
      says: 'other sites send {}',
      diagnosis:
        'The report lists the largest parts. See what was added last, and what can be made smaller, compressed or loaded later.',
    }),
    metric('request_count', {
      description: 'Requests the page makes',
      unit: 'count',
      usual: '>',
      says: counted('request is made', 'requests are made'),
      diagnosis: 'The report lists them. See which were added last, and which can be joined or loaded later.',
    }),
    metric('dom_nodes', {
      description: 'Elements in the page',
      unit: 'count',
      usual: '>',
      says: counted('element is in the page', 'elements are in the page'),
      diagnosis: 'Large pages are slow to draw. Show long lists in parts.',
    }),
    metric('console_errors', {
      description: 'Errors written to the console',
      unit: 'count',
      usual: '>',
      cause: 'content',
      says: counted(
        'error was written to the console',
        'errors were written to the console',
        'no error was written to the console',
      ),
      diagnosis:
        'Something in the page is broken, even if it looks well. The evidence has the messages; see what was deployed last.',
    }),
    metric('failed_requests', {
      description: 'Requests that failed',
      unit: 'count',
      usual: '>',
      cause: 'content',
      says: counted('request of the page failed', 'requests of the page failed', 'no request of the page failed'),
      diagnosis:
        'The evidence lists them. See whether files were lost in the last deployment, or somebody else is down.',
    }),
    metric('mixed_content', {
      description: 'Requests without TLS on a page with TLS',
      unit: 'count',
      cause: 'content',
      usual: '>',
      says: counted(
        'part of the page is loaded without TLS',
        'parts of the page are loaded without TLS',
        'no part of the page is loaded without TLS',
      ),
      diagnosis: 'Browsers block them or warn. Change their addresses to https.',
    }),
    statusCode('browser', 'Status code of the page'),
    metric('audit_failed', {
      description: 'Page could not be audited (1 yes)',
      unit: 'flag',
      usual: '==',
      says: { yes: 'the page could not be audited', no: 'the page could be audited' },
      diagnosis: {
        yes: 'The page did not load to its end, or never came to rest. Look at the picture and at the errors in the evidence.',
      },
    }),
    metric('score_drop', {
      description: 'Points the performance score lies below its 7-day median',
      unit: 'score',
      usual: '>',
      cause: 'performance',
      says: (points) => `the performance score is ${points === 1 ? '1 point' : '{} points'} below its median of 7 days`,
      diagnosis: 'Something has made the page slower. See what was deployed since, and compare the reports.',
    }),
  ],
  diagnoses: {
    timeout:
      'The page did not come to rest in time. Look at the picture: it may load without end, or wait for somebody who does not answer.',
    content: 'The page was opened, but could not be audited. Look at the picture and at the errors in the evidence.',
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
