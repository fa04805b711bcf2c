// What several answers of a time server say together. The one that was quickest is the one to believe.
import type { NtpAnswer } from '../../protocols/ntp-packet.ts'

export interface NtpSample {
  readonly answer: NtpAnswer
  /** Between the request and its answer. */
  readonly afterMs: number
  /**
   * When the answer came: by the clock that is compared, which counts whole milliseconds, and by the one that measures.
   */
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
  // A clock of whole milliseconds is behind by a part of one, and least behind in the sample where the two differ most.
  const behind = Math.max(...samples.map(({ wallMs, monotonicMs }) => wallMs - monotonicMs))
  return samples.map(({ answer, afterMs, monotonicMs }) => {
    const rttMs = Math.max(0, afterMs - (answer.sentAt - answer.receivedAt))
    return { answer, rttMs, offsetMs: answer.sentAt + rttMs / 2 - (monotonicMs + behind) }
  })
}

export function best(timed: readonly TimedNtpAnswer[]): TimedNtpAnswer | undefined {
  return timed.toSorted((one, other) => one.rttMs - other.rttMs)[0]
}

/** How far the other offsets lie from the best, as the root of the mean square; null with one sample. */
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
