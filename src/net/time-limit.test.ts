import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { fakeClock } from '../../test/kit/clock.ts'
import { withTimeLimit } from './time-limit.ts'
import { attempt } from './deadline.ts'

const waiting = (signal: AbortSignal): Promise<string> => attempt(signal, 'waiting', () => () => undefined)

describe('something brief', () => {
  it('gives what it gives', async () => {
    const { signal } = new AbortController()
    expect(await withTimeLimit({ clock: fakeClock(), signal, ms: 100 }, async () => 'done')).toBe('done')
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('ends when its time is over, and leaves what it is part of alone', async () => {
    const clock = fakeClock()
    const { signal } = new AbortController()
    const outcome = withTimeLimit({ clock, signal, ms: 100 }, waiting)
    clock.advance(100)
    await expect(outcome).rejects.toThrow('no answer within 0.1 s (while waiting)')
    expect(signal.aborted).toBe(false)
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('ends with what it is part of, for the same reason', async () => {
    const stop = new AbortController()
    const around = { clock: fakeClock(), signal: stop.signal, ms: 100 }
    const outcome = withTimeLimit(around, waiting)
    stop.abort(new Error('shutting down'))
    await expect(outcome).rejects.toThrow('shutting down')
    await expect(withTimeLimit(around, waiting)).rejects.toThrow('shutting down')
  })
})
