import { beforeEach, describe, expect, it } from 'vitest'
import { toast, toasts } from './toast.ts'

const texts = () => toasts.get().map(({ text }) => text)

describe('toasts', () => {
  beforeEach(() => toasts.set(() => []))

  it('show the same text once, as the latest', () => {
    for (const text of ['Production saved', 'Night saved', 'Production saved']) toast({ text })
    expect(texts()).toEqual(['Night saved', 'Production saved'])
  })

  it('keep each undo, also of things with the same name', () => {
    for (let i = 0; i < 2; i++) toast({ text: 'Shop deleted', undo: () => undefined })
    expect(texts()).toEqual(['Shop deleted', 'Shop deleted'])
  })

  it('are at most three', () => {
    for (const text of ['a', 'b', 'c', 'd']) toast({ text })
    expect(texts()).toEqual(['b', 'c', 'd'])
  })
})
