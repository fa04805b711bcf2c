import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { offAbort, onAbort } from './abort.ts'

describe('waiting on a signal', () => {
  it('takes one listener for everybody, and none when nobody waits', () => {
    const { signal } = new AbortController()
    const waiting = Array.from({ length: 50 }, () => () => undefined)
    for (const react of waiting) onAbort(signal, react)
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    for (const react of waiting) offAbort(signal, react)
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('tells everybody who still waits, also when one leaves meanwhile', () => {
    const controller = new AbortController()
    const notified: string[] = []
    const last = (): void => void notified.push('last')
    onAbort(controller.signal, () => (notified.push('first'), offAbort(controller.signal, last)))
    onAbort(controller.signal, () => void notified.push('second'))
    onAbort(controller.signal, last)
    controller.abort()
    expect(notified).toEqual(['first', 'second'])
  })

  it('can be given up twice, or without having begun', () => {
    const { signal } = new AbortController()
    const react = (): void => undefined
    offAbort(signal, react)
    onAbort(signal, react)
    offAbort(signal, react)
    offAbort(signal, react)
    onAbort(signal, react)
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
  })
})
