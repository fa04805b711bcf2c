import { expect, it, onTestFinished } from 'vitest'
import { fakeClock } from '../../../test/kit/clock.ts'
import { newStore } from '../../../test/kit/lapwing/database.ts'
import { artifactsNowhere } from '../../../test/kit/resources/artifacts.ts'
import { alwaysHealthy } from '../../../test/kit/checks/self-blame.ts'
import { fakeWorkers } from '../../../test/kit/checks/fake-workers.ts'
import { quiet } from '../../../test/kit/log.ts'
import { watchedMonitor } from '../../../test/kit/resources/turns.ts'
import { waitUntil } from '../../../test/kit/wait-until.ts'
import type { CheckMemory } from '../../domain/outcome.ts'
import { createVault } from '../../domain/vault.ts'
import { memoriesOf, remember } from '../../store/checking/memories.ts'
import { sql } from '../../store/database/sql.ts'
import { startProbe } from './probe.ts'
import { goodOutcome } from '../../../test/kit/resources/outcomes.ts'

async function probing(type: string, learns: (known: CheckMemory | undefined) => CheckMemory | undefined) {
  const clock = fakeClock()
  const store = await newStore()
  const monitor = await watchedMonitor(store, { locations: 1, now: clock.now() })
  await store.run(sql`update monitors set type = ${type}`)
  const notified: (CheckMemory | undefined)[] = []
  let reported = 0
  const probe = startProbe({
    store,
    clock,
    log: quiet,
    vault: createVault(['the key of this installation here']),
    outcomes: { report: () => void (reported += 1), stop: async () => undefined },
    workers: fakeWorkers(async ({ known }) => {
      notified.push(known)
      return { ...goodOutcome, remember: learns(known) }
    }),
    probeHealth: alwaysHealthy,
    artifacts: artifactsNowhere,
    locations: async () => monitor.locations,
  })
  onTestFinished(() => probe.stop())
  /** Has the monitor checked once more; returns the input of the check. */
  const check = async (): Promise<CheckMemory | undefined> => {
    const before = reported
    await store.run(sql`update turns set due_at = ${clock.now()}, leased_until = '-infinity'`)
    await waitUntil(() => (clock.advance(100), reported > before))
    return notified.at(-1)
  }
  return {
    store,
    monitorNumber: monitor.monitorNumber,
    check,
    first: () => waitUntil(() => reported > 0),
  }
}

it('gives a check what an earlier one stored', async () => {
  const { check, first } = await probing('sftp', (known) => ({ seen: `${known?.['seen'] ?? ''}x` }))
  await first()
  expect(await check()).toEqual({ seen: 'x' })
  expect(await check()).toEqual({ seen: 'xx' })
})

it('keeps a memory until it is replaced', async () => {
  const { store, monitorNumber, check, first } = await probing('sftp', (known) =>
    known ? undefined : { seen: 'first' },
  )
  await first()
  await check()
  expect(await check()).toEqual({ seen: 'first' })
  expect(await memoriesOf(store, [monitorNumber])).toEqual(new Map([[monitorNumber, { seen: 'first' }]]))
})

it('gives no memory to a type that does not use it', async () => {
  const { check, first } = await probing('tcp', () => ({ seen: 'x' }))
  await first()
  expect(await check()).toBeUndefined()
})

it('keeps the first of two memories that are stored at once', async () => {
  const store = await newStore()
  const { monitorNumber } = await watchedMonitor(store, { locations: 1, now: new Date() })
  const learn = (memory: CheckMemory, instead?: CheckMemory): Promise<void> =>
    remember(store, { monitorNumber, memory, instead }, new Date())
  await learn({ seen: 'one' })
  await learn({ seen: 'two' })
  expect((await memoriesOf(store, [monitorNumber])).get(monitorNumber)).toEqual({ seen: 'one' })
  await learn({ seen: 'three' }, { seen: 'one' })
  await learn({ seen: 'four' }, { seen: 'one' })
  expect((await memoriesOf(store, [monitorNumber])).get(monitorNumber)).toEqual({ seen: 'three' })
})

it('deletes the memory with its monitor, and stores none for a deleted monitor', async () => {
  const store = await newStore()
  const { monitorNumber } = await watchedMonitor(store, { locations: 1, now: new Date() })
  const learn = (): Promise<void> =>
    remember(store, { monitorNumber, memory: { seen: 'x' }, instead: undefined }, new Date())
  await learn()
  await store.run(sql`delete from monitors`)
  await learn()
  expect(await memoriesOf(store, [monitorNumber])).toEqual(new Map())
})
