// Compares a snapshot of a page with its baseline: the first one, one more to learn, or one with changes.
import { type Baseline, baselineOf, withChanges, withInspection, withNewContents, withText } from './baseline.ts'
import { type PageComparisonOptions, compare, securityKinds } from './changes.ts'
import { type PageSnapshot, isRendered, shortHash } from './inspect-page.ts'
import type { DatedChange, KnownPage, PageUpdate } from './state.ts'

export interface Acceptance {
  /** 0 means never. */
  readonly afterHours: number
  readonly withSecurity: boolean
}

interface PageToCompare {
  readonly page: string
  readonly known: KnownPage | undefined
  readonly options: PageComparisonOptions
  readonly acceptance: Acceptance
  readonly now: Date
}

export interface ComparedPage {
  /** Null without a baseline. */
  readonly compared: { readonly textChangePct: number } | null
  readonly changes: readonly DatedChange[]
  readonly accepted: readonly DatedChange[]
  readonly update: PageUpdate | null
}

const hour = 3_600_000
/** Time after the first snapshot in which other locations extend the baseline. */
const learningMs = 24 * hour

export function comparePage(snapshot: PageSnapshot, comparing: PageToCompare): ComparedPage {
  const { known, now } = comparing
  if (!known?.baseline || isRendered(known.baseline) !== isRendered(snapshot)) return beginBaseline(snapshot, comparing)
  if (known.changes === null && isLearning(known, snapshot, now)) {
    const baseline = withInspection(known.baseline, snapshot)
    return settled(snapshot, comparing, { before: known.baseline, baseline, changes: [], accepted: [] })
  }
  const usable = known.baseline.without === snapshot.without ? known.baseline : withText(known.baseline, snapshot)
  const learned = withNewContents(usable, snapshot)
  const changes = dated(compare(learned, snapshot, comparing.options).changes, comparing)
  const accepted = changes.filter((change) => isDue(change, comparing))
  const baseline = withChanges(learned, snapshot, accepted)
  const open = changes.filter((change) => !accepted.includes(change))
  return settled(snapshot, comparing, { before: known.baseline, baseline, changes: open, accepted })
}

/** A page with keywords of tampering needs approval by a person. */
function beginBaseline(snapshot: PageSnapshot, comparing: PageToCompare): ComparedPage {
  const suspicious = snapshot.keywords.map((item) => ({ kind: 'keyword' as const, item, before: null, after: item }))
  const changes = dated(suspicious, comparing)
  const accepted = changes.filter((change) => isDue(change, comparing))
  const isClean = changes.length === accepted.length
  const baseline = isClean ? baselineOf([snapshot]) : null
  const update = updateOf(snapshot, comparing, { baseline, changes: isClean ? [] : changes })
  return { compared: null, changes: isClean ? [] : changes, accepted, update }
}

interface PageJudgement {
  readonly before: Baseline
  readonly baseline: Baseline
  readonly changes: readonly DatedChange[]
  readonly accepted: readonly DatedChange[]
}

function settled(
  snapshot: PageSnapshot,
  comparing: PageToCompare,
  { before, baseline, changes, accepted }: PageJudgement,
): ComparedPage {
  const { textChangePct } = compare(baseline, snapshot, comparing.options)
  const next = baseline === before ? null : baseline
  return {
    compared: { textChangePct },
    changes,
    accepted,
    update: updateOf(snapshot, comparing, { baseline: next, changes }),
  }
}

/** Null if there is nothing to store. */
function updateOf(
  snapshot: PageSnapshot,
  { page, known }: PageToCompare,
  { baseline, changes }: { baseline: Baseline | null; changes: readonly DatedChange[] },
): PageUpdate | null {
  const digest = shortHash(JSON.stringify(snapshot))
  const isKept = baseline === null && known?.digest === digest && isSame(known.changes ?? [], changes)
  return isKept ? null : { page, version: known?.version ?? 0, baseline, look: snapshot, digest, changes }
}

function isSame(one: readonly DatedChange[], other: readonly DatedChange[]): boolean {
  const plain = (changes: readonly DatedChange[]): string =>
    changes.map(({ kind, item, after, first_seen_at }) => `${kind} ${item} ${after} ${first_seen_at}`).join('\n')
  return plain(one) === plain(other)
}

function isLearning({ made_at }: KnownPage, snapshot: PageSnapshot, now: Date): boolean {
  return made_at !== null && snapshot.keywords.length === 0 && now.getTime() - Date.parse(made_at) < learningMs
}

function dated(changes: readonly Omit<DatedChange, 'first_seen_at'>[], { known, now }: PageToCompare): DatedChange[] {
  const before = new Map(
    (known?.changes ?? []).map((change) => [`${change.kind} ${change.item}`, change.first_seen_at]),
  )
  return changes.map((change) => {
    const { kind, item, before: was, after } = change
    return { kind, item, before: was, after, first_seen_at: before.get(`${kind} ${item}`) ?? now.toISOString() }
  })
}

function isDue({ kind, first_seen_at }: DatedChange, { acceptance, now }: PageToCompare): boolean {
  const { afterHours, withSecurity } = acceptance
  if (afterHours === 0 || (securityKinds.includes(kind) && !withSecurity)) return false
  return now.getTime() - Date.parse(first_seen_at) >= afterHours * hour
}
