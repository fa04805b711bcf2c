// Measures how far the clock of a probe is from that of its server, as NTP does: the exchange with the shortest way
// says most.

export interface ClockExchange {
  /** When the probe sent the request and got the response, by its own clock. */
  readonly sentAt: number
  readonly returnedAt: number
  /** When the server got the request and responded, by its clock. */
  readonly receivedAt: number
  readonly respondedAt: number
}

export interface ClockOffset {
  note(exchange: ClockExchange): void
  /** Milliseconds to add to the time of the probe to get that of the server; 0 until it is known. */
  readonly ms: number
  readonly isKnown: boolean
}

interface OffsetSample {
  readonly ms: number
  readonly wayMs: number
}

const maxSamples = 8
// Within this, the difference may be the way and not the clock, and a set clock shows at once.
const jumpMs = 1000

export function createClockOffset(): ClockOffset {
  let samples: OffsetSample[] = []
  const best = (): OffsetSample | undefined => samples.toSorted((a, b) => a.wayMs - b.wayMs)[0]
  return {
    note({ sentAt, returnedAt, receivedAt, respondedAt }) {
      const ms = (receivedAt - sentAt + (respondedAt - returnedAt)) / 2
      const wayMs = Math.max(returnedAt - sentAt - (respondedAt - receivedAt), 0)
      const known = best()
      // One of the clocks was set.
      if (known && Math.abs(ms - known.ms) > jumpMs + (wayMs + known.wayMs) / 2) samples = []
      samples = [...samples, { ms, wayMs }].slice(-maxSamples)
    },
    get ms() {
      return Math.round(best()?.ms ?? 0)
    },
    get isKnown() {
      return samples.length > 0
    },
  }
}
