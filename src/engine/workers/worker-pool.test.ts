import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../domain/clock.ts'
import { fakeClock } from '../../../test/kit/clock.ts'
import { quiet } from '../../../test/kit/log.ts'
import { noSources } from '../../../test/kit/checks/run-check.ts'
import { waitUntil } from '../../../test/kit/wait-until.ts'
import type { ReportedOutcome } from '../../domain/outcome.ts'
import { Quarantine } from './quarantine.ts'
import { withSteps } from './steps.ts'
import { WorkerPool } from './worker-pool.ts'
import type { Workers } from './workers.ts'

const program = new URL('../../../test/kit/checks/stubborn-worker.ts', import.meta.url)
const work = (target: string) => ({
  type: 'tcp',
  monitorId: `monitor of ${target}`,
  version: 1,
  target,
  config: {},
  deadlineMs: 1000,
})

async function workers(errors: string[] = []): Promise<Workers> {
  const log = {
    debug() {},
    info() {},
    warn() {},
    error: (message: string, fields?: object) => void errors.push(`${message} ${JSON.stringify(fields)}`),
  }
  const parts = { options: { allowPrivate: true, sources: noSources }, env: {}, clock: systemClock, log, program }
  const quarantine = new Quarantine({
    startApart: () => new WorkerPool({ count: 1, ...parts }),
    clock: systemClock,
    log,
  })
  const started = withSteps(new WorkerPool({ count: 1, ...parts }), [quarantine])
  onTestFinished(() => started.stop())
  await waitUntil(() => started.isReady)
  return started
}

it('runs a check in a process and returns its outcome', async () => {
  expect(await (await workers()).run(work('fine'))).toMatchObject({ success: true })
})

it('waits for a process that starts slowly', async () => {
  const [clock, errors] = [fakeClock(), [] as string[]]
  const log = { ...quiet, error: (message: string) => void errors.push(message) }
  const started = new WorkerPool({
    count: 1,
    options: { allowPrivate: true, sources: noSources },
    env: {},
    clock,
    log,
    program,
  })
  onTestFinished(() => started.stop())
  for (let look = 0; look < 60 && !started.isReady; look++) {
    clock.advance(1000)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await waitUntil(() => started.isReady)
  expect(errors).toEqual([])
})

it('adds a process when the others are full, and ends it when it is idle', async () => {
  const added: string[] = []
  const started = new WorkerPool({
    count: 1,
    capacity: { maxPerWorker: 10, maxWorkers: 2, maxInFlight: 18 },
    idleMs: 1000,
    options: { allowPrivate: true, sources: noSources },
    env: {},
    clock: systemClock,
    log: { ...quiet, info: (message) => void added.push(message) },
    program,
  })
  onTestFinished(() => started.stop())
  await waitUntil(() => started.isReady)
  expect(started.free).toBe(10)
  const running: Promise<ReportedOutcome | null>[] = []
  const fill = (): number => {
    while (started.free > 0) running.push(started.run(work('slow')))
    return started.busy
  }
  await waitUntil(() => fill() === 18)
  expect(started.free).toBe(0)
  expect(added).not.toEqual([])
  expect((await Promise.all(running)).every((done) => done !== null)).toBe(true)
  await waitUntil(() => started.free === 10)
})

it('ends an unused process, and starts one for the next check', async () => {
  const clock = fakeClock()
  const started = new WorkerPool({
    count: 1,
    sleepAfterMs: { unused: 3000, used: 4000 },
    options: { allowPrivate: true, sources: noSources },
    env: {},
    clock,
    log: quiet,
    program,
  })
  onTestFinished(() => started.stop())
  const look = async (): Promise<void> => {
    clock.advance(1000)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await waitUntil(() => started.isReady)
  for (let count = 0; count < 4; count++) await look()
  // Only a pool without processes has room while none is ready.
  expect([started.processes, started.isReady, started.free]).toEqual([0, true, 500])
  const outcomes: (ReportedOutcome | null)[] = []
  for (let count = 0; count < 2; count++) void started.run(work('fine')).then((outcome) => outcomes.push(outcome))
  expect([started.processes, started.free]).toEqual([1, 0])
  await waitUntil(() => {
    clock.advance(20)
    return outcomes.length === 2
  })
  expect(outcomes).toMatchObject([{ success: true }, { success: true }])
  for (let count = 0; count < 4; count++) await look()
  expect(started.processes).toBe(1)
  await look()
  expect(started.processes).toBe(0)
})

it('accepts no more checks than its processes begin', async () => {
  const started = await workers()
  expect(started.free).toBe(500)
  const runs = Array.from({ length: 500 }, () => started.run(work('fine')))
  expect(started.free).toBe(0)
  await Promise.all(runs)
  await waitUntil(() => started.free === 500)
})

it.each([
  ['is blocked', 'hang', /no sign of life/],
  ['broke', 'crash', /a bug/],
  ['has no memory left', 'fill the memory', /out of memory|no sign of life/],
])(
  'replaces a process that %s, finds the check that did it, refuses it from then on, and goes on with the others',
  async (_what, target, reason) => {
    const errors: string[] = []
    const started = await workers(errors)
    const beside = started.run(work('fine'))
    expect(await started.run(work(target))).toBeNull()
    await beside
    expect(errors[0]).toMatch(reason)
    const [again, other] = await Promise.all([started.run(work(target)), started.run(work('fine'))])
    expect(again).toMatchObject({
      isQuarantined: true,
      infrastructure: true,
      error: expect.stringContaining('ended the probe'),
    })
    expect(other).toMatchObject({ success: true })
    expect(errors.at(-1)).toContain(`monitor of ${target}`)
    expect(await started.run(work(target))).toMatchObject({ infrastructure: true })
    expect(errors.filter((line) => line.startsWith('a probe process is replaced'))).toHaveLength(2)
    expect(await started.run({ ...work('fine'), monitorId: `monitor of ${target}`, version: 2 })).toMatchObject({
      success: true,
    })
  },
)
