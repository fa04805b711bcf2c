import { expect, it } from 'vitest'
import { type FakeClock, fakeClock } from '../../../test/kit/clock.ts'
import { newStore } from '../../../test/kit/lapwing/database.ts'
import { quiet } from '../../../test/kit/log.ts'
import { waitUntil } from '../../../test/kit/wait-until.ts'
import {
  findBackupPlan,
  lastGoodBackup,
  latestBackupRuns,
  putBackupPlan,
  requestBackup,
} from '../../store/backup/scheduled-backups.ts'
import type { Store } from '../../store/database/database.ts'
import { type BackupKeeping, backUpIfDue, startBackups } from './backups.ts'

const never = new AbortController().signal
const [minute, hour] = [60_000, 3_600_000]
const plan = { destination: '/backups', schedule: '03:00', keep: 2, encrypted: true }

interface Trial extends BackupKeeping {
  readonly store: Store
  readonly clock: FakeClock
  /** The files at the destination. */
  readonly files: Set<string>
}

async function trial(make?: (name: string, signal: AbortSignal) => Promise<void>): Promise<Trial> {
  const files = new Set<string>(['somebody-else.backup'])
  const store = await newStore()
  const clock = fakeClock()
  await putBackupPlan(store, plan, { dueAt: clock.now() })
  return {
    store,
    clock,
    files,
    log: quiet,
    plan,
    async make(name, signal) {
      await make?.(name, signal)
      files.add(name)
      return 1000
    },
    async remove(name) {
      files.delete(name)
    },
  }
}

const fails = async (): Promise<never> => Promise.reject(new Error('the disk is full'))

it('backups are made when they are due, and only the newest are kept', async () => {
  const one = await trial()
  const { store, clock, files } = one
  expect(await backUpIfDue(one, never)).toBe(true)
  expect(await backUpIfDue(one, never)).toBe(false)
  const first = (await lastGoodBackup(store))!
  expect(first.name).toMatch(/^lapwing-2026-03-01T120000Z-[0-9a-f]{6}\.backup$/)
  expect(first).toMatchObject({ bytes: 1000, error: null, destination: '/backups', encrypted: true })
  expect(await findBackupPlan(store)).toMatchObject({ dueAt: new Date('2026-03-02T03:00:00Z'), failures: 0 })
  for (let day = 0; day < 2; day++) {
    clock.advance(24 * hour)
    expect(await backUpIfDue(one, never)).toBe(true)
  }
  expect(files.has('somebody-else.backup')).toBe(true)
  expect(files.has(first.name)).toBe(false)
  expect(files.size).toBe(3)
  expect((await latestBackupRuns(store, 9)).map(({ deletedAt }) => deletedAt !== null)).toEqual([false, false, true])
})

it('a failed backup is tried again, and nothing is deleted meanwhile', async () => {
  const problem: { current?: () => Promise<never> } = {}
  const one = await trial(async () => problem.current?.())
  const { store, clock, files } = one
  for (let day = 0; day < 2; day++) {
    await backUpIfDue(one, never)
    clock.advance(24 * hour)
  }
  const kept = [...files]
  problem.current = fails
  expect(await backUpIfDue(one, never)).toBe(true)
  expect(await findBackupPlan(store)).toMatchObject({
    failures: 1,
    dueAt: new Date('2026-03-03T03:00:00Z'),
    nextAt: new Date(clock.now().getTime() + 5 * minute),
  })
  expect(await backUpIfDue(one, never)).toBe(false)
  clock.advance(5 * minute)
  expect(await backUpIfDue(one, never)).toBe(true)
  expect(await findBackupPlan(store)).toMatchObject({ failures: 2 })
  expect((await latestBackupRuns(store, 1))[0]).toMatchObject({ error: 'Error: the disk is full', bytes: null })
  expect([...files]).toEqual(kept)
  problem.current = undefined
  clock.advance(10 * minute)
  await backUpIfDue(one, never)
  expect(await findBackupPlan(store)).toMatchObject({ failures: 0, dueAt: new Date('2026-03-04T03:00:00Z') })
})

it('several processes make one backup', async () => {
  const one = await trial()
  const made = await Promise.all(Array.from({ length: 4 }, () => backUpIfDue(one, never)))
  expect(made.filter(Boolean)).toHaveLength(1)
  expect(one.files.size).toBe(2)
})

it('the backup of a process that died is cleared away and created again', async () => {
  const one = await trial(() => new Promise(() => {}))
  const { store, clock, files } = one
  void backUpIfDue(one, never)
  const [dead] = await waitUntil(async () => {
    const runs = await latestBackupRuns(store, 1)
    return runs.length > 0 && runs
  })
  files.add(dead!.name)
  const other = { ...one, make: async (name: string) => Number(files.add(name).size) }
  expect(await backUpIfDue(other, never)).toBe(false)
  // Its renewals wait for a clock that another process does not move.
  const later = fakeClock(new Date(clock.now().getTime() + 2 * minute))
  expect(await backUpIfDue({ ...other, clock: later }, never)).toBe(false)
  expect(files.has(dead!.name)).toBe(false)
  expect((await latestBackupRuns(store, 1))[0]!.error).toMatch(/^Lapwing ended, or lost its database/)
  later.advance(5 * minute)
  expect(await backUpIfDue({ ...other, clock: later }, never)).toBe(true)
  expect(await lastGoodBackup(store)).toBeDefined()
})

it('times that a wrong clock put into the far future are reset', async () => {
  const one = await trial()
  const { store, clock } = one
  clock.set(3 * 365 * 24 * hour)
  await backUpIfDue(one, never)
  clock.set(-3 * 365 * 24 * hour)
  expect(await backUpIfDue(one, never)).toBe(false)
  expect(await findBackupPlan(store)).toMatchObject({ nextAt: new Date('2026-03-02T03:00:00Z') })
  clock.advance(24 * hour)
  expect(await backUpIfDue(one, never)).toBe(true)
  // The order of their making counts, not what the clock said.
  expect((await lastGoodBackup(store))!.name).toMatch(/^lapwing-2026-/)
})

it('a backup is stopped with its process, and made first thing by the next', async () => {
  const one = await trial((_name, signal) => new Promise((_, reject) => signal.addEventListener('abort', reject)))
  const { store } = one
  const rounds = startBackups(one)
  await waitUntil(async () => (await latestBackupRuns(store, 1)).length > 0)
  await rounds.stop()
  expect((await latestBackupRuns(store, 1))[0]!.error).toBe('Lapwing was stopped while it made this backup.')
  expect(await findBackupPlan(store)).toMatchObject({ failures: 0, nextAt: one.clock.now() })
})

it('people can ask for one, and another destination gets its first one at once', async () => {
  const one = await trial()
  const { store, clock } = one
  await backUpIfDue(one, never)
  expect(await requestBackup(store, clock.now())).toBe(true)
  expect(await backUpIfDue(one, never)).toBe(true)
  const rounds = startBackups({ ...one, plan: { ...plan, destination: 's3://elsewhere' } })
  await waitUntil(async () => (await lastGoodBackup(store))!.destination === 's3://elsewhere')
  await rounds.stop()
})
