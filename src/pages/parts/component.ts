import type { ComponentView, MonitorView, PageView } from '../../domain/status-page/page-view.ts'
import { maintenanceOn } from '../banner.ts'
import { type Markup, html } from '../html.ts'
import { type PageVisit, linkTo, wordsFor } from '../visit.ts'
import { bars, isBad } from './bars.ts'
import { dateText, uptimeText } from './dates.ts'
import { uptimeOfDays } from './uptime.ts'
import { nameIn } from '../text/notices.ts'
import { responseChart } from './response-chart.ts'
import { stateWord, toneOf } from './shapes.ts'

const narrowDays = 30

export function component(view: PageView, shown: ComponentView, visit: PageVisit): Markup {
  const content = html`${lineOf(view, shown, visit)}${causeOf(view, shown, visit)}${daysOf(view, shown, visit)}`
  if (shown.displayMode === 'rolled_up' || shown.monitors.length === 0)
    return html`<section class="comp" id="c-${shown.id}">${content}${scaleOf(shown, visit)}</section>`
  const kids = html`<ul class="kids">
    ${shown.monitors.map((monitor) => monitorLine(view, monitor, visit))}
  </ul>`
  if (shown.displayMode === 'expanded')
    return html`<section class="comp" id="c-${shown.id}">
      ${content}${scaleOf(shown, visit)}${responseChart(shown.monitors, visit)}${kids}
    </section>`
  const open = shown.status !== 'up' && html` open`
  return html`<details class="comp" id="c-${shown.id}" ${open}>
    <summary>${content}</summary>
    ${scaleOf(shown, visit)}${kids}
  </details>`
}

function lineOf(view: PageView, shown: ComponentView, visit: PageVisit): Markup {
  const words = wordsFor(visit)
  const described =
    shown.description ?? (shown.displayMode === 'collapsible_group' ? words.parts(shown.monitors.length) : null)
  const detail = shown.thirdParty
    ? html`<a class="d" href="${shown.thirdParty.url}" rel="noreferrer"
        >${words.saidBy(shown.thirdParty.serviceName)}</a
      >`
    : described !== null && html`<span class="d">${described}</span>`
  return html`<div class="l">
    <h3>${shown.name}</h3>
    ${detail}${stateWord(toneOf(shown.status), statusWord(view, shown, visit))}
  </div>`
}

function statusWord(view: PageView, { id, status }: ComponentView, visit: PageVisit): string {
  const words = wordsFor(visit)
  const end = status === 'maintenance' ? maintenanceOn(view, id)?.scheduledEnd : null
  return end ? words.maintenanceUntil(dateText(end, 'time', visit.language)) : words.status[status]
}

/** The cause, with as much detail as the page may show, unless the announcement above says it. */
function causeOf(view: PageView, { id, name, cause, status }: ComponentView, visit: PageVisit): Markup | null {
  const isAnnounced = view.active.some(
    (one) => nameIn(one) !== null && one.affectedComponents.some((component) => component.id === id),
  )
  if (!cause || isAnnounced) return null
  const words = wordsFor(visit)
  const { detected, expected } = cause
  const seen = detected !== null && expected !== null ? ` ${words.instead(detected, expected)}.` : ''
  const more = cause.word === 'disrupted' ? ` ${words.notice.lookingIntoIt}` : ''
  return html`<p class="cause ${toneOf(status)}">${words.cause[cause.word](name)}${seen}${more}</p>`
}

function daysOf(view: PageView, { name, days }: ComponentView | MonitorView, visit: PageVisit): Markup | null {
  if (days.length === 0) return null
  const label = wordsFor(visit).bars(name, days.filter(isBad).length, days.length)
  const percent = (uptime: number): string => uptimeText(uptime, visit.language)
  const strip = bars(days, { label, dim: view.dimUntrackedDays, percent })
  return days.length > narrowDays ? strip : html`<div class="short">${strip}</div>`
}

function scaleOf({ id, days, monitorCount }: ComponentView, visit: PageVisit): Markup | null {
  if (days.length === 0) return null
  const words = wordsFor(visit)
  const narrow = Math.min(narrowDays, days.length)
  return html`<div class="sc">
    <span><span class="n90">${words.daysAgo(days.length)}</span><span class="n30">${words.daysAgo(narrow)}</span></span>
    <span
      >${uptimeOfDays([{ days, monitorCount }], days.length, visit)?.sentence ?? words.notTracked} ·
      <a href="${linkTo(visit, `days/${id}`)}">${words.daysInWords}</a></span
    >
    <span>${words.today}</span>
  </div>`
}

function monitorLine(view: PageView, monitor: MonitorView, visit: PageVisit): Markup {
  const { name, status, days } = monitor
  const uptime = uptimeOfDays([{ days, monitorCount: 1 }], days.length, visit)
  return html`<li>
    <span>${name}</span>${daysOf(view, monitor, visit) ?? html`<span></span>`}
    <span class="u">${uptime !== null && uptime.text}</span>${stateWord(toneOf(status), wordsFor(visit).status[status])}
  </li>`
}
