import { z } from 'zod'
import { type ConfigOf, choice, flag, list, number, record, ruled, word } from '../../domain/field.ts'
import { type DefaultRule, availability, defineCheck } from '../define.ts'
import { ipVersion, timeout } from '../fields.ts'
import { isHostName, isIp, url } from '../targets.ts'
import { webDiagnoses } from './request-config.ts'
import { integrityMetrics, maxPages } from './integrity/metrics.ts'
import { isSelector } from './integrity/ignored.ts'
import { siteOf } from './site.ts'
import { canonical, pagesOf } from './integrity/pages.ts'
import { run } from './integrity/run.ts'

const maxRenderedPages = 10

const address = url(['https', 'http'], {
  description: 'The page to watch, or the site whose pages are watched',
  examples: ['https://example.com/'],
})

const page = ruled(word(2000), (value) => {
  const parsed = address.parse(value)
  return 'problem' in parsed ? parsed.problem : null
})

const config = {
  pages: list(page, {
    group: 'request',
    advanced: false,
    help: "Pages to compare, as absolute URLs on the target's domain; by default only the target",
    minItems: 1,
    maxItems: maxPages,
  }),
  textChangeThreshold: number({
    label: 'Allowed text change',
    unit: 'percent',
    group: 'answer',
    advanced: false,
    help: 'Percent of the visible text that may change: 50 is low, 25 normal and 10 high sensitivity',
    min: 1,
    max: 100,
    default: 25,
  }),
  pageThresholds: record(z.record(word(2000), z.int().min(1).max(100)), {
    group: 'answer',
    help: 'Percent of the visible text that may change on individual pages, by page URL',
  }),
  ignoreSelectors: list(ruled(word(200), selectorProblem), {
    help: 'CSS selectors of parts to ignore because they change regularly',
    maxItems: 20,
  }),
  checkHeaders: flag({ help: 'Compare the security headers', default: true }),
  checkScriptContent: flag({ help: 'Compare the content of scripts, if the plan includes it', default: true }),
  render: flag({
    help: `Render the page in a real browser to include what scripts add; at most ${maxRenderedPages} pages`,
    default: false,
  }),
  trustedOrigins: list(ruled(word(300), originProblem), {
    help: 'Sources never reported as new: https://host, or a hostname for every scheme and port',
    maxItems: 100,
  }),
  keywords: list(word(100), { help: 'Words that indicate tampering, in addition to the built-in ones', maxItems: 50 }),
  autoAcceptAfterHours: choice([0, 1, 3, 6, 24], {
    labels: { 0: 'Never', 1: '1 hour', 3: '3 hours', 6: '6 hours', 24: '24 hours' },
    help: 'Hours after which a change becomes the new baseline; 0 means never. The incident still opens immediately',
    default: 0,
  }),
  autoAcceptSecurity: flag({ help: 'Also accept security changes automatically', default: false }),
  timeoutSeconds: timeout(30),
  ipVersion,
}

export type IntegrityConfig = ConfigOf<typeof config>

export const integrity = defineCheck({
  type: 'integrity',
  aliases: ['page_integrity'],
  title: 'Page integrity',
  category: 'web',
  summary:
    'Compares pages with an accepted baseline and alerts if scripts, forms, headers, links or text were ' +
    'tampered with.',
  target: address,
  recognizes: ({ url }) => url && { fit: 50, target: url.href },
  config,
  minIntervalSeconds: 300,
  confirmation: { threshold: 1 },
  metrics: integrityMetrics,
  diagnoses: webDiagnoses,
  defaultRules: [
    availability,
    security('Unknown script source', 'new_script_origins'),
    security('Form sends data elsewhere', 'new_form_targets'),
    security('Tamper keywords', 'keyword_hits'),
    security('Redirects elsewhere', 'redirect_changed'),
    security('Security header weakened', 'headers_weakened'),
    security('Third-party script changed', 'scripts_changed_third_party'),
    change('Page content changed', 'pages_changed'),
    change('Security headers changed', 'headers_changed_other'),
    change('First-party script changed', 'scripts_changed_first_party'),
    { ...security('New data destination', 'new_connect_origins'), severity: 'warning' },
    change('New embedded frame', 'new_iframe_origins'),
    { ...change('New external links', 'new_link_domains'), operator: '>=', value: '5' },
    change('Pages unreachable', 'pages_unreachable_partial'),
  ],
  plan: {
    demands({ pages, render, checkScriptContent }) {
      const count = pages?.length ?? 1
      return {
        integrity_pages: count,
        integrity_render_pages: render ? count : 0,
        integrity_script_content: checkScriptContent ? 1 : 0,
      }
    },
  },
  examine({ pages, pageThresholds = {}, render }, target) {
    const site = siteOf(target.hostname)
    const watched = (pages ?? [target.href]).map(canonical)
    const problems = (pages ?? []).flatMap((url, at) => {
      if (siteOf(new URL(url).hostname) !== site) return [`pages[${at}]: must be on ${site}, the domain of the target`]
      return watched.indexOf(canonical(url)) < at ? [`pages[${at}]: is listed twice`] : []
    })
    if (render && watched.length > maxRenderedPages)
      problems.push(`pages: must be at most ${maxRenderedPages} when render is on`)
    const strangers = Object.keys(pageThresholds).filter((url) => !watched.includes(canonical(url)))
    return [...problems, ...strangers.map((url) => `pageThresholds.${url}: must be one of the pages`)]
  },
  receives: { pages: pagesOf },
  browser: { needed: ({ render }) => render === true },
  run,
})

function change(name: string, metric: string): DefaultRule {
  return { name, metric: `metrics['integrity.${metric}']`, operator: '>', value: '0', severity: 'warning' }
}

/** An attacker who restores the page for one check must not close the incident. */
function security(name: string, metric: string): DefaultRule {
  return { ...change(name, metric), severity: 'critical', clearAfter: 3 }
}

function originProblem(value: string): string | null {
  const host = value.replace(/^https:\/\//i, '')
  return isHostName(host) || isIp(host.replace(/^\[(.*)\]$/, '$1')) ? null : 'must be https://host or a hostname'
}

function selectorProblem(value: string): string | null {
  return isSelector(value) ? null : 'must be a CSS selector'
}
