import { createSocket } from 'node:dgram'
import type { Clock } from '../../domain/clock.ts'
import { TargetDown } from '../../domain/outcome.ts'
import { peerName } from '../connect.ts'
import { attempt } from '../deadline.ts'
import { failure } from '../failure.ts'
import type { IpAddress, Lookup, ReachOptions } from '../lookup.ts'

export interface DatagramOptions extends ReachOptions {
  readonly host: string
  readonly port: number
  readonly payload: Uint8Array
  /** Receives each response with the time since the payload was sent; true ends the wait. */
  take(response: Buffer, afterMs: number): boolean
  /** Ends after this many bytes, whatever `take` returns; 64 KiB when omitted. */
  readonly maxBytes?: number
  /**
   * Ends after this much silence following a response; a second when omitted, never when null.
   */
  readonly quietMs?: number | null
  /** Sends the payload again until there is a response, this often: a datagram can get lost. */
  readonly repeatMs?: number
}

// Responses that belong together arrive together: this much silence ends them.
const usualQuietMs = 1000
const maxResponses = 1000

/** Sends one datagram and settles with the responding address when `take` has enough or the responses have ended. */
export type Datagram = (options: DatagramOptions) => Promise<IpAddress>

export function createDatagram({ lookup, clock }: { lookup: Lookup; clock: Clock }): Datagram {
  return async (options) => {
    const addresses = await lookup(options.host, options)
    let refused: TargetDown | undefined
    const tried: { address: string; result: string }[] = []
    for (const address of addresses) {
      try {
        await exchange(options, address, clock)
        return address
      } catch (error) {
        if (!(error instanceof TargetDown) || error.reason !== 'connect') throw error
        refused ??= error
        tried.push({ address: peerName({ ...address, port: options.port }), result: error.message })
        refused.evidence = { tried }
      }
    }
    throw refused
  }
}

function exchange(options: DatagramOptions, { address, family }: IpAddress, clock: Clock): Promise<void> {
  const phase = 'waiting for a reply'
  const { quietMs = usualQuietMs } = options
  return attempt(options.signal, phase, (done, fail) => {
    const socket = createSocket({
      type: family === 6 ? 'udp6' : 'udp4',
      lookup: (_host, _settings, found) => found(null, address, family),
    })
    const broken = (error: Error): void =>
      fail(failure(error, { peer: peerName({ address, port: options.port }), phase, cause: 'connect' }))
    let open = true
    let start = 0
    let bytes = 0
    let responses = 0
    let cancelTimer: (() => void) | undefined
    const send = (): void => {
      if (!open) return
      socket.send(options.payload, (error) => error && broken(error))
      if (options.repeatMs !== undefined) cancelTimer = clock.after(options.repeatMs, send)
    }
    socket.on('error', broken)
    socket.on('connect', () => {
      start = clock.monotonicMs()
      send()
    })
    socket.on('message', (response) => {
      if (!open) return
      bytes += response.length
      responses += 1
      cancelTimer?.()
      try {
        const enough = options.take(response, clock.monotonicMs() - start)
        if (enough || bytes >= (options.maxBytes ?? 65_536) || responses >= maxResponses) done()
        else if (open && quietMs !== null) cancelTimer = clock.after(quietMs, done)
      } catch (error) {
        fail(error as Error)
      }
    })
    // A connected socket receives only from this peer, and reports when nothing listens there.
    socket.connect(options.port, address)
    return () => {
      open = false
      cancelTimer?.()
      socket.close()
    }
  })
}
