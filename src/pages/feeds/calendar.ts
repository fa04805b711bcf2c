import { type CalendarEvent, writeCalendar } from '../../codecs/icalendar.ts'
import type { AnnouncementView, PageView } from '../../domain/status-page/page-view.ts'
import { everyAnnouncement } from '../screens/history.ts'
import { type PageVisit, wordsFor } from '../visit.ts'

const hourMs = 3_600_000

/** Maintenance as a calendar: all of it, or one by id; null if it does not exist. */
export function maintenanceCalendar(view: PageView, visit: PageVisit, id: string | null = null): string | null {
  const work = everyAnnouncement(view).filter((one) => one.type === 'maintenance' && (id === null || one.id === id))
  if (id !== null && work.length === 0) return null
  const name = `${view.name}: ${wordsFor(visit).planned}`
  return writeCalendar({ name, events: work.map((one) => eventOf(one, visit)) })
}

function eventOf(one: AnnouncementView, visit: PageVisit): CalendarEvent {
  const from = one.scheduledStart ?? one.createdAt
  const end = one.scheduledEnd ?? one.resolvedAt ?? new Date(from.getTime() + hourMs)
  const said = one.updates.at(-1)?.body ?? ''
  return {
    uid: `${one.id}@lapwing`,
    from,
    to: end > from ? end : new Date(from.getTime() + 60_000),
    summary: one.title,
    description: `${said}\n\n${visit.url}/incidents/${one.id}`,
    sequence: Math.max(0, one.updates.length - 1),
    revisedAt: one.updatedAt,
  }
}
