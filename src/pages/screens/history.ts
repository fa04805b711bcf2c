// The history: the last days on the page, and a page per month.
import type { AnnouncementView, PageView } from '../../domain/status-page/page-view.ts'
import { type Markup, html } from '../html.ts'
import { announcement, pastLine } from '../parts/announcement.ts'
import { dateText } from '../parts/dates.ts'
import { pageDocument } from '../parts/document.ts'
import { type PageVisit, linkTo, wordsFor } from '../visit.ts'

const dayMs = 86_400_000
const dayOf = (at: Date): string => at.toISOString().slice(0, 10)
const monthOf = (at: Date): string => at.toISOString().slice(0, 7)
const beganAt = ({ scheduledStart, createdAt }: AnnouncementView): Date => scheduledStart ?? createdAt

/** One line for each of the last days, including days without incidents. */
export function dayLines(view: PageView, days: number, visit: PageVisit): Markup[] {
  const watched = firstWatchedDay(view)
  const byDay = Map.groupBy([...view.active, ...view.history], (past) => dayOf(beganAt(past)))
  return Array.from({ length: days }, (_, ago) => {
    const at = new Date(view.asOf.getTime() - ago * dayMs)
    const past = byDay.get(dayOf(at)) ?? []
    const words = wordsFor(visit)
    const quiet = watched !== null && dayOf(at) < watched ? words.notMonitored : words.nothingHappened
    const said =
      past.length === 0
        ? html`<span class="muted">${quiet}</span>`
        : html`<div>${past.map((one) => pastLine(one, visit))}</div>`
    return html`<div class="day">
      <time datetime="${dayOf(at)}">${dateText(at, 'day', visit.language)}</time>${said}
    </div>`
  })
}

/** Null if the page has nothing whose days are known; after the last day if nothing was checked yet. */
function firstWatchedDay({ components }: PageView): string | null {
  const days = components.flatMap((component) => component.days)
  if (days.length === 0) return null
  const tracked = days.filter((day) => day.tracked).map(({ date }) => date)
  return tracked.toSorted()[0] ?? '9999'
}

/** The months with announcements and the current month, newest first. */
function monthsOf(view: PageView): string[] {
  const first = view.history.reduce((minimum, past) => Math.min(minimum, beganAt(past).getTime()), view.asOf.getTime())
  const months = [monthOf(view.asOf)]
  while (months.at(-1)! > monthOf(new Date(first))) {
    const [year, month] = months.at(-1)!.split('-').map(Number)
    months.push(monthOf(new Date(Date.UTC(year!, month! - 2, 1))))
  }
  return months
}

/** Returns null for a month without data. */
export function historyPage(view: PageView, visit: PageVisit, requested: string | null): string | null {
  const months = monthsOf(view)
  const month = requested ?? months[0]!
  const place = months.indexOf(month)
  if (place === -1) return null
  const words = wordsFor(visit)
  const name = dateText(new Date(`${month}-01T00:00:00Z`), 'month', visit.language)
  const past = [...view.active, ...view.history].filter((one) => monthOf(beganAt(one)) === month)
  const list =
    past.length === 0
      ? html`<p class="muted">${words.nothingIn(name)}</p>`
      : past.map((one) => announcement(one, visit, 3))
  const main = html`<h1>${words.history}</h1>
    <h2>${name}</h2>
    ${list}
    <nav class="pager" aria-label="${words.history}">
      ${turn(visit, months[place + 1], words.earlier)}${turn(visit, months[place - 1], words.later)}
    </nav>
    <p class="pager"><a href="${linkTo(visit)}">${words.backTo(view.name)}</a></p>`
  return pageDocument(view, visit, { title: `${words.history} · ${words.statusOf(view.name)}`, main })
}

const turn = (visit: PageVisit, month: string | undefined, word: string): Markup =>
  month === undefined ? html`<span></span>` : html`<a href="${linkTo(visit, `history/${month}`)}">${word}</a>`

export const everyAnnouncement = ({ active, planned, history }: PageView): AnnouncementView[] =>
  [...active, ...planned, ...history].toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())

/** One announcement with all updates; null if it does not exist. */
export function incidentPage(view: PageView, visit: PageVisit, id: string): string | null {
  const found = everyAnnouncement(view).find((one) => one.id === id)
  if (!found) return null
  const words = wordsFor(visit)
  const main = html`<h1 lang="${found.language}">${found.title}</h1>
    ${announcement(found, visit)}
    <p class="pager"><a href="${linkTo(visit)}">${words.backTo(view.name)}</a></p>`
  return pageDocument(view, visit, { title: `${found.title} · ${words.statusOf(view.name)}`, main })
}
