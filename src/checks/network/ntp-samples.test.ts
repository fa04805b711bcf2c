import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NtpAnswer } from '../../protocols/ntp-packet.ts'
import { type NtpSample, type TimedNtpAnswer, best, isSynchronized, jitterMs, measure, timings } from './ntp-samples.ts'

const answer = (more: Partial<NtpAnswer> = {}): NtpAnswer => ({
  leap: 0,
  stratum: 2,
  rootDelayMs: 10,
  rootDispersionMs: 5,
  reference: '192.0.2.1',
  setAt: 0,
  receivedAt: 0,
  sentAt: 0,
  kiss: null,
  ...more,
})

type Way = Record<'sentAt' | 'thereMs' | 'workMs' | 'backMs', number>

/** A sample of a server whose clock is ahead by this much, with these delays in each direction. */
function sampleOf({ sentAt, aheadMs, thereMs, workMs, backMs }: Way & { aheadMs: number }): NtpSample {
  const receivedAt = sentAt + thereMs + workMs + backMs
  return {
    answer: answer({ receivedAt: sentAt + thereMs + aheadMs, sentAt: sentAt + thereMs + workMs + aheadMs }),
    afterMs: receivedAt - sentAt,
    wallMs: Math.floor(receivedAt),
    monotonicMs: receivedAt - 1_000_000,
  }
}

const timed = (rttMs: number, offsetMs: number): TimedNtpAnswer => ({ answer: answer(), rttMs, offsetMs })

describe('the timing of a sample', () => {
  it('excludes the processing time of the server', () => {
    const [only] = timings([sampleOf({ sentAt: 2_000_000, aheadMs: 250, thereMs: 20, workMs: 7, backMs: 20 })])
    expect(only?.rttMs).toBeCloseTo(40)
    expect(only?.offsetMs).toBeCloseTo(250)
  })

  it('is never negative', () => {
    const sample = sampleOf({ sentAt: 2_000_000, aheadMs: 0, thereMs: 1, workMs: 0, backMs: 1 })
    const [only] = timings([{ ...sample, answer: answer({ receivedAt: 2_000_000, sentAt: 2_000_500 }) }])
    expect(only?.rttMs).toBe(0)
  })

  it('is accurate to a millisecond and half of the difference between the delays', () => {
    const delay = fc.double({ min: 0, max: 500, noNaN: true })
    const way = fc.record({
      sentAt: fc.double({ min: 2_000_000, max: 3_000_000, noNaN: true }),
      thereMs: delay,
      workMs: delay,
      backMs: delay,
    })
    const ahead = fc.integer({ min: -100_000, max: 100_000 })
    fc.assert(
      fc.property(fc.array(way, { minLength: 1, maxLength: 8 }), ahead, (ways, aheadMs) => {
        const found = timings(ways.map((of) => sampleOf({ ...of, aheadMs })))
        for (const [index, { thereMs, backMs }] of ways.entries()) {
          const error = Math.abs((found[index]?.offsetMs ?? Infinity) - aheadMs)
          expect(error).toBeLessThanOrEqual(Math.abs(thereMs - backMs) / 2 + 1.001)
          expect(found[index]?.rttMs).toBeCloseTo(thereMs + backMs, 3)
        }
      }),
    )
  })
})

describe('several samples', () => {
  it('are represented by the fastest', () => {
    expect(best([timed(30, 5), timed(10, 1), timed(20, 9)])).toMatchObject({ offsetMs: 1 })
    expect(best([])).toBeUndefined()
  })

  it('have no jitter if there is only one', () => {
    expect(jitterMs([timed(1, 5)])).toBeNull()
    expect(jitterMs([])).toBeNull()
  })

  it('have a jitter around the best', () => {
    expect(jitterMs([timed(10, 100), timed(20, 103), timed(30, 96)])).toBeCloseTo(Math.sqrt((9 + 16) / 2))
    expect(jitterMs([timed(10, 7), timed(20, 7)])).toBe(0)
  })
})

describe('a response', () => {
  it.each([
    [{ leap: 0, stratum: 1 }, true],
    [{ leap: 2, stratum: 15 }, true],
    [{ leap: 3, stratum: 2 }, false],
    [{ leap: 0, stratum: 16 }, false],
  ])('with %j is synchronized: %s', (of, expected) => {
    expect(isSynchronized(answer(of))).toBe(expected)
  })

  it('is measured', () => {
    expect(measure({ answer: answer({ setAt: 1000, sentAt: 31_500, leap: 1 }), rttMs: 12, offsetMs: 3 })).toEqual({
      'ntp.stratum': 2,
      'ntp.synchronized': 1,
      'ntp.rtt_ms': 12,
      'ntp.root_delay_ms': 10,
      'ntp.root_dispersion_ms': 5,
      'ntp.leap_indicator': 1,
      'ntp.reference_age_s': 30.5,
    })
  })

  it('of a clock that was never set has no age', () => {
    expect(measure({ answer: answer({ setAt: null }), rttMs: 1, offsetMs: 0 })).not.toHaveProperty([
      'ntp.reference_age_s',
    ])
  })
})
