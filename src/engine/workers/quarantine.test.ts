import { expect, it } from 'vitest'
import { fakeClock } from '../../../test/kit/clock.ts'
import { quiet } from '../../../test/kit/log.ts'
import { goodOutcome } from '../../../test/kit/resources/outcomes.ts'
import { fakeWorkers } from '../../../test/kit/checks/fake-workers.ts'
import type { ReportedOutcome } from '../../domain/outcome.ts'
import { Quarantine } from './quarantine.ts'
import type { Workers } from './workers.ts'

const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

/**
 * A process that runs until `end` is called, which takes all checks in it along when the one that ends processes is
 * among them.
 */
function fakeProcess() {
  let running: { monitorId: string; resolve: (report: ReportedOutcome | null) => void }[] = []
  const workers = fakeWorkers(({ monitorId }) => new Promise((resolve) => running.push({ monitorId, resolve })))
  const end = (): number => {
    const ended = running
    running = []
    const isLost = ended.some(({ monitorId }) => monitorId === 'killer')
    for (const { resolve } of ended) resolve(isLost ? null : goodOutcome)
    return ended.length
  }
  return { workers, end }
}

it('finds the one check among thousands that ends processes, and runs the others soon', async () => {
  const usual = fakeProcess()
  const apart: ReturnType<typeof fakeProcess>[] = []
  const startApart = (): Workers => {
    apart.push(fakeProcess())
    return apart.at(-1)!.workers
  }
  const quarantine = new Quarantine({ startApart, clock: fakeClock(), log: quiet })
  const run = (monitorId: string): Promise<ReportedOutcome | null> =>
    quarantine.run(
      { type: 'tcp', monitorId, version: 1, target: 'a:1', config: {}, deadlineMs: 1000 },
      usual.workers.run,
    )
  const monitors = [...Array.from({ length: 3000 }, (_, n) => `m${n}`), 'killer']
  let waiting = monitors
  let rounds = 0
  const refused: string[] = []
  for (; waiting.length > 0; rounds++) {
    const lost: string[] = []
    const reports = waiting.map(async (monitorId) => {
      const report = await run(monitorId)
      if (!report) lost.push(monitorId)
      else if (report.isQuarantined) refused.push(monitorId)
    })
    for (let ended = 1; ended > 0; await settle()) {
      await settle()
      ended = [usual, ...apart].reduce((sum, { end }) => sum + end(), 0)
    }
    await Promise.all(reports)
    waiting = lost
  }
  expect(refused).toEqual(['killer'])
  expect(rounds).toBe(3)
})
