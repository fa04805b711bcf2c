import { expect, it, onTestFinished } from 'vitest'
import { fakeClock } from '../../../test/kit/clock.ts'
import { newStore } from '../../../test/kit/lapwing/database.ts'
import { artifact, artifactsInFolder, artifactsNowhere } from '../../../test/kit/resources/artifacts.ts'
import { alwaysHealthy } from '../../../test/kit/checks/self-blame.ts'
import { quiet } from '../../../test/kit/log.ts'
import { watchedMonitor } from '../../../test/kit/resources/turns.ts'
import { waitUntil } from '../../../test/kit/wait-until.ts'
import type { ReportedOutcome } from '../../domain/outcome.ts'
import { createVault } from '../../domain/vault.ts'
import { keepPartitions } from '../../store/results/partitions.ts'
import { sql } from '../../store/database/sql.ts'
import { embeddedLocations } from '../../store/checking/locations.ts'
import { claimTurns } from '../../store/checking/turns.ts'
import { touchMonitors } from '../../store/monitors/monitors.ts'
import type { OutcomeReport } from '../../domain/alerting/report.ts'
import type { CheckOrder } from '../workers/messages.ts'
import type { ArtifactKeeping } from './save-artifacts.ts'
import { startProbe } from './probe.ts'

const outcome = { success: true, durationMs: 1, statusCode: 200, error: null, cause: null, metrics: {}, evidence: null }

async function probe(
  secrets: Buffer | null = null,
  done: Partial<ReportedOutcome> = {},
  kept: ArtifactKeeping = artifactsNowhere,
) {
  const clock = fakeClock()
  const store = await newStore()
  await keepPartitions(store, { now: clock.now(), resultDays: 30, rollupDays: 400 })
  const monitor = await watchedMonitor(store, { locations: 1, now: clock.now() })
  await store.run(sql`update monitors set secrets = ${secrets}`)
  const [worked, reported]: [CheckOrder[], OutcomeReport[]] = [[], []]
  const vault = createVault(['the key of this installation here'])
  const workers = {
    free: 500,
    isReady: true,
    stalledMs: () => 0,
    run: async (work: CheckOrder) => {
      worked.push(work)
      return { ...outcome, endedAt: 0, ...done }
    },
    stop: async (): Promise<void> => undefined,
  }
  const outcomes = {
    isFull: false,
    report: (report: OutcomeReport) => void reported.push(report),
    stop: async () => undefined,
  }
  const started = startProbe({
    store,
    clock,
    log: quiet,
    vault,
    outcomes,
    workers,
    probeHealth: alwaysHealthy,
    artifacts: kept,
    locations: async () => monitor.locations,
  })
  onTestFinished(() => started.stop())
  const until = async (condition: () => boolean): Promise<void> => {
    while (!condition()) await new Promise((resolve) => setImmediate(resolve))
  }
  const isClaimed = async (): Promise<boolean> =>
    (await store.row<{ claimed: boolean }>(sql`select leased_until > ${clock.now()} as claimed from turns`))!.claimed
  /** Lets it claim a check 450 ms before it is due, after its first one. */
  const hold = async (): Promise<void> => {
    await until(() => worked.length === 1)
    const dueAt = new Date(clock.now().getTime() + 60_450)
    await store.run(sql`update turns set due_at = ${dueAt}, leased_until = '-infinity'`)
    clock.advance(60_000)
    await waitUntil(isClaimed)
  }
  return { started, clock, store, monitor, outcomes, workers, worked, reported, until, isClaimed, hold, vault }
}

it('runs a due check with decrypted secrets, and reports its outcome', async () => {
  const { worked, reported, until } = await probe()
  await until(() => reported.length === 1)
  expect(worked).toMatchObject([{ type: 'http', target: 'https://example.com', deadlineMs: 10_000 }])
  expect(reported).toMatchObject([{ outcome: { success: true }, turn: { slot: 0 } }])
})

it('claims nothing while too many outcomes wait to be stored', async () => {
  const { clock, store, outcomes, worked, reported, until } = await probe()
  await until(() => reported.length === 1)
  outcomes.isFull = true
  await store.run(sql`update turns set due_at = ${clock.now()}, leased_until = '-infinity'`)
  for (let round = 0; round < 3; round++) {
    clock.advance(100)
    await embeddedLocations(store)
  }
  expect(worked).toHaveLength(1)
  outcomes.isFull = false
  clock.advance(100)
  await until(() => worked.length === 2)
})

it('claims a check half a second early, and begins it when it is due', async () => {
  const { clock, store, worked, until, hold } = await probe()
  await hold()
  clock.advance(449)
  await embeddedLocations(store)
  expect(worked).toHaveLength(1)
  clock.advance(51)
  await until(() => worked.length === 2)
})

it('runs a check that it holds as its monitor is after a change', async () => {
  const { clock, store, monitor, worked, hold } = await probe()
  await hold()
  await store.run(sql`update monitors set target = 'https://example.org'`)
  await touchMonitors(store, monitor.organizationId, [monitor.id])
  store.publish({ changed: [monitor.id] })
  // As many rounds as a busy machine takes.
  await waitUntil(() => {
    clock.advance(100)
    return worked.length > 1
  })
  expect(worked[1]).toMatchObject({ target: 'https://example.org' })
})

it('releases the checks that it holds when it stops', async () => {
  const { started, worked, hold, isClaimed } = await probe()
  await hold()
  await started.stop()
  expect(await isClaimed()).toBe(false)
  expect(worked).toHaveLength(1)
})

it('claims nothing before a process is ready', async () => {
  const { clock, store, monitor, workers, worked, until } = await probe()
  await until(() => worked.length === 1)
  workers.isReady = false
  await store.run(sql`update turns set due_at = ${clock.now()}, leased_until = '-infinity'`)
  for (let n = 0; n < 5; n++) {
    clock.advance(1000)
    await embeddedLocations(store)
  }
  expect(worked).toHaveLength(1)
  expect(await claimTurns(store, { locations: monitor.locations, limit: 10, now: clock.now() })).toHaveLength(1)
})

it('claims nothing while all processes are full, and goes on when one is free', async () => {
  const { clock, store, workers, worked, until } = await probe()
  await until(() => worked.length === 1)
  workers.free = 0
  await store.run(sql`update turns set due_at = ${clock.now()}, leased_until = '-infinity'`)
  for (let n = 0; n < 5; n++) {
    clock.advance(1000)
    await embeddedLocations(store)
  }
  expect(worked).toHaveLength(1)
  workers.free = 1
  while (worked.length === 1) {
    clock.advance(100)
    await embeddedLocations(store)
  }
})

it('lets a check wait for its host for one interval, and extends its lease', async () => {
  const { clock, store, monitor, workers, worked, until } = await probe()
  await until(() => worked.length === 1)
  const { promise, resolve: finish } = Promise.withResolvers<any>()
  let ordered: CheckOrder | undefined
  workers.run = (work: CheckOrder) => {
    ordered = work
    return promise
  }
  await store.run(sql`update turns set due_at = ${clock.now()}, leased_until = '-infinity'`)
  onTestFinished(() => finish(null))
  while (!ordered) {
    clock.advance(100)
    await embeddedLocations(store)
  }
  expect(ordered).toMatchObject({ maxWaitMs: 60_000, deadlineMs: 10_000 })
  const isTaken = async (): Promise<boolean> =>
    (await claimTurns(store, { locations: monitor.locations, limit: 10, now: clock.now() })).length === 0
  for (let second = 0; second < 70; second++) {
    clock.advance(1000)
    for (let turn = 0; turn < 5; turn++) await embeddedLocations(store)
  }
  expect(await isTaken()).toBe(true)
})

it('uses a changed monitor in the next check', async () => {
  const { clock, store, monitor, worked, until } = await probe()
  await until(() => worked.length === 1)
  await store.run(sql`update monitors set target = 'https://example.org'`)
  await touchMonitors(store, monitor.organizationId, [monitor.id])
  clock.advance(60_000)
  await until(() => worked.length === 2)
  expect(worked[1]).toMatchObject({ target: 'https://example.org' })
})

it('reports a monitor with unreadable secrets as not checked, and checks the others', async () => {
  const { worked, reported, until } = await probe(createVault(['another key, of another installation']).seal('{}', 'x'))
  await until(() => reported.length === 1)
  expect(worked).toEqual([])
  expect(reported).toMatchObject([{ outcome: { infrastructure: true, error: expect.stringContaining('another key') } }])
})

it('records in the activity that a monitor is in quarantine', async () => {
  const { store, monitor, reported, until } = await probe(null, { isQuarantined: true })
  await until(() => reported.length === 1)
  expect(await store.rows(sql`select organization_id, entity_id, action from activity`)).toEqual([
    { organization_id: monitor.organizationId, entity_id: monitor.id, action: 'monitor.quarantined' },
  ])
})

it('saves the artifacts of a check before it reports', async () => {
  const left = { evidence: '{"status":"200 OK"}', artifacts: [artifact()] }
  const { reported, until } = await probe(null, left, artifactsInFolder())
  await until(() => reported.length === 1)
  expect(reported[0]!.outcome).not.toHaveProperty('artifacts')
  expect(JSON.parse(reported[0]!.outcome.evidence!)).toMatchObject({
    status: '200 OK',
    artifacts: [{ kind: 'screenshot', url: expect.stringMatching(/^\/v1\/artifacts\/[0-9a-f-]{36}$/) }],
  })
})

it('runs a check again if its outcome could not be handled', async () => {
  const { clock, store, workers, worked, until } = await probe()
  await until(() => worked.length === 1)
  const { run } = workers
  let broken = 0
  workers.run = async () => {
    broken += 1
    throw new Error('out of order')
  }
  await store.run(sql`update turns set due_at = ${clock.now()}, leased_until = '-infinity'`)
  clock.advance(1000)
  await until(() => broken === 1)
  workers.run = run
  while (worked.length === 1) {
    clock.advance(100)
    await embeddedLocations(store)
  }
  expect(worked).toHaveLength(2)
})

it('releases checks that are cut off when it stops', async () => {
  const { started, clock, store, monitor, workers, worked, until } = await probe()
  await until(() => worked.length === 1)
  let [isUnderWay, cutOff] = [false, () => {}]
  workers.run = (): Promise<any> =>
    new Promise((resolve) => {
      isUnderWay = true
      cutOff = () => resolve(null)
    })
  workers.stop = async () => cutOff()
  await store.run(sql`update turns set due_at = ${clock.now()}, leased_until = '-infinity'`)
  clock.advance(1000)
  await until(() => isUnderWay)
  const stopped = started.stop()
  let isOver = false
  void stopped.then(() => (isOver = true))
  while (!isOver) {
    clock.advance(100)
    await embeddedLocations(store)
  }
  expect(await claimTurns(store, { locations: monitor.locations, limit: 10, now: clock.now() })).toHaveLength(1)
})
