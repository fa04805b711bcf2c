// Finds the differences between a page and its baseline.
import type { Baseline } from './baseline.ts'
import { changedHeaders } from './headers.ts'
import type { PageSnapshot } from './inspect-page.ts'
import { siteOf } from '../site.ts'
import { isKnownOrigin } from './origins.ts'
import { changedPercent } from './text.ts'

export const changeKinds = [
  'script_source',
  'form_target',
  'keyword',
  'redirect',
  'header_weakened',
  'third_party_script',
  'text',
  'header_changed',
  'first_party_script',
  'data_destination',
  'frame',
  'link_domain',
] as const
export type ChangeKind = (typeof changeKinds)[number]

/** Kinds that are not accepted automatically over time, unless the monitor allows it. */
export const securityKinds: readonly ChangeKind[] = [
  'script_source',
  'form_target',
  'keyword',
  'redirect',
  'header_weakened',
  'third_party_script',
  'data_destination',
]

export interface PageChange {
  readonly kind: ChangeKind
  /** The item that differs: an origin, a header, a script. Unique per kind and page. */
  readonly item: string
  readonly before: string | null
  readonly after: string | null
}

export interface PageComparisonOptions {
  /** Host of the monitor's target. */
  readonly host: string
  readonly threshold: number
  readonly trusts: (origin: string) => boolean
  readonly scriptContent: boolean
  readonly headers: boolean
}

export interface PageComparison {
  readonly changes: PageChange[]
  readonly textChangePct: number
}

/** Marks scripts whose content differs between requests. */
export const varies = 'varies'
const maxChanges = 100
const inlineScripts = 'scripts in the page'

export function compare(baseline: Baseline, look: PageSnapshot, comparing: PageComparisonOptions): PageComparison {
  const textChangePct = Math.min(...baseline.texts.map((text) => changedPercent(text, look.text)))
  const changes = [
    ...newOnes('script_source', look.scriptOrigins, baseline.scriptOrigins, comparing),
    ...newOnes('form_target', look.forms, baseline.forms, comparing),
    ...unlisted(look.keywords, baseline.keywords).map((word) => added('keyword', word)),
    ...changedPlaces(baseline, look, comparing),
    ...(comparing.headers ? headerChanges(baseline, look) : []),
    ...changedScripts(baseline, look, comparing),
    ...(comparing.scriptContent ? changedCalls(baseline, look) : []),
    ...newOnes('data_destination', look.connects, baseline.connects, comparing),
    ...newOnes('frame', look.frames, baseline.frames, comparing),
    ...newLinks(baseline, look, comparing),
  ]
  if (textChangePct > comparing.threshold)
    changes.push({
      kind: 'text',
      item: 'text',
      before: words(baseline.texts[0]?.words ?? 0),
      after: words(look.text.words),
    })
  return { changes: changes.slice(0, maxChanges), textChangePct }
}

const words = (count: number): string => `${count} words`
const added = (kind: ChangeKind, item: string): PageChange => ({ kind, item, before: null, after: item })
const unlisted = (seen: readonly string[], known: readonly string[]): string[] => {
  const all = new Set(known)
  return seen.filter((one) => !all.has(one))
}

function newOnes(
  kind: ChangeKind,
  seen: readonly string[],
  known: readonly string[],
  { trusts }: PageComparisonOptions,
): PageChange[] {
  return seen.filter((one) => !isKnownOrigin(one, known) && !trusts(one)).map((one) => added(kind, one))
}

function newLinks({ links }: Baseline, look: PageSnapshot, { trusts }: PageComparisonOptions): PageChange[] {
  return unlisted(look.links, links)
    .filter((site) => !trusts(`https://${site}`))
    .map((site) => added('link_domain', site))
}

function changedPlaces({ places }: Baseline, look: PageSnapshot, { trusts }: PageComparisonOptions): PageChange[] {
  return unlisted(look.places, places)
    .filter((place) => !trusts(new URL(place).origin))
    .map((place) => ({ kind: 'redirect', item: place, before: places[0] ?? null, after: place }))
}

function headerChanges(baseline: Baseline, look: PageSnapshot): PageChange[] {
  return changedHeaders(baseline.headers, look.headers).map(({ name, weakened, before, after }) => ({
    kind: weakened ? 'header_weakened' : 'header_changed',
    item: name,
    before,
    after,
  }))
}

/** A content is new if no script had it. A known script without a known content cannot be compared. */
function changedScripts(baseline: Baseline, look: PageSnapshot, { host }: PageComparisonOptions): PageChange[] {
  const known = new Set(Object.values(baseline.contents).flat())
  return Object.entries(look.contents).flatMap(([address, content]): PageChange[] => {
    const before = baseline.contents[address]
    const isLearned = before !== undefined || !baseline.scripts.includes(address)
    if (!isLearned || before?.includes(varies) || known.has(content)) return []
    const isOwn = siteOf(new URL(address).hostname) === siteOf(host)
    const kind = isOwn ? 'first_party_script' : 'third_party_script'
    return [{ kind, item: address, before: before?.[0] ?? null, after: content }]
  })
}

function changedCalls(baseline: Baseline, look: PageSnapshot): PageChange[] {
  const calls = unlisted(look.calls, baseline.calls)
  if (calls.length === 0) return []
  return [
    {
      kind: 'first_party_script',
      item: inlineScripts,
      before: null,
      after: `now calls ${calls.slice(0, 10).join(', ')}`,
    },
  ]
}
