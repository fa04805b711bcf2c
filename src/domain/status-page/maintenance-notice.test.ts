import { describe, expect, it } from 'vitest'
import type { WindowTiming } from '../maintenance.ts'
import type { AnnouncementStatus } from './announcement.ts'
import { nextMaintenance, noticeStep } from './maintenance-notice.ts'

const at = (hour: number): Date => new Date(Date.UTC(2026, 2, 1, hour))
const window: WindowTiming = {
  startsAt: at(10),
  durationMinutes: 120,
  timezone: 'UTC',
  recurrence: 'once',
  recurrenceUntil: null,
  enabled: true,
  endedEarlyAt: [],
}
const work = { from: at(10), to: at(12) }

describe('the maintenance to announce', () => {
  it('is the current one, or the next one', () => {
    expect(nextMaintenance(window, at(1))).toEqual(work)
    expect(nextMaintenance(window, at(11))).toEqual(work)
    expect(nextMaintenance(window, at(12))).toBeNull()
    expect(nextMaintenance({ ...window, recurrence: 'daily' }, at(12))).toEqual({ from: at(34), to: at(36) })
    expect(nextMaintenance({ ...window, enabled: false }, at(1))).toBeNull()
  })

  it('is not announced more than thirty days ahead', () => {
    expect(nextMaintenance({ ...window, startsAt: at(24 * 30) }, at(0))).not.toBeNull()
    expect(nextMaintenance({ ...window, startsAt: at(24 * 30 + 1) }, at(0))).toBeNull()
  })

  it('merges adjacent occurrences, with unknown ends as null', () => {
    const endless: WindowTiming = { ...window, durationMinutes: 24 * 60, recurrence: 'daily' }
    expect(nextMaintenance(endless, at(1))).toEqual({ from: at(10), to: null })
    expect(nextMaintenance(endless, at(1000))).toEqual({ from: null, to: null })
    const limited = { ...endless, recurrenceUntil: at(10 + 48) }
    expect(nextMaintenance(limited, at(1))).toEqual({ from: at(10), to: at(10 + 72) })
    expect(nextMaintenance(limited, at(80))).toEqual({ from: null, to: at(10 + 72) })
  })
})

describe('the next notice', () => {
  const notice = (...statuses: AnnouncementStatus[]) => ({
    scheduledStart: work.from,
    scheduledEnd: work.to,
    updates: statuses.map((status) => ({ id: '', body: '', event: null, status, createdAt: at(0) })),
  })
  const planned = notice('identified')
  const begun = notice('identified', 'monitoring')
  const later = { from: at(11), to: at(13) }

  it.each([
    ['nothing yet, work ahead', null, work, at(1), { say: 'planned', work }],
    ['nothing yet, work that is on', null, work, at(10), { say: 'begun', work }],
    ['nothing yet, no work', null, null, at(1), null],
    ['a notice, before its time', planned, work, at(9), null],
    ['a notice whose time has come', planned, work, at(10), { say: 'begun', work }],
    ['a notice of work that moved', planned, later, at(9), { say: 'moved', work: later }],
    ['a notice of work that is off', planned, null, at(9), { say: 'calledOff' }],
    ['work that goes on', begun, work, at(11), null],
    ['work that goes on for longer', begun, { from: at(10), to: at(14) }, at(11), { say: 'moved' }],
    ['work that began out of sight', begun, { from: null, to: at(12) }, at(11), null],
    ['work that has lost its end', begun, { from: null, to: null }, at(11), { say: 'moved' }],
    ['work without an end', { ...begun, scheduledEnd: null }, { from: null, to: null }, at(11), null],
    ['work that is over', begun, null, at(12), { say: 'done' }],
    ['work that is over until tomorrow', begun, { from: at(34), to: at(36) }, at(12), { say: 'done' }],
  ] as const)('of %s', (_case, notice, work, now, step) => {
    const said = noticeStep(notice, work, now)
    if (step === null) expect(said).toBeNull()
    else expect(said).toMatchObject(step)
  })
})
