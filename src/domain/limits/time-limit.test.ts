import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { fakeClock } from '../../../test/kit/clock.ts'
import { offAbort, onAbort } from './abort.ts'
import { shareAtMost, waitAtMost, withTimeLimit } from './time-limit.ts'

const waiting = (signal: AbortSignal): Promise<string> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    else onAbort(signal, () => reject(signal.reason))
  })

describe('withTimeLimit', () => {
  it('returns the result of the work', async () => {
    const { signal } = new AbortController()
    expect(await withTimeLimit({ clock: fakeClock(), signal, ms: 100 }, async () => 'done')).toBe('done')
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('aborts the work after the time limit, and not the given signal', async () => {
    const clock = fakeClock()
    const { signal } = new AbortController()
    const outcome = withTimeLimit({ clock, signal, ms: 100 }, waiting)
    clock.advance(100)
    await expect(outcome).rejects.toThrow('no response within 0.1 s')
    expect(signal.aborted).toBe(false)
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('keeps one listener on its signal while phases of the work begin and end', async () => {
    const clock = fakeClock()
    const outcome = withTimeLimit({ clock, ms: 100 }, async (signal) => {
      for (let phase = 0; phase < 3; phase++) {
        const react = (): never => expect.unreachable('this phase is over')
        onAbort(signal, react)
        expect(getEventListeners(signal, 'abort')).toHaveLength(1)
        offAbort(signal, react)
      }
      return waiting(signal)
    })
    clock.advance(100)
    await expect(outcome).rejects.toThrow('no response within 0.1 s')
  })

  it('aborts with the given error', async () => {
    const clock = fakeClock()
    const outcome = withTimeLimit({ clock, ms: 100, error: new Error('the mail server took too long') }, waiting)
    clock.advance(100)
    await expect(outcome).rejects.toThrow('the mail server took too long')
  })

  it('aborts together with the given signal, for the same reason', async () => {
    const stop = new AbortController()
    const limit = { clock: fakeClock(), signal: stop.signal, ms: 100 }
    const outcome = withTimeLimit(limit, waiting)
    stop.abort(new Error('shutting down'))
    await expect(outcome).rejects.toThrow('shutting down')
    await expect(withTimeLimit(limit, waiting)).rejects.toThrow('shutting down')
  })
})

describe('waitAtMost', () => {
  it('returns what the work returns, and fails as it fails', async () => {
    const limit = { clock: fakeClock(), ms: 100, late: () => 'late' }
    expect(await waitAtMost(limit, Promise.resolve('done'))).toBe('done')
    await expect(waitAtMost(limit, Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  })

  it('returns or throws something else after the time limit', async () => {
    const clock = fakeClock()
    const limits = [
      () => 'late',
      () => {
        throw new Error('too late')
      },
    ].map((late) => waitAtMost({ clock, ms: 100, late }, new Promise<string>(() => undefined)))
    clock.advance(100)
    expect(await Promise.allSettled(limits)).toMatchObject([{ value: 'late' }, { reason: new Error('too late') }])
  })
})

describe('shareAtMost', () => {
  it('runs the work once for concurrent calls, also after one of them gave up', async () => {
    const clock = fakeClock()
    const runs: PromiseWithResolvers<string>[] = []
    const ask = shareAtMost({ clock, ms: 100, late: () => 'late' }, () => {
      const run = Promise.withResolvers<string>()
      runs.push(run)
      return run.promise
    })
    const first = [ask(), ask()]
    clock.advance(100)
    expect(await Promise.all(first)).toEqual(['late', 'late'])
    const third = ask()
    expect(runs).toHaveLength(1)
    runs[0]!.resolve('done')
    expect(await third).toBe('done')
    void ask()
    expect(runs).toHaveLength(2)
  })
})
