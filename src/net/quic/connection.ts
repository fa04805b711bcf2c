// A QUIC connection from the client's side, long enough for one exchange (RFC 9000 and RFC 9002). It neither migrates nor
// resumes nor changes its keys; datagrams come in and go out through whoever made it.
import { type X509Certificate, randomBytes } from 'node:crypto'
import type { Clock } from '../../domain/clock.ts'
import { TargetDown } from '../../domain/outcome.ts'
import { Malformed } from '../tls/wire.ts'
import { closedBy } from './closing.ts'
import { type Frame, framesIn, responseFrame, retireFrame } from './frames.ts'
import { ClientHandshake } from './handshake.ts'
import { Ordered } from './ordered.ts'
import { type SealedPacket, idBytes, openPacket, packetsIn, retryToken } from './packet.ts'
import { type TheirParameters, ourParameters, readParameters } from './parameters.ts'
import { initialProtection, protection } from './protection.ts'
import { Sending } from './sending.ts'
import type { Space } from './space.ts'

export interface QuicParts {
  readonly clock: Clock
  /** Who is at the other end, for messages. */
  readonly peer: string
  readonly serverName: string
  readonly alpn: string
  /** Bytes that the server may send on a stream of ours. */
  readonly maxBytes: number
  send(datagram: Buffer): void
  /** Throws when the server's chain is not good enough. */
  judge(chain: readonly X509Certificate[]): void
  /** The first packet of the server has come. */
  heard(): void
  /** Streams can be written. */
  ready(): void
  data(stream: number, bytes: Buffer, isLast: boolean): void
  /** The server has broken off its side of a stream. */
  reset(stream: number, code: number): void
  /** It is over, for this reason. */
  failed(error: Error): void
}

const maxEarly = 16
/** Beside a longer one there is no room for a hello. */
const maxToken = 500

export class QuicConnection {
  readonly #parts: QuicParts
  readonly #source = randomBytes(idBytes)
  readonly #original = randomBytes(idBytes)
  readonly #handshake: ClientHandshake
  readonly #sending: Sending
  readonly #incoming = new Map<number, { bytes: Ordered; end: number | null }>()
  /** The number of the id that the server is called by. */
  #sequence = 0
  #retrySource: Buffer | null = null
  #early: SealedPacket[] = []
  #isHeard = false
  #isOver = false
  /** Whether what is said waits until all that has come in is known. */
  #isTaking = false

  constructor(parts: QuicParts) {
    this.#parts = parts
    this.#sending = new Sending({ ...parts, from: this.#source, to: this.#original })
    this.#handshake = new ClientHandshake({
      serverName: parts.serverName,
      alpn: parts.alpn,
      transportParameters: ourParameters(this.#source, parts.maxBytes),
      secrets: (level, { suite, client, server }) => {
        this.#sending.spaces[level].keys = { outgoing: protection(suite, client), incoming: protection(suite, server) }
      },
      judge: parts.judge,
      finished: (reply, parameters) => this.#agreed(reply, readParameters(parameters)),
    })
  }

  start(): void {
    if (this.#isOver) return
    this.#callServer(this.#original)
    this.#sending.queueCrypto('initial', this.#handshake.hello)
    this.#sending.flush()
  }

  receive(datagram: Buffer): void {
    if (this.#isOver) return
    this.#isTaking = true
    try {
      for (const packet of packetsIn(datagram)) this.#take(packet)
      this.#takeEarly()
    } catch (error) {
      if (!(error instanceof Malformed)) return this.#end(error as Error)
      this.#end(new TargetDown('other', `what ${this.#parts.peer} answered is not QUIC: ${error.message}`))
    } finally {
      this.#isTaking = false
    }
    // Much comes at once now, and one acknowledgement does for all of it.
    if (this.#sending.isConfirmed) this.#sending.flushSoon()
    else this.#sending.flush()
  }

  /** Says the bytes on a stream that we open; there is one flight of them for each. */
  write(stream: number, bytes: Buffer, isLast: boolean): void {
    this.#sending.outbox.add(stream, bytes, isLast)
    if ((stream & 2) === 0) this.#incoming.set(stream, { bytes: new Ordered(this.#parts.maxBytes), end: null })
    if (!this.#isTaking) this.#sending.flush()
  }

  /** Takes leave, if the server can read it yet, and falls silent. */
  close(code: number): void {
    this.#isOver = true
    this.#sending.close(code)
  }

  #end(error: Error): void {
    this.close(0x0100)
    this.#parts.failed(error)
  }

  /** The first packets are sealed with what the server is called by. */
  #callServer(id: Buffer): void {
    const { client, server } = initialProtection(id)
    this.#sending.to = id
    this.#sending.spaces.initial.keys = { outgoing: client, incoming: server }
  }

  #take(packet: SealedPacket): void {
    if (this.#isOver || !packet.to.equals(this.#source)) return
    if (packet.kind === 'unknown') return
    if (packet.kind === 'negotiation') return this.#negotiate()
    if (packet.kind === 'retry') return this.#retry(packet)
    const space = this.#sending.spaces[packet.kind]
    if (!space.keys) {
      if (packet.kind !== 'initial' && this.#early.length < maxEarly) this.#early.push(packet)
      return
    }
    const opened = openPacket(packet, space.largestReceived, space.keys.incoming)
    if (!opened) return
    if (!this.#isHeard) this.#hear(packet)
    const { frames, elicitsAck } = framesIn(opened.payload)
    if (!space.note(opened.number, elicitsAck)) return
    for (const frame of frames) this.#handle(frame, space)
  }

  /** Packets may overtake those that bring the keys to them. */
  #takeEarly(): void {
    const waiting = this.#early
    this.#early = []
    for (const packet of waiting) this.#take(packet)
  }

  #hear({ from }: SealedPacket): void {
    this.#isHeard = true
    this.#sending.to = Buffer.from(from)
    this.#parts.heard()
  }

  #negotiate(): void {
    if (this.#isHeard) return
    this.#end(new TargetDown('connect', `${this.#parts.peer} does not speak version 1 of QUIC`))
  }

  /** The server wants to see that we are where we say we are. */
  #retry(packet: SealedPacket): void {
    const token = this.#isHeard || this.#retrySource ? null : retryToken(packet, this.#original)
    if (!token || token.length === 0 || token.length > maxToken) return
    this.#sending.token = Buffer.from(token)
    this.#retrySource = Buffer.from(packet.from)
    this.#callServer(this.#retrySource)
    this.#sending.spaces.initial.sendAgain()
  }

  #handle(frame: Frame, space: Space): void {
    if (this.#isOver) return
    switch (frame.kind) {
      case 'ack':
        return this.#sending.acknowledged(space, frame.ranges)
      case 'crypto':
        return this.#handshake.take(space.level, space.crypto.take(frame.offset, frame.data))
      case 'close':
        return this.#end(closedBy(frame, this.#parts.peer))
      case 'stream':
        return this.#hearStream(frame)
      case 'reset':
        return this.#parts.reset(frame.id, frame.code)
      case 'stop':
        return this.#sending.outbox.stop(frame.id)
      case 'max data':
        return this.#sending.outbox.allow(frame.max)
      case 'max stream data':
        return this.#sending.outbox.allowStream(frame.id, frame.max)
      case 'new id':
        return this.#moveTo(frame, space)
      case 'challenge':
        return void space.queue.push(responseFrame(frame.data))
      case 'done':
        return this.#sending.confirm()
    }
  }

  #hearStream({ id, offset, data, isLast }: Frame & { kind: 'stream' }): void {
    const stream = this.#incoming.get(id)
    // The server's own streams carry settings, which change nothing here.
    if (!stream) return
    const isOver = stream.bytes.end === stream.end
    if (isLast) stream.end = offset + data.length
    const ready = stream.bytes.take(offset, data)
    const ends = stream.bytes.end === stream.end
    if (!isOver && (ready.length > 0 || ends)) this.#parts.data(id, ready, ends)
  }

  #moveTo({ sequence, retirePrior, id }: Frame & { kind: 'new id' }, space: Space): void {
    if (retirePrior <= this.#sequence || sequence < retirePrior) return
    space.queue.push(retireFrame(this.#sequence))
    this.#sequence = sequence
    this.#sending.to = Buffer.from(id)
  }

  #agreed(reply: Buffer, parameters: TheirParameters): void {
    if (!this.#isSameServer(parameters))
      throw new TargetDown('tls', 'the server does not confirm the ids of the connection')
    this.#sending.spaces.initial.discard()
    this.#sending.queueCrypto('handshake', reply)
    this.#sending.outbox.open(parameters)
    this.#parts.ready()
  }

  #isSameServer({ original, source, retrySource }: TheirParameters): boolean {
    const fits = (said: Buffer | null, known: Buffer | null): boolean =>
      said && known ? said.equals(known) : said === known
    return fits(original, this.#original) && fits(source, this.#sending.to) && fits(retrySource, this.#retrySource)
  }
}
