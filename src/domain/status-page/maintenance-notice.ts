// Announces maintenance windows: before they start, at their start and end, and when they change.
import { type WindowTiming, occurrences } from '../maintenance.ts'
import type { Announcement } from './announcement.ts'

const day = 86_400_000
/** Maintenance further ahead is not announced yet. */
const aheadMs = 30 * day

/** A maintenance. Start or end is null if adjacent occurrences reach beyond the searched time. */
export interface MaintenanceWork {
  readonly from: Date | null
  readonly to: Date | null
}

/** The current maintenance, or the next one if it is near enough to be announced. */
export function nextMaintenance(window: WindowTiming, now: Date): MaintenanceWork | null {
  // Slightly more than one occurrence can last, so that only adjacent occurrences touch the edges.
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

/** `notice` is the open announcement and `work` the current or next maintenance. Returns null if nothing changed. */
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
