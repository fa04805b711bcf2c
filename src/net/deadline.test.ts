import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { TargetDown } from '../domain/outcome.ts'
import { DeadlinePassed } from '../domain/limits/time-limit.ts'
import { attempt, abortError } from './deadline.ts'

function aborted(reason?: unknown): AbortSignal {
  return AbortSignal.abort(reason)
}

describe('a signal that has aborted', () => {
  it('is the target’s fault when its deadline has passed', () => {
    const error = abortError(aborted(new DeadlinePassed(30_000)), 'connecting')
    expect(error).toBeInstanceOf(TargetDown)
    expect(error).toMatchObject({ reason: 'timeout', message: 'no response within 30 s (while connecting)' })
  })

  it('shows short deadlines to a tenth of a second', () => {
    expect(abortError(aborted(new DeadlinePassed(1250)), 'connecting').message).toBe(
      'no response within 1.3 s (while connecting)',
    )
  })

  it('counts a timeout of the platform as a deadline too', () => {
    const error = abortError(aborted(new DOMException('', 'TimeoutError')), 'connecting')
    expect(error).toMatchObject({ reason: 'timeout', message: 'no response in time (while connecting)' })
  })

  it('is not the target’s fault for any other reason', () => {
    const drain = new Error('the prober is shutting down')
    expect(abortError(aborted(drain), 'connecting')).toBe(drain)
    expect(abortError(aborted('enough'), 'connecting')).not.toBeInstanceOf(TargetDown)
  })
})

describe('an attempt', () => {
  const start = (): { controller: AbortController; cleared: number; listeners: () => number } => {
    const controller = new AbortController()
    return { controller, cleared: 0, listeners: () => getEventListeners(controller.signal, 'abort').length }
  }

  it.each([
    ['done', (done: (value: string) => void) => done('value')],
    ['done later', (done: (value: string) => void) => void setImmediate(() => done('value'))],
  ])('clears up once and resolves when it is %s', async (_when, act) => {
    const test = start()
    const result = attempt<string>(
      test.controller.signal,
      'testing',
      (done) => (act(done), () => void (test.cleared += 1)),
    )
    expect(await result).toBe('value')
    expect([test.cleared, test.listeners()]).toEqual([1, 0])
  })

  it('cleans up once when it fails', async () => {
    const test = start()
    const result = attempt(test.controller.signal, 'testing', (_done, fail) => {
      setImmediate(() => (fail(new Error('first')), fail(new Error('second'))))
      return () => void (test.cleared += 1)
    })
    await expect(result).rejects.toThrow('first')
    expect([test.cleared, test.listeners()]).toEqual([1, 0])
  })

  it('cleans up once when it is aborted, and names the current phase', async () => {
    const test = start()
    let phase = 'waiting'
    const result = attempt(
      test.controller.signal,
      () => phase,
      () => () => void (test.cleared += 1),
    )
    phase = 'reading'
    test.controller.abort(new DeadlinePassed(1000))
    await expect(result).rejects.toThrow('no response within 1 s (while reading)')
    expect([test.cleared, test.listeners()]).toEqual([1, 0])
  })

  it('does not begin after the deadline', async () => {
    const result = attempt(aborted(new DeadlinePassed(1000)), 'testing', () => {
      throw new Error('begun')
    })
    await expect(result).rejects.toThrow('no response within 1 s (while testing)')
  })

  it('leaves no listener when it cannot begin', async () => {
    const test = start()
    const result = attempt(test.controller.signal, 'testing', () => {
      throw new Error('cannot')
    })
    await expect(result).rejects.toThrow('cannot')
    expect(test.listeners()).toBe(0)
  })
})
