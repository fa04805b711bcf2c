// Feed entries: one per announcement, newest first, changed with every update.
import type { AnnouncementView, PageView } from '../../domain/status-page/page-view.ts'
import { xml } from '../html.ts'
import { stageOf } from '../parts/announcement.ts'
import { dateText, listText } from '../parts/dates.ts'
import { everyAnnouncement } from '../screens/history.ts'
import { type PageVisit, wordsFor } from '../visit.ts'

export interface Entry {
  /** Stable across feeds and time. */
  readonly id: string
  readonly url: string
  readonly title: string
  readonly content: string
  readonly text: string
  readonly publishedAt: Date
  readonly updatedAt: Date
  readonly language: string
}

const maxEntries = 50

export function entriesOf(view: PageView, visit: PageVisit): Entry[] {
  return everyAnnouncement(view)
    .slice(0, maxEntries)
    .map((one) => ({
      id: `urn:uuid:${one.id}`,
      url: `${visit.url}/incidents/${one.id}`,
      title: one.title,
      content: contentOf(one, visit),
      text: one.updates.map(({ body }) => body).join('\n\n'),
      publishedAt: one.createdAt,
      updatedAt: one.updatedAt,
      language: one.language,
    }))
}

/** When the feed last changed. */
export const changedAt = (view: PageView, entries: readonly Entry[]): Date =>
  new Date(Math.max(view.createdAt.getTime(), ...entries.map(({ updatedAt }) => updatedAt.getTime())))

function contentOf(one: AnnouncementView, visit: PageVisit): string {
  const words = wordsFor(visit)
  const names = listText(
    one.affectedComponents.map(({ name }) => name),
    visit.language,
  )
  const moment = (at: Date): string => dateText(at, 'moment', visit.language)
  const when =
    one.scheduledStart && one.scheduledEnd
      ? xml`<p>${words.email.when(moment(one.scheduledStart), moment(one.scheduledEnd))}</p>`
      : null
  const updates = one.updates.toReversed().map(
    ({ at, status, body }) =>
      xml`<p>
          <strong>${one.type === 'incident' ? words.announcement[status] : stageOf(one, visit)}</strong> ·
          ${moment(at)}<br />${lines(body)}
        </p>`,
  )
  return xml`${names !== '' && xml`<p>${words.affects(names)}</p>`}${when}${updates}`.text
}

const lines = (body: string) => body.split('\n').map((line, index) => xml`${index > 0 && xml`<br />`}${line}`)
