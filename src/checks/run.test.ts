import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { fakeClock } from '../../test/kit/clock.ts'
import { noSources, openNet } from '../../test/kit/checks/run-check.ts'
import { flag, number, text } from '../domain/field.ts'
import { TargetDown } from '../domain/outcome.ts'
import { abortError } from '../net/deadline.ts'
import { noBrowsers } from '../browsers/missing.ts'
import { type CheckEnvironment, type CheckJob, type RunCheck, createPrepare } from './run.ts'
import { type HostAndPort, hostMaybePort } from './targets.ts'

const fields = {
  port: number({ help: '', min: 1, max: 9, default: 5 }),
  tls: flag({ help: '', default: false }),
  name: text({ help: '' }),
}
type Config = { port: number; tls: boolean; name: string | undefined }
type DemoRun = RunCheck<Config, HostAndPort<number | null>>

function environment(): CheckEnvironment & { stop: AbortController; clock: ReturnType<typeof fakeClock> } {
  const stop = new AbortController()
  return {
    net: openNet(),
    clock: fakeClock(),
    sources: noSources,
    browsers: noBrowsers('no browser here'),
    signal: stop.signal,
    stop,
  }
}

const job = { monitorId: 'm', target: 'shop.test', config: {}, deadlineMs: 5000 }
const target = hostMaybePort({ description: '', examples: ['shop.test'] })
const prepare = (run: DemoRun) =>
  createPrepare({ type: 'demo', target, config: fields, run: run as RunCheck<never, never> })
const runner = (run: DemoRun) => (requested: CheckJob, around: CheckEnvironment) => prepare(run)(requested).run(around)

describe('preparing a check', () => {
  it('parses the target and returns its host', async () => {
    let got: unknown
    const ready = prepare(async ({ target: to }) => void (got = to))({ ...job, target: 'Bücher.test:25' })
    expect(ready.host).toBe('xn--bcher-kva.test')
    await ready.run(environment())
    expect(got).toEqual({ host: 'xn--bcher-kva.test', port: 25 })
  })

  it('does not check an invalid target, and reports what is wrong with it', async () => {
    const ready = prepare(async () => undefined)({ ...job, target: 'shop.test:99999' })
    expect(await ready.run(environment())).toMatchObject({
      infrastructure: true,
      error: 'not checked: the target port must be between 1 and 65535',
    })
  })
})

describe('running a check', () => {
  it('completes the config', async () => {
    let got: unknown
    await runner(async ({ config }) => void (got = config))({ ...job, config: { tls: true, name: 'x' } }, environment())
    expect(got).toEqual({ port: 5, tls: true, name: 'x' })
  })

  it('returns the measurements, rounded, and the duration', async () => {
    const around = environment()
    const outcome = await runner(async (_job, { observed }) => {
      around.clock.advance(1500)
      observed.statusCode = 200
      observed.metrics['demo.time_ms'] = 1.23456
      observed.metrics['demo.broken'] = NaN
      observed.metrics['demo.endless'] = Infinity
      observed.evidence['address'] = '192.0.2.1'
    })(job, around)
    expect(outcome).toEqual({
      success: true,
      durationMs: 1500,
      statusCode: 200,
      error: null,
      cause: null,
      metrics: { 'demo.time_ms': 1.235 },
      evidence: { address: '192.0.2.1' },
    })
    expect(getEventListeners(around.signal, 'abort')).toEqual([])
  })

  it('keeps the measurements from before the target failed', async () => {
    const outcome = await runner(async (_job, { observed }) => {
      observed.metrics['demo.connect_ms'] = 3
      throw new TargetDown('tls', 'no\r\nhandshake\u2028with "x"')
    })(job, environment())
    expect(outcome).toEqual({
      success: false,
      durationMs: 0,
      statusCode: null,
      error: 'no handshake with "x"',
      cause: 'tls',
      metrics: { 'demo.connect_ms': 3 },
      evidence: null,
    })
  })

  it('reports any other exception as a local fault', async () => {
    const outcome = await runner(async () => {
      throw new TypeError('x is not a function')
    })(job, environment())
    expect(outcome).toMatchObject({ success: false, infrastructure: true, error: 'x is not a function', cause: null })
  })

  it('reports a local fault even if it is thrown synchronously, or is no Error', async () => {
    const thrown = runner((() => {
      throw 'oops'
    }) as never)
    expect(await thrown(job, environment())).toMatchObject({ infrastructure: true, error: 'oops' })
  })

  it('aborts the run at its deadline', async () => {
    const around = environment()
    const pending = runner(
      (_job, { signal }) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(abortError(signal, 'connecting'))),
        ),
    )(job, around)
    around.clock.advance(5000)
    expect(await pending).toMatchObject({
      success: false,
      cause: 'timeout',
      error: 'no response within 5 s (while connecting)',
    })
  })

  it('aborts the run if the check must stop, even before it started', async () => {
    const waits: DemoRun = (_job, { signal }) =>
      new Promise((_resolve, reject) =>
        signal.aborted ? reject(signal.reason) : signal.addEventListener('abort', () => reject(signal.reason)),
      )
    const around = environment()
    const pending = runner(waits)(job, around)
    around.stop.abort(new Error('shutting down'))
    expect(await pending).toMatchObject({ infrastructure: true, error: 'shutting down' })
    expect(await runner(waits)(job, around)).toMatchObject({ infrastructure: true, error: 'shutting down' })
  })

  it('does not wait for a run that ignores its signal', async () => {
    const around = environment()
    const pending = runner(() => new Promise(() => undefined))(job, around)
    around.clock.advance(5000)
    around.clock.advance(200)
    expect(await pending).toMatchObject({
      infrastructure: true,
      error: 'the demo check did not stop when cancelled',
    })
  })
})
