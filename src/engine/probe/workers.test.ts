import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../domain/clock.ts'
import { fakeClock } from '../../../test/kit/clock.ts'
import { quiet } from '../../../test/kit/log.ts'
import { noSources } from '../../../test/kit/checks/run-check.ts'
import { waitUntil } from '../../../test/kit/wait-until.ts'
import { createQuarantine } from './quarantine.ts'
import { type Workers, startWorkers } from './workers.ts'

const program = new URL('../../../test/kit/checks/stubborn-worker.ts', import.meta.url)
const work = (target: string) => ({
  type: 'tcp',
  monitorId: `monitor of ${target}`,
  version: 1,
  target,
  config: {},
  deadlineMs: 1000,
})

async function workers(complaints: string[] = []): Promise<Workers> {
  const log = {
    debug() {},
    info() {},
    warn() {},
    error: (message: string, fields?: object) => void complaints.push(`${message} ${JSON.stringify(fields)}`),
  }
  const parts = { options: { allowPrivate: true, sources: noSources }, env: {}, clock: systemClock, log, program }
  const started = createQuarantine({
    workers: startWorkers({ count: 1, ...parts }),
    startApart: () => startWorkers({ count: 1, ...parts }),
    clock: systemClock,
    log,
  })
  onTestFinished(() => started.stop())
  await waitUntil(() => started.isReady)
  return started
}

it('hands work to a process and gets its outcome', async () => {
  expect(await (await workers()).run(work('fine'))).toMatchObject({ outcome: { success: true } })
})

it('gives a process that is still starting the time it takes, however slow the machine', async () => {
  const [clock, complaints] = [fakeClock(), [] as string[]]
  const log = { ...quiet, error: (message: string) => void complaints.push(message) }
  const started = startWorkers({
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
  expect(complaints).toEqual([])
})

it.each([
  ['is blocked', 'hang', /no sign of life/],
  ['broke', 'crash', /a bug/],
  ['has no memory left', 'fill the memory', /out of memory|no sign of life/],
])(
  'replaces a process that %s, finds the check that did it, refuses it from then on, and goes on with the others',
  async (_what, target, reason) => {
    const complaints: string[] = []
    const started = await workers(complaints)
    const beside = started.run(work('fine'))
    expect(await started.run(work(target))).toBeNull()
    await beside
    expect(complaints[0]).toMatch(reason)
    const [again, other] = await Promise.all([started.run(work(target)), started.run(work('fine'))])
    expect(again).toMatchObject({
      quarantined: true,
      outcome: { infrastructure: true, error: expect.stringContaining('ended the probe') },
    })
    expect(other).toMatchObject({ outcome: { success: true } })
    expect(complaints.at(-1)).toContain(`monitor of ${target}`)
    expect(await started.run(work(target))).toMatchObject({ outcome: { infrastructure: true } })
    expect(complaints.filter((line) => line.startsWith('a probe process is replaced'))).toHaveLength(2)
    expect(await started.run({ ...work('fine'), monitorId: `monitor of ${target}`, version: 2 })).toMatchObject({
      outcome: { success: true },
    })
  },
)
