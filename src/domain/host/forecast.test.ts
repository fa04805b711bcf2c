import { describe, expect, it } from 'vitest'
import { type DiskHistory, farthestHours, hoursUntilFull, remembered } from './forecast.ts'

const hour = 3_600_000
const size = 1000
const disk = (usedBytes: number, mount = '/') => ({ mount, usedBytes, freeBytes: size - usedBytes })

/** A point every half hour, the first at hour 0. */
const history = (used: readonly number[]): DiskHistory => ({ '/': used.map((bytes, n) => [(n * hour) / 2, bytes]) })
const growing = Array.from({ length: 12 }, (_, n) => 100 + n * 5)

describe('the time until a disk is full', () => {
  it.each<[string, readonly number[], number, number | null]>([
    ['follows from how fast it fills', growing, 160, 84],
    ['is nowhere near when nothing changes', Array(12).fill(500), 500, farthestHours],
    ['is nowhere near when it empties', growing.toReversed(), 95, farthestHours],
    ['is not bent by one large file', [...growing.slice(0, 6), ...growing.slice(6).map((used) => used + 300)], 460, 54],
    ['is at once when nothing is left', growing.map((used) => used + 840), 1000, 0],
    ['is not notified from too little', growing.slice(0, 4), 120, null],
  ])('%s', (_what, used, now, expected) => {
    const found = hoursUntilFull(history(used), [disk(now)], (used.length * hour) / 2)
    if (expected === null) expect(found).toBeNull()
    else expect(found).toBeCloseTo(expected, 0)
  })

  it('is that of the first of several disks', () => {
    const both = { ...history(growing), '/var': history(growing.map((used) => used * 2))['/']! }
    expect(hoursUntilFull(both, [disk(160), disk(320, '/var')], 6 * hour)).toBeCloseTo(34, 0)
  })
})

describe('the disk history', () => {
  it('has a point every half hour for a day, for the existing disks', () => {
    let kept: DiskHistory = {}
    for (let minute = 0; minute < 48 * 60; minute += 10)
      kept = remembered(kept, [disk(minute), disk(1, minute < 60 ? '/mnt' : '/srv')], minute * 60_000)
    expect(Object.keys(kept)).toEqual(['/', '/srv'])
    expect(kept['/']).toHaveLength(48)
  })

  it('stays unchanged in between, and restarts if the clock was set back', () => {
    const kept = remembered({}, [disk(1)], 10 * hour)
    expect(remembered(kept, [disk(2)], 10.4 * hour)).toBe(kept)
    expect(remembered(kept, [disk(2)], hour)).toEqual({ '/': [[hour, 2]] })
  })
})
