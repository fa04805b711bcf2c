// Automatic announcements in each language, as whole sentences.
import type { AnnouncementEvent } from '../../domain/status-page/announcement.ts'
import type { AnnouncementView, PageView, UpdateView } from '../../domain/status-page/page-view.ts'
import type { PageLanguage } from '../../domain/status-page/page.ts'
import { utcText } from '../../domain/time/format.ts'
import { wordsIn } from '../languages.ts'

// Announcements have 200 and 5,000 characters; a detected value may be long.
const maxValue = 200
const maxTitle = 200
const cut = (text: string, maxCount: number): string =>
  text.length <= maxCount ? text : `${text.slice(0, maxCount - 1)}…`

export const titleOfIncident = (language: PageLanguage, name: string): string =>
  cut(wordsIn[language].notice.title(name), maxTitle)

export function textOf(event: AnnouncementEvent, language: PageLanguage): string {
  const { notice } = wordsIn[language]
  switch (event.what) {
    case 'opened':
      return openingOf(event, language)
    case 'acknowledged':
      return notice.workingOnIt
    case 'recovered':
      return notice.worksAgain(event.name)
    case 'planned':
      return event.description ?? notice.planned
    case 'begun':
      return event.description === null ? notice.begun : `${event.description}\n\n${notice.begun}`
    case 'moved':
      // Maintenance without a known end is only announced as planned.
      return event.start !== null && event.end !== null
        ? notice.moved(utcText(new Date(event.start), 'minutes'), utcText(new Date(event.end), 'minutes'))
        : notice.planned
    default:
      return notice[event.what]
  }
}

/** The title already says that there is a problem. */
function openingOf({ name, cause }: AnnouncementEvent & { what: 'opened' }, language: PageLanguage): string {
  const { cause: causes, notice } = wordsIn[language]
  const { word, detected, expected } = cause
  const value =
    detected !== null && expected !== null ? [notice.insteadOf(cut(detected, maxValue), cut(expected, maxValue))] : []
  return [...(word === 'disrupted' ? [] : [causes[word](name)]), ...value, notice.lookingIntoIt].join(' ')
}

/** The page with its automatic announcements in another language; what people wrote stays as it is. */
export function inLanguage(view: PageView, language: PageLanguage): PageView {
  const update = (one: UpdateView): UpdateView =>
    one.event === null ? one : { ...one, body: textOf(one.event, language), language: languageOf(one, language) }
  const announcement = (one: AnnouncementView): AnnouncementView => {
    const name = nameIn(one)
    const titled = name === null ? one : { ...one, title: titleOfIncident(language, name), language }
    return { ...titled, updates: one.updates.map(update) }
  }
  return {
    ...view,
    active: view.active.map(announcement),
    planned: view.planned.map(announcement),
    history: view.history.map(announcement),
  }
}

/** The name of the component whose outage it announces; null unless it is automatic. */
export function nameIn({ updates }: Pick<AnnouncementView, 'updates'>): string | null {
  const event = updates[0]?.event
  return event?.what === 'opened' ? event.name : null
}

const languageOf = ({ event, language }: UpdateView, visitors: PageLanguage): string =>
  event !== null && 'description' in event && event.description !== null ? language : visitors
