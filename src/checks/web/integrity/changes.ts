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

export function compare(baseline: Baseline, snapshot: PageSnapshot, comparing: PageComparisonOptions): PageComparison {
  const textChangePct = Math.min(...baseline.texts.map((text) => changedPercent(text, snapshot.text)))
  const changes = [
    ...newOnes('script_source', snapshot.scriptOrigins, baseline.scriptOrigins, comparing),
    ...newOnes('form_target', snapshot.forms, baseline.forms, comparing),
    ...unlisted(snapshot.keywords, baseline.keywords).map((word) => added('keyword', word)),
    ...changedPlaces(baseline, snapshot, comparing),
    ...(comparing.headers ? headerChanges(baseline, snapshot) : []),
    ...changedScripts(baseline, snapshot, comparing),
    ...(comparing.scriptContent ? changedCalls(baseline, snapshot) : []),
    ...newOnes('data_destination', snapshot.connects, baseline.connects, comparing),
    ...newOnes('frame', snapshot.frames, baseline.frames, comparing),
    ...newLinks(baseline, snapshot, comparing),
  ]
  if (textChangePct > comparing.threshold)
    changes.push({
      kind: 'text',
      item: 'text',
      before: words(baseline.texts[0]?.words ?? 0),
      after: words(snapshot.text.words),
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

function newLinks({ links }: Baseline, snapshot: PageSnapshot, { trusts }: PageComparisonOptions): PageChange[] {
  return unlisted(snapshot.links, links)
    .filter((site) => !trusts(`https://${site}`))
    .map((site) => added('link_domain', site))
}

function changedPlaces({ places }: Baseline, snapshot: PageSnapshot, { trusts }: PageComparisonOptions): PageChange[] {
  return unlisted(snapshot.places, places)
    .filter((place) => !trusts(new URL(place).origin))
    .map((place) => ({ kind: 'redirect', item: place, before: places[0] ?? null, after: place }))
}

function headerChanges(baseline: Baseline, snapshot: PageSnapshot): PageChange[] {
  return changedHeaders(baseline.headers, snapshot.headers).map(({ name, weakened, before, after }) => ({
    kind: weakened ? 'header_weakened' : 'header_changed',
    item: name,
    before,
    after,
  }))
}

/** A content is new if no script had it. A known script without a known content cannot be compared. */
function changedScripts(baseline: Baseline, snapshot: PageSnapshot, { host }: PageComparisonOptions): PageChange[] {
  const known = new Set(Object.values(baseline.contents).flat())
  return Object.entries(snapshot.contents).flatMap(([address, content]): PageChange[] => {
    const before = baseline.contents[address]
    const isLearned = before !== undefined || !baseline.scripts.includes(address)
    if (!isLearned || before?.includes(varies) || known.has(content)) return []
    const isOwn = siteOf(new URL(address).hostname) === siteOf(host)
    const kind = isOwn ? 'first_party_script' : 'third_party_script'
    return [{ kind, item: address, before: before?.[0] ?? null, after: content }]
  })
}

function changedCalls(baseline: Baseline, snapshot: PageSnapshot): PageChange[] {
  const calls = unlisted(snapshot.calls, baseline.calls)
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
