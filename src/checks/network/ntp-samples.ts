// Combines several responses of a time server. The fastest one is the most accurate.
import type { NtpAnswer } from '../../protocols/ntp-packet.ts'

export interface NtpSample {
  readonly answer: NtpAnswer
  /** Time between the request and its response. */
  readonly afterMs: number
  /** Arrival of the response: by the wall clock, which counts whole milliseconds, and by the monotonic clock. */
  readonly wallMs: number
  readonly monotonicMs: number
}

export interface NtpTiming {
  readonly rttMs: number
  /** How far the server is ahead of our clock. */
  readonly offsetMs: number
}

export interface TimedNtpAnswer extends NtpTiming {
  readonly answer: NtpAnswer
}

/** In the order of the samples. */
export function timings(samples: readonly NtpSample[]): TimedNtpAnswer[] {
  // The wall clock truncates to whole milliseconds; the sample with the largest difference is the least truncated.
  const behind = Math.max(...samples.map(({ wallMs, monotonicMs }) => wallMs - monotonicMs))
  return samples.map(({ answer, afterMs, monotonicMs }) => {
    const rttMs = Math.max(0, afterMs - (answer.sentAt - answer.receivedAt))
    return { answer, rttMs, offsetMs: answer.sentAt + rttMs / 2 - (monotonicMs + behind) }
  })
}

export function best(timed: readonly TimedNtpAnswer[]): TimedNtpAnswer | undefined {
  return timed.toSorted((one, other) => one.rttMs - other.rttMs)[0]
}

/** Root mean square of the other offsets' distances from the best; null with one sample. */
export function jitterMs(timed: readonly TimedNtpAnswer[]): number | null {
  const middle = best(timed)
  if (!middle || timed.length < 2) return null
  const squares = timed.map(({ offsetMs }) => (offsetMs - middle.offsetMs) ** 2)
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / (timed.length - 1))
}

export function isSynchronized({ leap, stratum }: NtpAnswer): boolean {
  return leap !== 3 && stratum >= 1 && stratum <= 15
}

export function measure({ answer, rttMs }: TimedNtpAnswer): Record<string, number> {
  return {
    'ntp.stratum': answer.stratum,
    'ntp.synchronized': isSynchronized(answer) ? 1 : 0,
    'ntp.rtt_ms': rttMs,
    'ntp.root_delay_ms': answer.rootDelayMs,
    'ntp.root_dispersion_ms': answer.rootDispersionMs,
    'ntp.leap_indicator': answer.leap,
    ...(answer.setAt === null ? {} : { 'ntp.reference_age_s': Math.max(0, (answer.sentAt - answer.setAt) / 1000) }),
  }
}
