// What a page says of planned work, by time: before it, when it begins, when it ends, and when plans change.
import { type WindowTiming, occurrences } from '../maintenance.ts'
import type { Announcement } from './announcement.ts'

const day = 86_400_000
/** Work further ahead is not announced yet. */
const aheadMs = 30 * day

/** Work whose occurrences follow on each other may have begun, or may end, further away than anybody looks: null. */
export interface MaintenanceWork {
  readonly from: Date | null
  readonly to: Date | null
}

/** What is on, or comes next and is near enough to be announced. */
export function nextMaintenance(window: WindowTiming, now: Date): MaintenanceWork | null {
  // A moment more than the longest that one occurrence can reach, so that only several in a row touch the edges.
  const reachMs = window.durationMinutes * 60_000 + 1
  const horizon = new Date(now.getTime() + aheadMs)
  const seen = { from: new Date(now.getTime() - reachMs), to: new Date(horizon.getTime() + reachMs) }
  const next = occurrences(window, seen).find(({ to }) => to > now)
  if (!next || next.from > horizon) return null
  return { from: next.from > seen.from ? next.from : null, to: next.to < seen.to ? next.to : null }
}

export type NoticeStep =
  | { readonly say: 'planned' | 'begun' | 'moved'; readonly work: MaintenanceWork }
  | { readonly say: 'done' | 'calledOff' }

/** `notice` is the one that is not over, `work` what is on or next; null when there is nothing new to say. */
export function noticeStep(
  notice: Pick<Announcement, 'scheduledStart' | 'scheduledEnd' | 'updates'> | null,
  work: MaintenanceWork | null,
  now: Date,
): NoticeStep | null {
  const isOn = work !== null && (work.from === null || work.from <= now)
  if (!notice) return work && { say: isOn ? 'begun' : 'planned', work }
  const hasBegun = notice.updates.some(({ status }) => status === 'monitoring')
  if (hasBegun && !isOn) return { say: 'done' }
  if (!work) return { say: 'calledOff' }
  if (!hasBegun && isOn) return { say: 'begun', work }
  const isSameStart = work.from === null || work.from.getTime() === notice.scheduledStart?.getTime()
  const isSame = isSameStart && work.to?.getTime() === notice.scheduledEnd?.getTime()
  return isSame ? null : { say: 'moved', work }
}
