import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../domain/clock.ts'
import { startCrew } from './crew.ts'

const program = new URL('../../../test/kit/stubborn-thread.ts', import.meta.url)
const work = (target: string) => ({ type: 'tcp', monitorId: '', target, config: {}, deadlineMs: 1000 })

function crew(complaints: string[] = []) {
  const log = {
    debug() {},
    info() {},
    warn() {},
    error: (_message: string, fields?: object) => void complaints.push(JSON.stringify(fields)),
  }
  const started = startCrew({ threads: 1, options: { allowPrivate: true }, clock: systemClock, log, program })
  onTestFinished(() => started.stop())
  return started
}

it('hands work to a thread and gets its outcome', async () => {
  expect(await crew().run(work('fine'))).toMatchObject({ outcome: { success: true } })
})

it('replaces a thread that is blocked, gives up what it had, and goes on', async () => {
  const complaints: string[] = []
  const started = crew(complaints)
  await started.run(work('fine'))
  expect(await started.run(work('hang'))).toBeNull()
  expect(complaints).toEqual(['{"reason":"no sign of life","lost":1}'])
  expect(await started.run(work('fine'))).toMatchObject({ outcome: { success: true } })
})

it('replaces a thread that broke', async () => {
  const complaints: string[] = []
  const started = crew(complaints)
  await started.run(work('fine'))
  expect(await started.run(work('crash'))).toBeNull()
  expect(complaints[0]).toContain('a bug')
  expect(await started.run(work('fine'))).toMatchObject({ outcome: { success: true } })
})
