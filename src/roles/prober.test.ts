import { expect, it, onTestFinished } from 'vitest'
import { fakeClock } from '../../test/kit/clock.ts'
import { newStore } from '../../test/kit/lapwing/database.ts'
import { quiet } from '../../test/kit/log.ts'
import { artifactsNowhere } from '../../test/kit/resources/artifacts.ts'
import { goodOutcome } from '../../test/kit/resources/outcomes.ts'
import { watchedMonitor } from '../../test/kit/resources/turns.ts'
import { waitUntil } from '../../test/kit/wait-until.ts'
import { problemsIn } from '../domain/self-monitoring.ts'
import { createVault } from '../domain/vault.ts'
import { fakeWorkers } from '../../test/kit/checks/fake-workers.ts'
import { SlotQueue } from '../engine/browser-checks/browser-slots.ts'
import { ownFigures } from '../store/checking/self-monitoring.ts'
import { addProcess } from '../store/database/processes.ts'
import { sql } from '../store/database/sql.ts'
import { keepPartitions } from '../store/results/partitions.ts'
import { startProber } from './prober.ts'

it('tells every process that its checks start seconds late, while that lasts', async () => {
  const [store, clock] = [await newStore(), fakeClock()]
  await keepPartitions(store, { now: clock.now(), resultDays: 30, rollupDays: 400 })
  await watchedMonitor(store, { locations: 1, now: clock.now() })
  let checks = 0
  const workers = fakeWorkers(async () => {
    checks += 1
    return goodOutcome
  })
  const prober = startProber({
    store,
    clock,
    log: quiet,
    vault: createVault(['the key of this installation here']),
    allowPrivate: true,
    processId: await addProcess(store, clock.now()),
    artifacts: artifactsNowhere,
    workers,
    slots: new SlotQueue(
      () => 0,
      () => ({ installation: null, missing: 'no browser in this test' }),
    ),
  })
  onTestFinished(async () => {
    let isStopped = false
    void prober.stop().then(() => (isStopped = true))
    // Outcomes are gathered for a moment before they are stored.
    await waitUntil(() => (clock.advance(100), isStopped))
  })
  const lateness = async (): Promise<string[]> => {
    const figures = await ownFigures(store, clock.now())
    const problems = problemsIn({ ...figures, freeDiskBytes: null, unreadableSecrets: [] })
    return problems.map(({ message }) => message).filter((message) => message.includes('start seconds late'))
  }
  /** In each ten seconds one check is taken, so late. */
  const passUntil = async (claim: (found: string[]) => boolean, lateSeconds: number): Promise<string[]> => {
    for (;;) {
      const before = checks
      await store.run(sql`
        update turns
        set due_at = ${new Date(clock.now().getTime() - lateSeconds * 1000)}, leased_until = '-infinity'`)
      while (checks === before) {
        clock.advance(20)
        await ownFigures(store, clock.now())
      }
      clock.advance(10_000)
      const found = await lateness()
      if (claim(found)) return found
    }
  }
  expect(await passUntil((found) => found.length > 0, 16)).toEqual([
    '100 % of the checks start seconds late: the machine is too busy for all of them.',
  ])
  expect(await passUntil((found) => found.length === 0, 0)).toEqual([])
})
