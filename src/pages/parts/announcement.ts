import type { AnnouncementView, UpdateView } from '../../domain/status-page/page-view.ts'
import { type Markup, html } from '../html.ts'
import { type PageVisit, linkTo, wordsFor } from '../visit.ts'
import { dateText, listText, timeTag } from './dates.ts'
import { type ShapeTone, shape } from './shapes.ts'

const toneOfSeverity = { minor: 'degraded', major: 'degraded', critical: 'down' } as const

function toneOfAnnouncement({ type, severity, resolvedAt }: AnnouncementView): ShapeTone {
  if (type === 'maintenance') return 'maintenance'
  return resolvedAt ? 'idle' : toneOfSeverity[severity]
}

/** The status in one word. */
export function stageOf({ type, phase, status }: AnnouncementView, visit: PageVisit): string {
  const words = wordsFor(visit)
  if (type === 'incident' || phase === null) return words.announcement[status]
  return words.maintenance[({ planned: 'scheduled', in_progress: 'started', over: 'completed' } as const)[phase]]
}

export function announcement(view: AnnouncementView, visit: PageVisit, heading: 2 | 3 = 2): Markup {
  const tone = toneOfAnnouncement(view)
  const title = html`${shape(tone, 16)}<span lang="${view.language}">${view.title}</span>
    <span class="pill">${pillOf(view, visit)}</span>`
  return html`<article class="ann ${tone}" id="a-${view.id}">
    ${heading === 2 ? html`<h2>${title}</h2>` : html`<h3>${title}</h3>`}
    <p class="aff">${factsOf(view, visit)}</p>
    <ol class="ups" reversed>
      ${view.updates.toReversed().map((update) => updateOf(view, update, visit))}
    </ol>
  </article>`
}

function pillOf(view: AnnouncementView, visit: PageVisit): string {
  return view.type === 'maintenance' || view.resolvedAt ? stageOf(view, visit) : wordsFor(visit).severity[view.severity]
}

function factsOf(view: AnnouncementView, visit: PageVisit): Markup {
  const words = wordsFor(visit)
  const names = listText(
    view.affectedComponents.map(({ name }) => name),
    visit.language,
  )
  const affects = names === '' ? null : words.affects(names)
  if (view.type === 'incident') {
    const [before = '', after = ''] = words.since('\0').split('\0')
    const since = html`${before}${timeTag(view.createdAt, 'moment', visit.language)}${after}`
    return html`${affects}${affects && ' · '}${since}`
  }
  const calendar = html`<a href="${linkTo(visit, `calendar/${view.id}.ics`)}">${words.addToCalendar}</a>`
  return html`${whenOf(view, visit)} · ${affects}${affects && ' · '}${calendar}`
}

/** The time of the maintenance. */
function whenOf({ scheduledStart, scheduledEnd, createdAt }: AnnouncementView, visit: PageVisit): Markup {
  const start = timeTag(scheduledStart ?? createdAt, 'moment', visit.language)
  return scheduledEnd ? html`${start} – ${timeTag(scheduledEnd, 'moment', visit.language)}` : start
}

function updateOf(view: AnnouncementView, { at, status, body, language }: UpdateView, visit: PageVisit): Markup {
  const word = view.type === 'incident' ? html`<b>${wordsFor(visit).announcement[status]}</b>` : null
  return html`<li>
    ${timeTag(at, 'moment', visit.language)}
    <div>
      ${word}
      <p lang="${language}">${body}</p>
    </div>
  </li>`
}

/** An announcement in a few lines; the texts of an open one are above them. */
export function pastLine(view: AnnouncementView, visit: PageVisit): Markup {
  const words = wordsFor(visit)
  const last = view.updates.at(-1)
  const from = dateText(view.scheduledStart ?? view.createdAt, 'moment', visit.language)
  const span = view.resolvedAt
    ? words.resolvedAfter(from, dateText(view.resolvedAt, 'moment', visit.language))
    : stageOf(view, visit)
  return html`<div>
    <a lang="${view.language}" href="${linkTo(visit, `incidents/${view.id}`)}">${view.title}</a>
    <p class="muted">${span}</p>
    ${view.resolvedAt !== null && last !== undefined && html`<p class="muted" lang="${last.language}">${last.body}</p>`}
  </div>`
}
