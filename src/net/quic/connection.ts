// A QUIC client connection for one exchange (RFC 9000 and RFC 9002), without migration, resumption or key updates. The
// creator delivers incoming datagrams and sends outgoing ones.
import { type X509Certificate, randomBytes } from 'node:crypto'
import type { Clock } from '../../domain/clock.ts'
import { TargetDown } from '../../domain/outcome.ts'
import { MalformedMessage } from '../tls/wire.ts'
import { closeFailure } from './connection-close.ts'
import { type QuicFrame, framesIn, pathResponseFrame, retireConnectionIdFrame } from './frames.ts'
import { ClientHandshake } from './handshake.ts'
import { IncomingBudget, maxDatagramBytes } from './limits.ts'
import { Reassembly } from './reassembly.ts'
import { type ProtectedPacket, idBytes, offersOurVersion, openPacket, packetsIn, retryToken } from './packet.ts'
import { type ServerParameters, clientParameters, readParameters } from './transport-parameters.ts'
import { initialProtection, protection } from './protection.ts'
import { PacketSender } from './packet-sender.ts'
import type { PacketNumberSpace } from './packet-number-space.ts'

export interface QuicOptions {
  readonly clock: Clock
  /** The server's name for messages. */
  readonly peer: string
  readonly serverName: string
  readonly alpn: string
  /** Bytes the server may send on one of our streams. */
  readonly maxBytes: number
  send(datagram: Buffer): void
  /** Throws when the server's chain is not trusted. */
  verifyChain(chain: readonly X509Certificate[]): void
  /** The first packet of the server has arrived. */
  onFirstPacket(): void
  /** Streams can be written. */
  onReady(): void
  onData(stream: number, bytes: Buffer, isLast: boolean): void
  /** The server has reset its side of a stream. */
  onReset(stream: number, code: number): void
  /** The connection has ended, for this reason. */
  onFailure(error: Error): void
}

const maxEarly = 16
/** A longer token leaves no room for a hello. */
const maxToken = 500

export class QuicConnection {
  readonly #options: QuicOptions
  readonly #source = randomBytes(idBytes)
  readonly #original = randomBytes(idBytes)
  readonly #handshake: ClientHandshake
  readonly #packets: PacketSender
  readonly #budget: IncomingBudget
  readonly #incoming = new Map<number, { bytes: Reassembly; end: number | null }>()
  /** The sequence number of the server's connection ID in use. */
  #sequence = 0
  #retrySource: Buffer | null = null
  #early: ProtectedPacket[] = []
  #hasResponse = false
  #isOver = false
  /** Whether sending waits until all pending input is processed. */
  #isTaking = false

  constructor(options: QuicOptions) {
    this.#options = options
    this.#packets = new PacketSender({ ...options, from: this.#source, to: this.#original })
    this.#budget = new IncomingBudget(options.peer, options.maxBytes)
    this.#handshake = new ClientHandshake({
      serverName: options.serverName,
      alpn: options.alpn,
      transportParameters: clientParameters(this.#source, options.maxBytes),
      onSecrets: (level, { suite, client, server }) => {
        this.#packets.spaces[level].keys = { outgoing: protection(suite, client), incoming: protection(suite, server) }
      },
      verifyChain: options.verifyChain,
      onFinished: (reply, parameters) => this.#agreed(reply, readParameters(parameters)),
    })
  }

  start(): void {
    if (this.#isOver) return
    this.#callServer(this.#original)
    this.#packets.queueCrypto('initial', this.#handshake.hello)
    this.#packets.flush()
  }

  receive(datagram: Buffer): void {
    if (this.#isOver || datagram.length > maxDatagramBytes) return
    this.#isTaking = true
    try {
      for (const packet of packetsIn(datagram)) this.#take(packet)
      this.#takeEarly()
    } catch (error) {
      if (!(error instanceof MalformedMessage)) return this.#end(error as Error)
      this.#end(new TargetDown('other', `what ${this.#options.peer} answered is not QUIC: ${error.message}`))
    } finally {
      this.#isTaking = false
    }
    // Many packets arrive at once, and one acknowledgement covers them all.
    if (this.#packets.isConfirmed) this.#packets.flushSoon()
    else this.#packets.flush()
  }

  /** Sends the bytes on a stream that we open, in one go. */
  write(stream: number, bytes: Buffer, isLast: boolean): void {
    this.#packets.streams.add(stream, bytes, isLast)
    if ((stream & 2) === 0) this.#incoming.set(stream, { bytes: new Reassembly(this.#options.maxBytes), end: null })
    if (!this.#isTaking) this.#packets.flush()
  }

  /** Sends CONNECTION_CLOSE, if the server can decrypt it yet, and stops. */
  close(code: number): void {
    this.#isOver = true
    this.#packets.close(code)
  }

  #end(error: Error): void {
    this.close(0x0100)
    this.#options.onFailure(error)
  }

  /** The keys of Initial packets derive from the server's connection ID. */
  #callServer(id: Buffer): void {
    const { client, server } = initialProtection(id)
    this.#packets.to = id
    this.#packets.spaces.initial.keys = { outgoing: client, incoming: server }
  }

  #take(packet: ProtectedPacket): void {
    if (this.#isOver) return
    this.#budget.countPacket(this.#packets.spaces.application.keys !== null)
    if (packet.kind === 'unknown' || !packet.to.equals(this.#source)) return
    if (packet.kind === 'negotiation') return this.#negotiate(packet)
    if (packet.kind === 'retry') return this.#retry(packet)
    const space = this.#packets.spaces[packet.kind]
    if (!space.keys) {
      if (packet.kind !== 'initial' && this.#early.length < maxEarly) this.#early.push(packet)
      return
    }
    const opened = openPacket(packet, space.largestReceived, space.keys.incoming)
    if (!opened) return
    if (!this.#hasResponse) this.#acceptServer(packet)
    const { frames, count, elicitsAck } = framesIn(opened.payload, packet.kind)
    this.#budget.countFrames(count)
    if (!space.note(opened.number, elicitsAck)) return
    for (const frame of frames) this.#handle(frame, space)
  }

  /** Packets can arrive before the ones that carry their keys. */
  #takeEarly(): void {
    const waiting = this.#early
    this.#early = []
    for (const packet of waiting) this.#take(packet)
  }

  #acceptServer({ from }: ProtectedPacket): void {
    this.#hasResponse = true
    this.#packets.to = Buffer.from(from)
    this.#options.onFirstPacket()
  }

  /** Ignores a negotiation that lists our version or belongs to another connection (RFC 9000, section 6.2). */
  #negotiate(packet: ProtectedPacket): void {
    if (this.#hasResponse || !packet.from.equals(this.#original) || offersOurVersion(packet)) return
    this.#end(new TargetDown('connect', `${this.#options.peer} does not speak version 1 of QUIC`))
  }

  /** The server validates our address. */
  #retry(packet: ProtectedPacket): void {
    const token = this.#hasResponse || this.#retrySource ? null : retryToken(packet, this.#original)
    if (!token || token.length === 0 || token.length > maxToken) return
    this.#packets.token = Buffer.from(token)
    this.#retrySource = Buffer.from(packet.from)
    this.#callServer(this.#retrySource)
    this.#packets.spaces.initial.sendAgain()
  }

  #handle(frame: QuicFrame, space: PacketNumberSpace): void {
    if (this.#isOver) return
    switch (frame.kind) {
      case 'ack':
        return this.#packets.acknowledged(space, frame.ranges)
      case 'crypto':
        return this.#handshake.take(space.level, space.crypto.take(frame.offset, frame.data))
      case 'connection_close':
        return this.#end(closeFailure(frame, this.#options.peer))
      case 'stream':
        return this.#receiveStream(frame)
      case 'reset_stream':
        return this.#options.onReset(frame.id, frame.code)
      case 'stop_sending':
        return this.#packets.streams.stop(frame.id)
      case 'max_data':
        return this.#packets.streams.allow(frame.max)
      case 'max_stream_data':
        return this.#packets.streams.allowStream(frame.id, frame.max)
      case 'new_connection_id':
        return this.#moveTo(frame, space)
      case 'path_challenge':
        return space.owe(pathResponseFrame(frame.data))
      case 'handshake_done':
        return this.#packets.confirm()
    }
  }

  #receiveStream({ id, offset, data, isLast }: QuicFrame & { kind: 'stream' }): void {
    const stream = this.#incoming.get(id)
    // The server's own streams carry settings, which are ignored.
    if (!stream) return
    const isOver = stream.bytes.end === stream.end
    const end = offset + data.length
    const isBeyond = stream.end !== null && (isLast ? end !== stream.end : end > stream.end)
    if (isBeyond) throw new MalformedMessage('it changes where its answer ends')
    if (isLast) stream.end = end
    const ready = stream.bytes.take(offset, data)
    const ends = stream.bytes.end === stream.end
    if (!isOver && (ready.length > 0 || ends)) this.#options.onData(id, ready, ends)
  }

  #moveTo({ sequence, retirePrior, id }: QuicFrame & { kind: 'new_connection_id' }, space: PacketNumberSpace): void {
    if (retirePrior <= this.#sequence || sequence < retirePrior) return
    space.owe(retireConnectionIdFrame(this.#sequence))
    this.#sequence = sequence
    this.#packets.to = Buffer.from(id)
  }

  #agreed(reply: Buffer, parameters: ServerParameters): void {
    if (!this.#isSameServer(parameters))
      throw new TargetDown('tls', 'the server does not confirm the ids of the connection')
    this.#packets.spaces.initial.discard()
    this.#packets.queueCrypto('handshake', reply)
    this.#packets.streams.open(parameters)
    this.#options.onReady()
  }

  #isSameServer({ original, source, retrySource }: ServerParameters): boolean {
    const fits = (claimed: Buffer | null, actual: Buffer | null): boolean =>
      claimed && actual ? claimed.equals(actual) : claimed === actual
    return fits(original, this.#original) && fits(source, this.#packets.to) && fits(retrySource, this.#retrySource)
  }
}
