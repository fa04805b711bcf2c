// Metrics and evidence of a check of pages.
import { TargetDown } from '../../../domain/outcome.ts'
import type { Observations } from '../../run.ts'
import type { ChangeKind } from './changes.ts'
import type { ComparedPage } from './compare-page.ts'
import type { PageSighting } from './run.ts'

interface PageObservations {
  readonly sightings: ReadonlyMap<string, PageSighting>
  readonly comparisons: ReadonlyMap<string, ComparedPage>
  /** Scripts that could not be fetched. */
  readonly missing: readonly string[]
  readonly config: { readonly checkHeaders: boolean }
  readonly scriptContent: boolean
}

const shownPages = 50
const shownChanges = 40

/** Change metrics exist as soon as one page has a baseline. */
export function observe(observed: Observations, observations: PageObservations): void {
  const { sightings, comparisons } = observations
  const failed = [...sightings.values()].filter((sighting) => sighting instanceof TargetDown).length
  const missing = [...comparisons.values()].filter(({ compared }) => compared === null).length
  Object.assign(observed.metrics, {
    'integrity.pages_checked': comparisons.size,
    'integrity.pages_unreachable': failed,
    'integrity.pages_unreachable_partial': comparisons.size > 0 ? failed : 0,
    ...(comparisons.size > 0 && {
      'integrity.baseline_missing': missing,
      'integrity.keyword_hits': count(observations, ['keyword']),
    }),
    ...(comparisons.size > missing && comparedMetrics(observations)),
  })
  showPages(observed.evidence, observations)
}

function comparedMetrics(observations: PageObservations): Record<string, number> {
  const { comparisons, scriptContent, config } = observations
  const changedPages = (kind: ChangeKind): number =>
    [...comparisons.values()].filter(({ changes }) => changes.some((change) => change.kind === kind)).length
  const percents = [...comparisons.values()].flatMap(({ compared }) => compared?.textChangePct ?? [])
  return {
    'integrity.new_script_origins': count(observations, ['script_source']),
    'integrity.new_form_targets': count(observations, ['form_target']),
    'integrity.redirect_changed': changedPages('redirect'),
    'integrity.pages_changed': changedPages('text'),
    'integrity.new_connect_origins': count(observations, ['data_destination']),
    'integrity.new_iframe_origins': count(observations, ['frame']),
    'integrity.new_link_domains': count(observations, ['link_domain']),
    'integrity.text_change_pct_max': Math.max(...percents),
    ...(config.checkHeaders && {
      'integrity.headers_weakened': count(observations, ['header_weakened']),
      'integrity.headers_changed_other': count(observations, ['header_changed']),
      'integrity.headers_changed': count(observations, ['header_weakened', 'header_changed']),
    }),
    ...(scriptContent && {
      'integrity.scripts_changed_third_party': count(observations, ['third_party_script']),
      'integrity.scripts_changed_first_party': count(observations, ['first_party_script']),
      'integrity.scripts_content_changed': count(observations, ['third_party_script', 'first_party_script']),
    }),
  }
}

/** An item that is new on several pages counts once. */
function count({ comparisons }: PageObservations, kinds: readonly ChangeKind[]): number {
  const changes = [...comparisons.values()].flatMap((page) => page.changes)
  return new Set(changes.filter(({ kind }) => kinds.includes(kind)).map(({ kind, item }) => `${kind} ${item}`)).size
}

function showPages(evidence: Record<string, unknown>, observations: PageObservations): void {
  const { sightings, comparisons, missing } = observations
  const changes = [...comparisons].flatMap(([page, { changes }]) => changes.map((change) => ({ page, ...change })))
  const accepted = [...comparisons].flatMap(([page, { accepted }]) =>
    accepted.map(({ kind, item }) => ({ page, kind, item })),
  )
  if (changes.length > 0) evidence.changes = changes.slice(0, shownChanges)
  if (accepted.length > 0) evidence.accepted = accepted.slice(0, shownChanges)
  evidence.pages = [...sightings]
    .slice(0, shownPages)
    .map(([page, sighting]) => shownPage(page, sighting, comparisons.get(page)))
  if (missing.length > 0) evidence.scripts_not_read = missing.slice(0, shownChanges)
}

function shownPage(page: string, sighting: PageSighting, comparison: ComparedPage | undefined): object {
  if (sighting instanceof TargetDown) return { page, problem: sighting.message }
  const { status, bytes, isCut, snapshot } = sighting
  const baseline = comparison?.compared
    ? null
    : comparison?.update?.baseline
      ? 'created now'
      : 'missing: accept the page or clean it'
  return {
    page,
    status,
    bytes,
    ...(isCut && { is_cut: true }),
    words: snapshot.text.words,
    ...(comparison?.compared && { text_change_pct: comparison.compared.textChangePct }),
    ...(baseline && { baseline }),
  }
}
