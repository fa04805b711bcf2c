// The banner of a page: its overall status in one sentence.
import type { ComponentView, PageView } from '../domain/status-page/page-view.ts'
import { type Markup, html } from './html.ts'
import { dateText, listText, timeTag } from './parts/dates.ts'
import { type ShapeTone, shape } from './parts/shapes.ts'
import { type PageVisit, wordsFor } from './visit.ts'

export interface BannerText {
  readonly tone: ShapeTone
  readonly sentence: string
  /** A second sentence, or empty. */
  readonly rest: string
}

const maxNamed = 3

export function verdictOf(view: PageView, visit: PageVisit): BannerText {
  const { banner } = wordsFor(visit)
  if (visit.stale)
    return {
      tone: 'idle',
      sentence: banner.stale(dateText(view.asOf, 'moment', visit.language)),
      rest: banner.staleDetail,
    }
  const ours = view.components.filter(({ thirdParty }) => !thirdParty)
  if (view.components.length === 0 && view.active.length === 0)
    return { tone: 'idle', sentence: banner.none, rest: banner.noneDetail }
  switch (view.overallStatus) {
    case 'operational':
      // A minor incident changes the status of nothing, but not everything is well.
      return view.active.length > 0
        ? { tone: 'degraded', sentence: banner.notice, rest: '' }
        : { tone: 'up', sentence: banner.operational, rest: '' }
    case 'maintenance':
      return { tone: 'maintenance', sentence: workSentence(view, ours, visit), rest: '' }
    case 'degraded':
    case 'major_outage':
      return outageOf(view, ours, visit)
  }
}

function outageOf(view: PageView, ours: readonly ComponentView[], visit: PageVisit): BannerText {
  const { banner } = wordsFor(visit)
  const down = ours.filter(({ status }) => status === 'down')
  const failing = ours.filter(({ status }) => status === 'down' || status === 'degraded')
  const tone = view.overallStatus === 'major_outage' ? 'down' : 'degraded'
  const [first] = failing
  if (!first)
    return { tone, sentence: view.overallStatus === 'major_outage' ? banner.majorNotice : banner.notice, rest: '' }
  if (failing.length === 1)
    return {
      tone,
      sentence: first.status === 'down' ? banner.disrupted(first.name) : banner.impaired(first.name),
      rest: ours.length > 1 && ours.every((one) => one === first || one.status === 'up') ? banner.restWorks : '',
    }
  if (down.length > ours.length / 2) return { tone, sentence: banner.most, rest: '' }
  return { tone, sentence: down.length > 0 ? banner.several : banner.severalImpaired, rest: '' }
}

function workSentence(view: PageView, ours: readonly ComponentView[], visit: PageVisit): string {
  const { banner } = wordsFor(visit)
  const under = ours.filter(({ status }) => status === 'maintenance')
  if (under.length === 0 || under.length > maxNamed) return banner.plannedWork
  const names = listText(
    under.map(({ name }) => name),
    visit.language,
  )
  return banner.maintenance(names, untilOf(view, under, visit))
}

/** When the maintenance of all of them ends, if announced. */
function untilOf(view: PageView, under: readonly ComponentView[], visit: PageVisit): string | null {
  const ends = under.map((component) => maintenanceOn(view, component.id)?.scheduledEnd ?? null)
  const known = ends.filter((end) => end !== null)
  if (known.length < ends.length) return null
  return dateText(new Date(Math.max(...known.map((end) => end.getTime()))), 'time', visit.language)
}

/** The active maintenance. */
export function maintenanceOn({ planned }: PageView, componentId: string) {
  return planned.find(
    ({ phase, affectedComponents }) =>
      phase === 'in_progress' && affectedComponents.some((component) => component.id === componentId),
  )
}

export function banner(view: PageView, visit: PageVisit): Markup {
  const { tone, sentence, rest } = verdictOf(view, visit)
  return html`<div class="banner ${tone}" role="status">
    ${shape(tone, 34)}
    <div>
      <h1>${sentence}</h1>
      <p>${rest} ${visit.stale ? null : checkedAt(view, visit)}</p>
    </div>
  </div>`
}

/** The time is separate markup, so that the page's script can localize it. */
function checkedAt({ lastCheckedAt }: PageView, visit: PageVisit): Markup | null {
  if (!lastCheckedAt) return null
  const [before = '', after = ''] = wordsFor(visit).banner.checkedAt('\0').split('\0')
  return html`${before}${timeTag(lastCheckedAt, 'time', visit.language)}${after}`
}
