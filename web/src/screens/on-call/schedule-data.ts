import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { listQueryFor, queryFor, useResource } from '../../api.ts'
import { useNow } from '../../format/now.ts'
import { useViewerZone } from '../../parts/calendar/viewer-zone.ts'
import { type TimeSpan, calendarDays, dateOf } from '../../parts/calendar/zone-days.ts'
import { useAllPages } from '../../parts/use-all-pages.ts'

/** All pages, the oldest schedule first. */
export function useAllSchedules() {
  return useAllPages(
    useInfiniteQuery({
      ...listQueryFor('/on-call-schedules'),
      select: ({ pages }) => pages.flatMap(({ data }) => data).toSorted((a, b) => a.id - b.id),
    }),
  )
}

export const calendarQuery = (id: number, { from, to }: TimeSpan) =>
  queryFor('/dashboard/on-call/{id}/calendar', {
    params: { id },
    query: { from: new Date(from).toISOString(), until: new Date(to).toISOString() },
  })

const outlookDays = 14

/** The gaps of the next days, and the time that a cover is most likely for: a gap, else the next shift, else a day. */
export function useOutlook(id: number) {
  const zone = useViewerZone()
  const nowMs = useNow(60).getTime()
  const days = calendarDays(dateOf(nowMs, zone), outlookDays, zone)
  const { data } = useQuery(calendarQuery(id, { from: days[0]!.from, to: days.at(-1)!.to }))
  const spans = (entries: readonly { starts_at: string; ends_at: string }[] = []): TimeSpan[] =>
    entries.map((entry) => ({ from: Date.parse(entry.starts_at), to: Date.parse(entry.ends_at) }))
  const gaps = spans(data?.gaps)
    .filter(({ to }) => to > nowMs)
    .map(({ from, to }) => ({ from: Math.max(from, floorHour(nowMs)), to }))
  const next = spans(data?.shifts).find(({ from }) => from > nowMs)
  return { gaps: data && gaps, toCover: gaps[0] ?? next ?? { from: days[1]!.from, to: days[1]!.to } }
}

const hourMs = 3_600_000
const floorHour = (ms: number): number => Math.floor(ms / hourMs) * hourMs

export function usePageability() {
  return useResource('/dashboard/pageability').data?.data ?? []
}
