// `lapwing discover … --watch` in this process, on a clock that the test moves.
import { onTestFinished } from 'vitest'
import type { Discoverer } from '../../../cli/discover/discovery.ts'
import { keepUpToDate } from '../../../cli/discover/watch.ts'
import { createOutput } from '../../../cli/output/output.ts'
import { createClient } from '../../../sdk/src/client.ts'
import { type FakeClock, fakeClock } from '../clock.ts'
import { keys, type TestLapwing } from '../lapwing/lapwing.ts'
import { waitUntil } from '../wait-until.ts'

interface Watch {
  readonly clock: FakeClock
  readonly printed: { stdout: string; stderr: string }
  /** Moves the clock on until this is true. */
  until(isTrue: () => boolean | Promise<boolean>, stepMs?: number): Promise<void>
  /** Lets this time pass, in steps between which requests are answered. */
  pass(ms: number): Promise<void>
  /** Sends requests to this address from now on, as if Lapwing were there. */
  moveLapwing(origin: string | undefined): void
  /** The keys of the monitors that this source manages, without their beginning. */
  keys(): Promise<string[]>
  /** Settles when the command ends. */
  readonly ended: Promise<unknown>
}

let sources = 0

const passPauseMs = 10
const stepsOfPass = 30

export function watch(
  app: TestLapwing,
  discoverer: Discoverer,
  options: Readonly<Record<string, string | true>> = {},
): Watch {
  const source = `watch-${++sources}`
  let elsewhere: string | undefined
  const printed = { stdout: '', stderr: '' }
  const pipe = (name: keyof typeof printed) =>
    ({ write: (text: string) => (printed[name] += text) }) as unknown as NodeJS.WriteStream
  const output = createOutput({ stdout: pipe('stdout'), stderr: pipe('stderr'), environment: {} }, false)
  const redirected = (address: string, init?: RequestInit) =>
    fetch(elsewhere === undefined ? address : address.replace(app.origin, elsewhere), init)
  const client = createClient({
    url: app.origin,
    token: keys.write,
    maxRetries: 0,
    fetch: redirected as typeof fetch,
  })
  const ending = new AbortController()
  const clock = fakeClock()
  const context = {
    args: [],
    options,
    client: async () => client,
    url: () => app.origin,
    output,
    signal: ending.signal,
  }
  const defaults = { source, intervalSeconds: 60, locations: ['fra'], tags: [source], groups: [] }
  const own = { now: () => clock.now().getTime(), sleep: clock.sleep }
  let failure: unknown
  const ended = keepUpToDate(discoverer, { context, defaults, clock: own }).catch((error: unknown) => (failure = error))
  onTestFinished(() => ending.abort())
  return {
    clock,
    printed,
    ended,
    moveLapwing: (origin) => void (elsewhere = origin),
    until: async (isTrue, stepMs = 1000) => {
      await waitUntil(async () => {
        if (await isTrue()) return true
        if (failure) throw failure
        clock.advance(stepMs)
        app.clock.advance(1000)
        return false
      })
    },
    async pass(ms) {
      const end = clock.now().getTime() + ms
      await waitUntil(() => clock.advance(ms / stepsOfPass) ?? clock.now().getTime() >= end, passPauseMs)
    },
    async keys() {
      const managed = (await app.get(`/monitors?limit=100&tag=${source}`)).body.data as { id: string; managed: any }[]
      return managed
        .flatMap(({ managed: one }) => (one?.source === source ? [(one.key as string).slice(source.length + 1)] : []))
        .toSorted()
    },
  }
}
