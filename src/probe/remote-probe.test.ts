import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { fakeClock } from '../../test/kit/clock.ts'
import { fakeWorkers } from '../../test/kit/checks/fake-workers.ts'
import { newFolder } from '../../test/kit/files.ts'
import { quiet } from '../../test/kit/log.ts'
import { goodOutcome } from '../../test/kit/resources/outcomes.ts'
import { systemClock as clock, rest } from '../domain/clock.ts'
import { createClockOffset } from '../domain/probing/clock-offset.ts'
import type { WireOrder } from '../domain/probing/protocol.ts'
import type { ProbeReport } from '../domain/probing/requests.ts'
import { SlotQueue } from '../engine/browser-checks/browser-slots.ts'
import type { CheckOrder } from '../engine/workers/messages.ts'
import { runRemoteProbe } from './remote-probe.ts'
import { ServerAway } from './server-connection.ts'

const times = { received_at: 0, sent_at: 0 }
const order: WireOrder = {
  ticket: 'one',
  type: 'http',
  target: 'https://shop.example/basket',
  config: {},
  monitor_id: 'm',
  version: 1,
  deadline_ms: 1000,
}

/** What a probe runs and reports if its server hands these out and speaks this version. */
async function served(protocol: number, orders: readonly WireOrder[]) {
  const folder = newFolder()
  onTestFinished(folder.remove)
  const ending = new AbortController()
  const run: CheckOrder[] = []
  const reported: ProbeReport['outcomes'] = []
  const workers = fakeWorkers(async (given) => {
    run.push(given)
    return goodOutcome
  })
  let batch = 0
  await runRemoteProbe(
    {
      workers,
      slots: new SlotQueue(
        () => 0,
        () => ({ installation: null, missing: 'none here' }),
      ),
      server: {
        offset: createClockOffset(),
        hello: async () => ({ ...times, protocol, server_version: '0.1.0', location: 'Oslo' }),
        async claim(_request, signal) {
          batch += 1
          if (batch > 1 && !signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve))
          return { ...times, server: 's', batch, orders: batch === 1 ? orders : [], cancel: [] }
        },
        async report({ outcomes }) {
          reported.push(...outcomes)
          if (reported.length === orders.length) ending.abort()
          return { ...times, accepted: outcomes.length, refused: 0, outdated: 0 }
        },
      },
      id: 'id',
      name: 'rack',
      version: '0.3.0',
      browsers: 0,
      folder: join(folder.path, 'outcomes'),
      tests: { resolver: async () => true, route: async () => true },
      clock,
      log: quiet,
    },
    ending.signal,
  )
  return { run, reported }
}

it('works with a server of version 1, which does not say which host an order is for', async () => {
  const { run, reported } = await served(1, [order, { ...order, ticket: 'two', type: 'playwright' }])
  expect(run).toMatchObject([
    { host: 'shop.example', inBrowser: false },
    { host: 'shop.example', inBrowser: true },
  ])
  expect(reported.map(({ ticket }) => ticket).sort()).toEqual(['one', 'two'])
})

it('says by name which type it does not know, if a newer server hands out such a check', async () => {
  const { run, reported } = await served(3, [{ ...order, type: 'quantum', host: 'shop.example', in_browser: false }])
  expect(run).toEqual([])
  expect(reported).toMatchObject([
    { success: false, error: 'not checked: version 0.3.0 of this probe does not know quantum monitors; upgrade it' },
  ])
})

it('goes on with its last orders while the server is away, and reports them when it is back', async () => {
  const folder = newFolder()
  onTestFinished(folder.remove)
  const ending = new AbortController()
  const away = fakeClock()
  const passing = setInterval(() => away.advance(500), 2)
  onTestFinished(() => clearInterval(passing))
  const reported: ProbeReport['outcomes'] = []
  let [runs, batch, isAway] = [0, 0, false]
  const failIfAway = (): void => {
    if (isAway) throw new ServerAway('it is away')
  }
  await runRemoteProbe(
    {
      workers: fakeWorkers(async () => {
        runs += 1
        if (runs === 4) isAway = false
        return runs === 3 ? { ...goodOutcome, success: false, infrastructure: true } : goodOutcome
      }),
      slots: new SlotQueue(
        () => 0,
        () => ({ installation: null, missing: 'none here' }),
      ),
      server: {
        offset: createClockOffset(),
        hello: async () => ({ ...times, protocol: 2, server_version: '0.2.0', location: 'Oslo' }),
        async claim(_request, signal) {
          await rest(away, 1000, signal)
          failIfAway()
          batch += 1
          const orders = batch === 1 ? [{ ...order, repeat_every_ms: 10_000, host: 'shop.example' }] : []
          if (batch === 2) isAway = true
          return { ...times, server: 's', batch, orders, cancel: [] }
        },
        async report({ outcomes }) {
          failIfAway()
          reported.push(...outcomes)
          if (reported.some(({ repeated }) => repeated) && runs >= 4) ending.abort()
          return { ...times, accepted: outcomes.length, refused: 0, outdated: 0 }
        },
      },
      id: 'id',
      name: 'rack',
      version: '0.2.0',
      browsers: 0,
      folder: join(folder.path, 'outcomes'),
      tests: { resolver: async () => true, route: async () => true },
      clock: away,
      log: quiet,
    },
    ending.signal,
  )
  expect(reported[0]).not.toHaveProperty('repeated')
  const repeated = reported.filter((one) => one.repeated)
  expect(repeated.length).toBeGreaterThan(0)
  // A fault of the probe says nothing about the target.
  expect(repeated.filter(({ infrastructure }) => infrastructure)).toEqual([])
  expect(new Set(reported.map(({ ticket }) => ticket))).toEqual(new Set(['one']))
})
