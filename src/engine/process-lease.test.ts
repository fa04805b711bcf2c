import { expect, it, onTestFinished } from 'vitest'
import { fakeClock } from '../../test/kit/clock.ts'
import { newStore } from '../../test/kit/lapwing/database.ts'
import { quiet } from '../../test/kit/log.ts'
import { watchedMonitor } from '../../test/kit/resources/turns.ts'
import { waitUntil } from '../../test/kit/wait-until.ts'
import { claimTurns } from '../store/checking/turns.ts'
import type { Store } from '../store/database/database.ts'
import { type ProcessLease, addProcess, dropProcesses, renewProcessLease } from '../store/database/processes.ts'
import { sql } from '../store/database/sql.ts'
import { createSilentProcessWatch, startProcessLease } from './process-lease.ts'

type Installation = Awaited<ReturnType<typeof installation>>

async function installation() {
  const [store, clock] = [await newStore(), fakeClock()]
  const { locations } = await watchedMonitor(store, { locations: 1, now: clock.now() })
  // No lease ends while the clock is moved: what is free was freed.
  await store.run(sql`update turns set lease_seconds = 3600`)
  const claim = (processId?: number) => claimTurns(store, { locations, limit: 10, processId, now: clock.now() })
  const start = async (alone = false) => {
    const life = await startProcessLease({ store, clock, log: quiet, alone })
    onTestFinished(() => life.stop())
    return life
  }
  return { store, clock, claim, start }
}

const signs = (store: Store): Promise<ProcessLease[]> => store.rows(sql`select id, seen_at as "seenAt" from processes`)

/** Lets time pass until a process has looked once more. */
async function nextLook({ store, clock }: Pick<Installation, 'store' | 'clock'>, processId: number): Promise<void> {
  const seenAt = async (): Promise<number> => (await signs(store)).find(({ id }) => id === processId)!.seenAt.getTime()
  const before = await seenAt()
  const hasLooked = async (): Promise<boolean> => {
    clock.advance(200)
    return (await seenAt()) > before
  }
  await waitUntil(hasLooked)
}

it('releases the claims of a killed process within five seconds', async () => {
  const { store, clock, claim, start } = await installation()
  const { processId } = await start()
  expect(await claim(await addProcess(store, clock.now()))).toHaveLength(1)
  await nextLook({ store, clock }, processId)
  expect(await claim()).toHaveLength(0)
  for (let second = 2; second <= 5; second++) await nextLook({ store, clock }, processId)
  await expect.poll(() => claim()).toHaveLength(1)
})

it('keeps the claims of a living process', async () => {
  const { store, clock, claim, start } = await installation()
  const [one, other] = [await start(), await start()]
  await claim(one.processId)
  for (let second = 0; second < 6; second++) {
    await nextLook({ store, clock }, one.processId)
    await nextLook({ store, clock }, other.processId)
    expect(await claim()).toHaveLength(0)
  }
})

it('releases all claims at the start if no other process can use the database', async () => {
  const { store, clock, claim, start } = await installation()
  await claim(await addProcess(store, clock.now()))
  await start(true)
  expect(await claim()).toHaveLength(1)
})

it('knows whether other processes use the database', async () => {
  const { store, clock, start } = await installation()
  const life = await start()
  await waitUntil(() => life.isAlone())
  await addProcess(store, clock.now())
  await nextLook({ store, clock }, life.processId)
  await expect.poll(() => life.isAlone()).toBe(false)
})

it('renews its lease less often if no other process can use the database', async () => {
  const { store, clock, start } = await installation()
  await start(true)
  const { seenAt } = (await signs(store))[0]!
  clock.advance(4900)
  expect((await signs(store))[0]!.seenAt).toEqual(seenAt)
  await waitUntil(async () => {
    clock.advance(100)
    return (await signs(store))[0]!.seenAt > seenAt
  })
})

it('releases its own claims when it stops', async () => {
  const { claim, start } = await installation()
  const life = await start()
  await claim(life.processId)
  await life.stop()
  expect(await claim()).toHaveLength(1)
})

it('registers again if others declared it dead', async () => {
  const { store, clock } = await installation()
  const id = await addProcess(store, clock.now())
  expect(await dropProcesses(store, [{ id, seenAt: clock.now() }])).toEqual([id])
  await renewProcessLease(store, id, clock.now())
  expect(await signs(store)).toEqual([{ id, seenAt: clock.now() }])
})

it('keeps a process that renewed its lease at the last moment', async () => {
  const { store, clock } = await installation()
  const id = await addProcess(store, clock.now())
  const seen = { id, seenAt: clock.now() }
  clock.advance(1)
  await renewProcessLease(store, id, clock.now())
  expect(await dropProcesses(store, [seen])).toEqual([])
})

it('counts looks without a renewal, independent of clocks', () => {
  const silentAmong = createSilentProcessWatch()
  const dead = { id: 1, seenAt: new Date('2031-01-01') }
  const livingAt = (ms: number) => ({ id: 2, seenAt: new Date(ms) })
  for (let look = 0; look < 4; look++) expect(silentAmong([dead, livingAt(look)])).toEqual([])
  expect(silentAmong([dead, livingAt(9)])).toEqual([dead])
})
