import { expect, it } from 'vitest'
import { backupScheduleProblem, nextBackupAfter, retryBackupAt } from './backup-times.ts'

it.each([
  ['03:00', '2026-03-01T12:00:00Z', '2026-03-02T03:00:00Z'],
  ['03:00', '2026-03-02T03:00:00Z', '2026-03-03T03:00:00Z'],
  ['23:05', '2026-03-01T12:00:00Z', '2026-03-01T23:05:00Z'],
  ['0 */6 * * *', '2026-03-01T12:00:00Z', '2026-03-01T18:00:00Z'],
  // Clocks change in Europe; UTC does not.
  ['02:30', '2026-03-28T12:00:00Z', '2026-03-29T02:30:00Z'],
])('%s: after %s comes %s', (schedule, after, next) => {
  expect(backupScheduleProblem(schedule)).toBeNull()
  expect(nextBackupAfter(schedule, new Date(after))).toEqual(new Date(next))
})

it.each(['24:00', '3:00', 'daily', '', '0 3 * *', '0 0 31 2 *'])('%s is no schedule', (schedule) => {
  expect(backupScheduleProblem(schedule)).toEqual(expect.any(String))
})

it('a failed backup is tried again after 5 minutes, then less and less often, up to once an hour', () => {
  const now = new Date('2026-03-01T12:00:00Z')
  const minutes = [1, 2, 3, 4, 5, 60].map(
    (failures) => (retryBackupAt(failures, now).getTime() - now.getTime()) / 60_000,
  )
  expect(minutes).toEqual([5, 10, 20, 40, 60, 60])
})
