// What a page says of planned work, by time: before it, when it begins, when it ends, and when plans change.
import { type Timing, occurrences } from '../maintenance.ts'
import type { Span } from '../span.ts'
import type { Announcement } from './announcement.ts'

const day = 86_400_000
/** Work further ahead is not announced yet. */
const aheadMs = 30 * day

/** What is on, or comes next and is near enough to be announced. */
export function nextMaintenance(window: Timing, now: Date): Span | null {
  const durationMs = window.durationMinutes * 60_000
  const horizon = new Date(now.getTime() + aheadMs)
  const span = { from: new Date(now.getTime() - durationMs), to: new Date(horizon.getTime() + durationMs) }
  const next = occurrences(window, span).find(({ to }) => to > now)
  return next && next.from <= horizon ? next : null
}

export type NoticeStep =
  | { readonly say: 'planned' | 'begun' | 'moved'; readonly work: Span }
  | { readonly say: 'done' | 'calledOff' }

/** `notice` is the one that is not over, `work` what is on or next; null when there is nothing new to say. */
export function noticeStep(
  notice: Pick<Announcement, 'scheduledStart' | 'scheduledEnd' | 'updates'> | null,
  work: Span | null,
  now: Date,
): NoticeStep | null {
  const isOn = work !== null && work.from <= now
  if (!notice) return work && { say: isOn ? 'begun' : 'planned', work }
  const hasBegun = notice.updates.some(({ status }) => status === 'monitoring')
  if (hasBegun && !isOn) return { say: 'done' }
  if (!work) return { say: 'calledOff' }
  if (!hasBegun && isOn) return { say: 'begun', work }
  const isSame =
    notice.scheduledStart?.getTime() === work.from.getTime() && notice.scheduledEnd?.getTime() === work.to.getTime()
  return isSame ? null : { say: 'moved', work }
}
