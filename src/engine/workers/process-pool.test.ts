import { expect, it, onTestFinished } from 'vitest'
import { fakeClock } from '../../../test/kit/clock.ts'
import { waitUntil } from '../../../test/kit/wait-until.ts'
import { type ReportedOutcome, asReported, notChecked } from '../../domain/outcome.ts'
import type { CheckOrder } from './messages.ts'
import { OrganizationQuarantine, maxLossesPerHour } from './organization-quarantine.ts'
import { ProcessPool } from './process-pool.ts'
import type { Workers } from './workers.ts'

const done = asReported(notChecked('a test'))
const work = (monitorId: string, organizationId = 'acme'): CheckOrder => ({
  type: 'playwright',
  monitorId,
  organizationId,
  version: 1,
  target: 'https://example.com',
  config: {},
  deadlineMs: 1000,
})

interface FakeProcess extends Workers {
  isReady: boolean
  isStopped: boolean
  readonly has: string[]
  /** Null when the process ends. */
  finish(result: ReportedOutcome | null): void
}

function pool() {
  const clock = fakeClock()
  const processes: FakeProcess[] = []
  const startProcess = (): Workers => {
    const waiting: ((result: ReportedOutcome | null) => void)[] = []
    const process: FakeProcess = {
      free: 500,
      isReady: true,
      isStopped: false,
      stalledMs: () => 0,
      has: [],
      finish: (result) => waiting.shift()!(result),
      run: ({ monitorId }) => {
        process.has.push(monitorId)
        return new Promise((resolve) => waiting.push(resolve))
      },
      stop: async () => void (process.isStopped = true),
    }
    processes.push(process)
    return process
  }
  const started = new ProcessPool({ startProcess, clock })
  onTestFinished(() => started.stop())
  return { clock, processes, started }
}

it('gives each check its own process, and reuses processes', async () => {
  const { processes, started } = pool()
  const [one, other] = [started.run(work('a')), started.run(work('b'))]
  await waitUntil(() => processes.length === 2)
  processes[0]!.finish(null)
  expect(await one).toBeNull()
  const next = started.run(work('c'))
  await waitUntil(() => processes[0]!.has.length === 2)
  processes[1]!.finish(done)
  processes[0]!.finish(done)
  expect(await Promise.all([other, next])).toEqual([done, done])
  expect(processes.map(({ has }) => has)).toEqual([['a', 'c'], ['b']])
})

it('stops processes that are idle for a minute, except for one', async () => {
  const { clock, processes, started } = pool()
  const runs = [started.run(work('a')), started.run(work('b'))]
  await waitUntil(() => processes.length === 2)
  for (const process of processes) process.finish(done)
  await Promise.all(runs)
  clock.advance(59_000)
  expect(processes.map(({ isStopped }) => isStopped)).toEqual([false, false])
  clock.advance(2000)
  await waitUntil(() => processes.filter(({ isStopped }) => isStopped).length === 1)
  clock.advance(120_000)
  expect(processes.filter(({ isStopped }) => isStopped)).toHaveLength(1)
})

it('pauses an organization whose checks end five processes within an hour, and no other', async () => {
  const clock = fakeClock()
  const errors: string[] = []
  const log = { debug() {}, info() {}, warn() {}, error: (message: string) => void errors.push(message) }
  const ran: string[] = []
  const run = async ({ monitorId }: CheckOrder): Promise<ReportedOutcome | null> => {
    ran.push(monitorId)
    return monitorId.startsWith('bad') ? null : done
  }
  const step = new OrganizationQuarantine({ clock, log })
  const guarded = { run: (order: CheckOrder) => step.run(order, run) }
  for (let n = 0; n < maxLossesPerHour; n++) {
    expect(await guarded.run(work(`good ${n}`))).toBe(done)
    expect(await guarded.run(work(`bad ${n}`))).toBeNull()
  }
  expect(errors).toEqual(['browser checks of an organization are paused: they end their processes'])
  expect(await guarded.run(work('bad once more'))).toMatchObject({
    infrastructure: true,
    error: expect.stringContaining('have ended 5 of their processes'),
  })
  expect(ran).not.toContain('bad once more')
  expect(await guarded.run(work('good', 'other'))).toBe(done)
  clock.advance(3_600_000)
  expect(await guarded.run(work('good'))).toBe(done)
})
