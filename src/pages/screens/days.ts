// The bars of a component as text, for visitors who cannot use the chart.
import type { DayView, PageView } from '../../domain/status-page/page-view.ts'
import { uptimePercent } from '../../domain/uptime/monitored-time.ts'
import { html } from '../html.ts'
import { dateText, uptimeText } from '../parts/dates.ts'
import { pageDocument } from '../parts/document.ts'
import { stateWord } from '../parts/shapes.ts'
import { type PageVisit, linkTo, wordsFor } from '../visit.ts'

/** Returns null if the component does not exist. */
export function daysPage(view: PageView, visit: PageVisit, componentId: string): string | null {
  const shown = view.components.find(({ id }) => id === componentId)
  if (!shown) return null
  const words = wordsFor(visit)
  const title = words.daysOf(shown.name)
  const row = (day: DayView) => {
    const uptime = uptimePercent(day)
    return html`<tr>
      <th scope="row">${dateText(new Date(`${day.date}T00:00:00Z`), 'date', visit.language)}</th>
      <td>${stateOf(day, visit)}</td>
      <td>${uptime !== null && uptimeText(uptime, visit.language)}</td>
    </tr>`
  }
  const main = html`<h1>${title}</h1>
    <p class="pager"><a href="${linkTo(visit)}">${words.backTo(view.name)}</a></p>
    <table>
      <thead>
        <tr>
          <th scope="col">${words.date}</th>
          <th scope="col">${words.state}</th>
          <th scope="col">${words.uptimeColumn}</th>
        </tr>
      </thead>
      <tbody>
        ${shown.days.toReversed().map(row)}
      </tbody>
    </table>`
  return pageDocument(view, visit, { title: `${title} · ${words.statusOf(view.name)}`, main })
}

function stateOf({ tracked, state }: DayView, visit: PageVisit) {
  const { day } = wordsFor(visit)
  if (!tracked || state === 'unknown') return stateWord('idle', day.untracked)
  return stateWord(state, day[state])
}
