import { createServer } from 'node:tls'
import { expect, it, onTestFinished } from 'vitest'
import { createAuthority } from '../../../test/kit/checks/certificates.ts'
import { fakeClock } from '../../../test/kit/clock.ts'
import { newStore } from '../../../test/kit/lapwing/database.ts'
import { listening } from '../../../test/kit/servers/listening.ts'
import { noSources } from '../../../test/kit/checks/run-check.ts'
import { artifactsNowhere } from '../../../test/kit/resources/artifacts.ts'
import { alwaysHealthy } from '../../../test/kit/checks/self-blame.ts'
import { fakeWorkers } from '../../../test/kit/checks/fake-workers.ts'
import { quiet } from '../../../test/kit/log.ts'
import { watchedMonitor } from '../../../test/kit/resources/turns.ts'
import { waitUntil } from '../../../test/kit/wait-until.ts'
import { systemClock } from '../../domain/clock.ts'
import { createVault } from '../../domain/vault.ts'
import { askForScan } from '../../store/checking/scans.ts'
import { sql } from '../../store/database/sql.ts'
import type { OutcomeReport } from '../../domain/alerting/report.ts'
import { WorkerPool } from '../workers/worker-pool.ts'
import type { CheckOrder } from '../workers/messages.ts'
import { startProbe } from './probe.ts'
import { scansDue } from './scans.ts'
import { goodOutcome } from '../../../test/kit/resources/outcomes.ts'

const graded = { ...goodOutcome, metrics: { 'tlsgrade.grade_score': 5 }, evidence: '{"tls_grade":{"grade":"A"}}' }
const minute = 60_000
const hour = 60 * minute

interface Wish {
  type?: string
  config?: object
  plan?: string
  limits?: object
  /** Whether a check that carries a scan finishes it. */
  finishes?: boolean
}

async function probing({ type = 'ssl', config = {}, plan = 'enterprise', limits = {}, finishes = true }: Wish = {}) {
  const clock = fakeClock()
  const store = await newStore()
  const monitor = await watchedMonitor(store, { locations: 1, now: clock.now() })
  await store.run(sql`update monitors set type = ${type}, config = ${JSON.stringify(config)}::jsonb`)
  await store.run(sql`update organizations set plan = ${plan}, limits = ${JSON.stringify(limits)}::jsonb`)
  const worked: CheckOrder[] = []
  let reported = 0
  const probe = startProbe({
    store,
    clock,
    log: quiet,
    vault: createVault(['the key of this installation here']),
    outcomes: {
      // What a judge does to the turn, as far as this is about.
      report: ({ turn }) => {
        const next = new Date(turn.dueAt!.getTime() + minute)
        void store.run(sql`update turns set due_at = ${next}, leased_until = '-infinity'`).then(() => (reported += 1))
      },
      stop: async () => undefined,
    },
    workers: fakeWorkers(async (order) => {
      worked.push(order)
      return order.withScan && finishes ? graded : goodOutcome
    }),
    probeHealth: alwaysHealthy,
    artifacts: artifactsNowhere,
    locations: async () => monitor.locations,
  })
  onTestFinished(() => probe.stop())
  /** Has the monitor checked, once more, after so long. */
  const checkAfter = async (ms: number): Promise<boolean | undefined> => {
    const before = reported
    await store.run(sql`update turns set due_at = ${new Date(clock.now().getTime() + ms)}`)
    clock.advance(ms)
    while (reported === before) await new Promise((resolve) => setImmediate(resolve))
    return worked.at(-1)?.withScan
  }
  const first = async (): Promise<boolean | undefined> => {
    while (reported === 0) await new Promise((resolve) => setImmediate(resolve))
    return worked[0]?.withScan
  }
  const kept = async (): Promise<void> => {
    while ((await store.rows(sql`select from scans where evidence is not null`)).length === 0);
  }
  return { clock, store, monitor, checkAfter, first, kept }
}

it('adds the scan to one check a day, and saves its result', async () => {
  const { store, checkAfter, first, kept } = await probing()
  expect(await first()).toBe(true)
  await kept()
  expect(await checkAfter(minute)).toBe(false)
  expect(await checkAfter(22 * hour)).toBe(false)
  expect(await checkAfter(2 * hour)).toBe(true)
  expect(await store.rows(sql`select evidence from scans`)).toEqual([{ evidence: { tls_grade: { grade: 'A' } } }])
})

it('runs the scan in a process, and stores its grade', async () => {
  const store = await newStore()
  const monitor = await watchedMonitor(store, { locations: 1, now: systemClock.now() })
  const server = createServer(createAuthority().issue({ names: ['localhost'] }), (socket) =>
    socket.on('error', () => undefined),
  )
  const target = `localhost:${await listening(server.on('tlsClientError', () => undefined))}`
  // A scan takes as long as the machine does.
  await store.run(sql`
    update monitors set type = 'ssl', target = ${target}, config = '{"timeoutSeconds":60}', deadline_seconds = 600`)
  await store.run(sql`update turns set lease_seconds = 3600`)
  const parts = { env: {}, clock: systemClock, log: quiet }
  const workers = new WorkerPool({ count: 1, options: { allowPrivate: true, sources: noSources }, ...parts })
  const reports: OutcomeReport[] = []
  const outcomes = { report: (report: OutcomeReport) => void reports.push(report), stop: async () => undefined }
  const vault = createVault(['the key of this installation here'])
  const probe = startProbe({
    store,
    clock: systemClock,
    log: quiet,
    vault,
    outcomes,
    workers,
    probeHealth: alwaysHealthy,
    artifacts: artifactsNowhere,
    locations: async () => monitor.locations,
  })
  onTestFinished(() => probe.stop().then(() => workers.stop()))
  await waitUntil(async () => (await store.rows(sql`select from scans where evidence is not null`)).length > 0)
  expect(reports[0]?.outcome.metrics).toMatchObject({ 'ssl.chain_valid': 0, 'tlsgrade.grade_score': 0 })
  expect(await store.rows(sql`select evidence -> 'tls_grade' ->> 'grade' as grade from scans`)).toEqual([
    { grade: 'F' },
  ])
})

it('adds the scan to a check that was requested', async () => {
  const { clock, store, monitor, checkAfter, first, kept } = await probing()
  await first()
  await kept()
  await askForScan(store, monitor.monitorNumber, clock.now())
  expect(await checkAfter(minute)).toBe(true)
})

it('repeats a scan without a result after an hour', async () => {
  const { checkAfter, first } = await probing({ finishes: false })
  expect(await first()).toBe(true)
  expect(await checkAfter(30 * minute)).toBe(false)
  expect(await checkAfter(30 * minute)).toBe(true)
})

it.each([
  ['a type that has no scan', { type: 'http' }, false],
  ['a config that wants none', { config: { trackTlsGrade: false } }, false],
  ['a plan without it', { plan: 'starter' }, false],
  ['a plan that was given it', { plan: 'starter', limits: { tls_grade: -1 } }, true],
  ['a plan that was denied it', { plan: 'business', limits: { tls_grade: 0 } }, false],
  ['a plan with it', { plan: 'pro', config: { trackTlsGrade: true } }, true],
])('with %s', async (_what, wish, expected) => {
  const { first } = await probing(wish)
  expect(await first()).toBe(expected)
})

it('adds the scan to one of several parallel locations', async () => {
  const clock = fakeClock()
  const store = await newStore()
  const { monitorNumber } = await watchedMonitor(store, { strategy: 'parallel', locations: 3, now: clock.now() })
  const turns = [0, 1, 2].map((slot) => ({ monitorNumber, slot, location: slot, dueAt: clock.now(), version: 1 }))
  const plans = new Map([[monitorNumber, { type: 'ssl', config: {} }]])
  expect((await scansDue(store, { turns, plans, now: clock.now() })).size).toBe(1)
  expect((await scansDue(store, { turns, plans, now: clock.now() })).size).toBe(0)
})
