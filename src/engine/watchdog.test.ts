import { expect, it, onTestFinished } from 'vitest'
import { fakeClock } from '../../test/kit/clock.ts'
import { startReceiver } from '../../test/kit/resources/receiver.ts'
import { waitUntil } from '../../test/kit/wait-until.ts'
import type { OwnProblem } from '../domain/self-monitoring.ts'
import { systemClock } from '../domain/clock.ts'
import { createNet } from '../net/index.ts'
import { createPolicy } from '../net/policy.ts'
import { startWatchdog } from './watchdog.ts'

it('pings while everything is watched, stops when it is not, and says both in the log', async () => {
  const receiver = await startReceiver()
  const [clock, said] = [fakeClock(), [] as string[]]
  let problems: OwnProblem[] = []
  let looks = 0
  const note = (message: string, fields: object = {}) => void said.push(`${message} ${JSON.stringify(fields)}`)
  const watchdog = startWatchdog({
    problems: async () => {
      looks += 1
      return problems
    },
    deadmanUrl: `${receiver.origin}/alive`,
    net: createNet({ policy: createPolicy({ allowPrivate: true }), clock: systemClock }),
    clock,
    log: { debug() {}, info: note, warn: note, error: note },
  })
  onTestFinished(() => watchdog.stop())
  const look = async (): Promise<void> => {
    const before = looks
    await waitUntil(() => (clock.advance(5000), looks > before + 1))
  }
  const pings = (): number => receiver.requests.length
  await waitUntil(() => (clock.advance(5000), pings() >= 2))
  problems = [{ code: 'checks_late', message: 'Checks are late.' }]
  await look()
  const before = pings()
  for (let round = 0; round < 10; round++) await look()
  expect(pings()).toBe(before)
  problems = []
  await waitUntil(() => (clock.advance(5000), pings() > before))
  // On a slow machine this clock runs ahead of a ping.
  expect(said.filter((line) => !line.startsWith('LAPWING_DEADMAN_URL'))).toEqual([
    'Lapwing does not watch everything {"problems":["Checks are late."]}',
    'Lapwing watches everything again {}',
  ])
})
