import { describe, expect, it } from 'vitest'
import { refusalOf } from './allowance.ts'

const now = new Date('2026-03-01T12:00:00Z')
const ago = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000)
const requested = (diagnostic: string, target: string, minutes: number) => ({
  diagnostic,
  target,
  createdAt: ago(minutes),
})
const recent = [requested('http', 'a', 50), requested('dns', 'b', 40), requested('http', 'a', 30)]
const more = (diagnostic: string, target: string) => ({ diagnostic, target, now })

describe('an allowance', () => {
  it.each([
    ['has room', more('http', 'a'), { perType: 3, targets: 2 }, null],
    ['is for each type', more('dns', 'b'), { perType: 2, targets: 2 }, null],
    [
      'is used up',
      more('http', 'a'),
      { perType: 2, targets: 2 },
      { limit: 'diagnostics_per_hour', freesInSeconds: 600 },
    ],
    ['knows a target already', more('dns', 'a'), { perType: 5, targets: 2 }, null],
    [
      'has no room for another target',
      more('dns', 'c'),
      { perType: 5, targets: 2 },
      { limit: 'diagnostics_targets_per_hour', freesInSeconds: 1200 },
    ],
    ['is unlimited', more('http', 'c'), { perType: -1, targets: -1 }, null],
  ])('%s', (_words, one, allowance, refusal) => {
    expect(refusalOf(recent, one, allowance)).toEqual(refusal)
  })
})
