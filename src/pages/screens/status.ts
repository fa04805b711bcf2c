// The status page.
import type { PageView } from '../../domain/status-page/page-view.ts'
import { banner, verdictOf } from '../banner.ts'
import { type Markup, html } from '../html.ts'
import { announcement } from '../parts/announcement.ts'
import { barWords } from '../parts/bars.ts'
import { component } from '../parts/component.ts'
import { pageDocument } from '../parts/document.ts'
import { type PageVisit, linkTo, wordsFor } from '../visit.ts'
import { dayLines } from './history.ts'
import { subscribeForm } from './subscribe.ts'

const recentDays = 7

export function statusPage(view: PageView, visit: PageVisit): string {
  const { sentence } = verdictOf(view, visit)
  const main = html`<div id="live" data-w="${barWords(wordsFor(visit).day)}">
      ${view.description !== null && html`<p class="intro">${view.description}</p>`}${banner(view, visit)}
      ${view.active.map((active) => announcement(active, visit))}
      ${services(view, visit)}${planned(view, visit)}${recent(view, visit)}
    </div>
    ${subscribeForm(visit)}`
  return pageDocument(view, visit, { title: `${sentence} · ${wordsFor(visit).statusOf(view.name)}`, main })
}

function services(view: PageView, visit: PageVisit): Markup {
  const words = wordsFor(visit)
  const days = Math.max(0, ...view.components.map((shown) => shown.days.length))
  const hint =
    days === 0
      ? null
      : html`<small
          ><span class="n90">${words.servicesHint(days)}</span
          ><span class="n30">${words.servicesHint(Math.min(30, days))}</span></small
        >`
  const list =
    view.components.length === 0
      ? html`<p class="muted">${words.noServices}</p>`
      : html`<div class="comps">${view.components.map((shown) => component(view, shown, visit))}</div>`
  return html`<h2>${words.services} ${hint}</h2>
    ${list}`
}

function planned(view: PageView, visit: PageVisit): Markup | null {
  if (view.planned.length === 0) return null
  return html`<h2>${wordsFor(visit).planned}</h2>
    ${view.planned.map((work) => announcement(work, visit, 3))}`
}

function recent(view: PageView, visit: PageVisit): Markup {
  const words = wordsFor(visit)
  return html`<h2>
      ${words.lastDays} <small><a href="${linkTo(visit, 'history')}">${words.allHistory}</a></small>
    </h2>
    ${dayLines(view, recentDays, visit)}`
}
