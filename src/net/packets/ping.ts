// ICMP echo requests to one host.
import { createSocket } from 'node:dgram'
import type { Clock } from '../../domain/clock.ts'
import { TargetDown } from '../../domain/outcome.ts'
import { attempt } from '../deadline.ts'
import { failure } from '../failure.ts'
import type { IpAddress, Lookup, ReachOptions } from '../lookup.ts'
import { PingBatches } from './ping-batches.ts'
import { Hearing, NoPingReply } from './hearing.ts'
import { NotSent } from './pinged-host.ts'

export interface PingOptions extends ReachOptions {
  readonly host: string
  readonly count: number
  /** Without the headers of IP and ICMP. */
  readonly dataBytes: number
  /** The available time; the packets are sent in its first half. */
  readonly withinMs: number
  /** Receives the round-trip time of each response as it arrives. */
  onAnswer(rttMs: number): void
}

/** Settles when every packet is answered or lost: with the address, or with TargetDown when all are lost. */
export type SendPing = (options: PingOptions) => Promise<IpAddress>

// Few distinct spacings make few batches: only equal packets can share a process.
const spacings = [200, 100, 50, 20, 10, 5, 2, 1]

export function createPing({ lookup, clock, path }: { lookup: Lookup; clock: Clock; path?: string }): SendPing {
  const batches = new PingBatches(clock, path)
  const hearing = new Hearing(clock, batches)
  return async (options) => {
    const { host, count, dataBytes, signal } = options
    const onAnswer = (rttMs: number): void => {
      hearing.noteReply()
      options.onAnswer(rttMs)
    }
    const [to] = await lookup(host, options)
    if (!to) throw new Error(`the lookup of ${host} answered nothing`)
    const settings = { family: to.family, count, dataBytes, spacingMs: spacingOf(options) }
    const endTest = hearing.test(settings)
    try {
      await attempt<void>(signal, 'waiting for answers to pings', (done, fail) =>
        batches.join(to.address, settings, { onAnswer, done, fail }),
      )
      return to
    } catch (error) {
      if (error instanceof NotSent) throw await whyNotSent(to, signal)
      const isLost = error instanceof TargetDown && error.reason === 'timeout'
      throw isLost && !hearing.hasReply() ? new NoPingReply() : error
    } finally {
      endTest()
    }
  }
}

function spacingOf({ count, withinMs }: PingOptions): number {
  return spacings.find((ms) => ms * count <= withinMs / 2) ?? 1
}

/** Returns why nothing can be sent there. Connecting a UDP socket looks up the route and sends nothing. */
function whyNotSent({ address, family }: IpAddress, signal: AbortSignal): Promise<Error> {
  const phase = 'looking for a route'
  return attempt(signal, phase, (done) => {
    const socket = createSocket({
      type: family === 6 ? 'udp6' : 'udp4',
      lookup: (_host, _options, found) => found(null, address, family),
    })
    const forbidden = new Error(`this machine cannot send pings to ${address}; its firewall may forbid them`)
    socket.once('error', (error) => done(failure(error, { peer: address, phase, cause: 'connect' })))
    socket.once('connect', () => done(forbidden))
    socket.connect(9, address)
    return () => void socket.close()
  })
}
