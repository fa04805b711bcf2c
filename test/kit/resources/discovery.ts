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
  /** The keys of the monitors that this source manages. */
  keys(): Promise<string[]>
  /** Settles when the command ends. */
  readonly ended: Promise<unknown>
}

interface WatchOptions {
  readonly source?: string
  readonly options?: Readonly<Record<string, string | true>>
}

const maxPauseMs = 10
const stepsOfPass = 30

export function watch(
  app: TestLapwing,
  discoverer: Discoverer,
  { source = 'docker', options = {} }: WatchOptions,
): Watch {
  const printed = { stdout: '', stderr: '' }
  const pipe = (name: keyof typeof printed) =>
    ({ write: (text: string) => (printed[name] += text) }) as unknown as NodeJS.WriteStream
  const output = createOutput({ stdout: pipe('stdout'), stderr: pipe('stderr'), environment: {} }, false)
  const client = createClient({ url: app.origin, token: keys.write, maxRetries: 0 })
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
  const defaults = { source, intervalSeconds: 60, locations: ['fra'], tags: [], groups: [] }
  const own = { now: () => clock.now().getTime(), sleep: clock.sleep }
  let failure: unknown
  const ended = keepUpToDate(discoverer, { context, defaults, clock: own }).catch((error: unknown) => (failure = error))
  onTestFinished(() => ending.abort())
  return {
    clock,
    printed,
    ended,
    until: async (isTrue, stepMs = 1000) => {
      await waitUntil(async () => {
        if (await isTrue()) return true
        if (failure) throw failure
        clock.advance(stepMs)
        app.clock.advance(1000)
        return false
      }, maxPauseMs)
    },
    async pass(ms) {
      const end = clock.now().getTime() + ms
      await waitUntil(() => clock.advance(ms / stepsOfPass) ?? clock.now().getTime() >= end, maxPauseMs)
    },
    async keys() {
      const managed = (await app.get('/monitors?limit=100')).body.data as { id: string; managed: any }[]
      return managed.flatMap(({ managed: one }) => (one?.source === source ? [one.key as string] : [])).toSorted()
    },
  }
}
