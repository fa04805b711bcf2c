// A QUIC connection from the client's side, long enough for one exchange (RFC 9000 and RFC 9002). It neither migrates nor
// resumes nor changes its keys; datagrams come in and go out through whoever made it.
import { type X509Certificate, randomBytes } from 'node:crypto'
import type { Clock } from '../../domain/clock.ts'
import { TargetDown } from '../../domain/outcome.ts'
import { Malformed } from '../wire.ts'
import { closedBy } from './closing.ts'
import { type Frame, closeFrame, cryptoFrame, framesIn, pingFrame, responseFrame, retireFrame } from './frames.ts'
import { ClientHandshake } from './handshake.ts'
import { Ordered } from './ordered.ts'
import { Outbox } from './outbox.ts'
import {
  type Envelope,
  type Level,
  type SealedPacket,
  datagramBytes,
  idBytes,
  isShort,
  openPacket,
  packetsIn,
  retryToken,
  roomIn,
  sealPacket,
} from './packet.ts'
import { type TheirParameters, ourParameters, readParameters } from './parameters.ts'
import { initialProtection, protection } from './protection.ts'
import { Space } from './space.ts'

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

const levels: readonly Level[] = ['initial', 'handshake', 'application']
/** Of the handshake in one frame: even with a long token, an Initial packet has room for it. */
const cryptoBytes = 500
const maxEarly = 16
const firstWaitMs = 1000
const shortestWaitMs = 100
const longestBackoff = 6

export class QuicConnection {
  readonly #parts: QuicParts
  readonly #spaces: Readonly<Record<Level, Space>> = {
    initial: new Space('initial'),
    handshake: new Space('handshake'),
    application: new Space('application'),
  }
  readonly #source = randomBytes(idBytes)
  readonly #original = randomBytes(idBytes)
  readonly #handshake: ClientHandshake
  readonly #incoming = new Map<number, { bytes: Ordered; end: number | null }>()
  readonly #outbox = new Outbox()
  #target: { id: Buffer; sequence: number } = { id: this.#original, sequence: 0 }
  #token: Buffer = Buffer.alloc(0)
  #retrySource: Buffer | null = null
  #early: SealedPacket[] = []
  #isHeard = false
  #isReady = false
  #isConfirmed = false
  #isOver = false
  /** Whether what is said waits until all that has come in is known. */
  #isTaking = false
  #packets: Buffer[] = []
  #roundTripMs: number | null = null
  #backoff = 0
  #callOff: (() => void) | undefined
  #callOffFlush: (() => void) | undefined

  constructor(parts: QuicParts) {
    this.#parts = parts
    this.#handshake = new ClientHandshake({
      serverName: parts.serverName,
      alpn: parts.alpn,
      transportParameters: ourParameters(this.#source, parts.maxBytes),
      secrets: (level, { suite, client, server }) => {
        this.#spaces[level].keys = { outgoing: protection(suite, client), incoming: protection(suite, server) }
      },
      judge: parts.judge,
      finished: (reply, parameters) => this.#agreed(reply, readParameters(parameters)),
    })
  }

  start(): void {
    if (this.#isOver) return
    this.#beginInitial()
    this.#queueCrypto(this.#spaces.initial, this.#handshake.hello)
    this.#flush()
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
    if (this.#isConfirmed) this.#flushSoon()
    else this.#flush()
  }

  /** Says the bytes on a stream that we open; there is one flight of them for each. */
  write(stream: number, bytes: Buffer, isLast: boolean): void {
    this.#outbox.add(stream, bytes, isLast)
    if (!this.#isTaking) this.#flush()
  }

  /** Takes leave, if the server can read it yet, and falls silent. */
  close(code: number): void {
    if (this.#isOver) return
    const level = levels.findLast((name) => this.#spaces[name].keys !== null)
    const isOpen = level === 'application'
    if (level) this.#sealPacket(this.#spaces[level], [], [closeFrame(isOpen ? code : 0, isOpen)])
    this.#post()
    this.#isOver = true
    this.#callOff?.()
    this.#callOffFlush?.()
  }

  #end(error: Error): void {
    this.close(0x0100)
    this.#parts.failed(error)
  }

  #beginInitial(): void {
    const { client, server } = initialProtection(this.#target.id)
    this.#spaces.initial.keys = { outgoing: client, incoming: server }
  }

  #take(packet: SealedPacket): void {
    if (this.#isOver || !packet.to.equals(this.#source)) return
    if (packet.kind === 'unknown') return
    if (packet.kind === 'negotiation') return this.#negotiate()
    if (packet.kind === 'retry') return this.#retry(packet)
    const space = this.#spaces[packet.kind]
    if (!space.keys) {
      if (!this.#isConfirmed && this.#early.length < maxEarly) this.#early.push(packet)
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
    this.#target = { id: Buffer.from(from), sequence: 0 }
    this.#parts.heard()
  }

  #negotiate(): void {
    if (this.#isHeard) return
    this.#end(new TargetDown('connect', `${this.#parts.peer} does not speak version 1 of QUIC`))
  }

  /** The server wants to see that we are where we say we are. */
  #retry(packet: SealedPacket): void {
    const token = this.#isHeard || this.#retrySource ? null : retryToken(packet, this.#original)
    if (!token || token.length === 0 || roomIn(this.#envelope('initial', token)) < cryptoBytes + idBytes) return
    this.#token = Buffer.from(token)
    this.#retrySource = Buffer.from(packet.from)
    this.#target = { id: this.#retrySource, sequence: 0 }
    this.#beginInitial()
    this.#spaces.initial.sendAgain()
  }

  #handle(frame: Frame, space: Space): void {
    if (this.#isOver) return
    switch (frame.kind) {
      case 'ack':
        return this.#acknowledged(space, frame.ranges)
      case 'crypto':
        return this.#handshake.take(space.level, space.crypto.take(frame.offset, frame.data))
      case 'close':
        return this.#end(closedBy(frame, this.#parts.peer))
      case 'stream':
        return this.#hearStream(frame)
      case 'reset':
        return this.#parts.reset(frame.id, frame.code)
      case 'stop':
        return this.#outbox.stop(frame.id)
      case 'max data':
        return this.#outbox.allow(frame.max)
      case 'max stream data':
        return this.#outbox.allowStream(frame.id, frame.max)
      case 'new id':
        return this.#moveTo(frame, space)
      case 'challenge':
        return void space.queue.push(responseFrame(frame.data))
      case 'done':
        this.#isConfirmed = true
        return this.#spaces.handshake.discard()
    }
  }

  #acknowledged(space: Space, ranges: Parameters<Space['acknowledge']>[0]): void {
    const { bytes, sentAt, lost } = space.acknowledge(ranges)
    if (bytes > 0) this.#backoff = 0
    if (sentAt !== null) {
      const sample = this.#parts.clock.monotonicMs() - sentAt
      this.#roundTripMs = this.#roundTripMs === null ? sample : this.#roundTripMs * 0.875 + sample * 0.125
    }
    this.#outbox.acknowledged(bytes, lost)
  }

  #hearStream({ id, offset, data, isLast }: Frame & { kind: 'stream' }): void {
    // The server's own streams carry settings, which change nothing here.
    if ((id & 3) !== 0) return
    let stream = this.#incoming.get(id)
    if (!stream) this.#incoming.set(id, (stream = { bytes: new Ordered(this.#parts.maxBytes), end: null }))
    const isOver = stream.bytes.end === stream.end
    if (isLast) stream.end = offset + data.length
    const ready = stream.bytes.take(offset, data)
    const ends = stream.bytes.end === stream.end
    if (!isOver && (ready.length > 0 || ends)) this.#parts.data(id, ready, ends)
  }

  #moveTo({ sequence, retirePrior, id }: Frame & { kind: 'new id' }, space: Space): void {
    if (retirePrior <= this.#target.sequence || sequence < retirePrior) return
    space.queue.push(retireFrame(this.#target.sequence))
    this.#target = { id: Buffer.from(id), sequence }
  }

  #agreed(reply: Buffer, parameters: TheirParameters): void {
    if (!this.#isSameServer(parameters)) throw new TargetDown('tls', 'the server does not confirm the ids of the connection')
    this.#spaces.initial.discard()
    this.#queueCrypto(this.#spaces.handshake, reply)
    this.#outbox.open(parameters)
    this.#isReady = true
    this.#parts.ready()
  }

  #isSameServer({ original, source, retrySource }: TheirParameters): boolean {
    const fits = (said: Buffer | null, known: Buffer | null): boolean => (said && known ? said.equals(known) : said === known)
    return fits(original, this.#original) && fits(source, this.#target.id) && fits(retrySource, this.#retrySource)
  }

  #queueCrypto(space: Space, bytes: Buffer): void {
    for (let at = 0; at < bytes.length; at += cryptoBytes)
      space.queue.push(cryptoFrame(space.cryptoSent + at, bytes.subarray(at, at + cryptoBytes)))
    space.cryptoSent += bytes.length
  }

  #flush(): void {
    if (this.#isOver) return
    for (const level of levels) while (this.#sendNext(this.#spaces[level]));
    this.#post()
    this.#wait()
  }

  #flushSoon(): void {
    this.#callOffFlush ??= this.#parts.clock.after(0, () => {
      this.#callOffFlush = undefined
      this.#flush()
    })
  }

  /** Several packets travel in one datagram; one with a short header has no end of its own and is the last. */
  #post(): void {
    let datagram: Buffer[] = []
    let size = 0
    for (const packet of this.#packets.splice(0)) {
      if (size + packet.length > datagramBytes || isShort(datagram.at(-1))) {
        this.#parts.send(Buffer.concat(datagram))
        datagram = []
        size = 0
      }
      datagram.push(packet)
      size += packet.length
    }
    if (size > 0) this.#parts.send(Buffer.concat(datagram))
  }

  /** Sends one packet, if there is anything to send. */
  #sendNext(space: Space): boolean {
    if (!space.keys) return false
    const acknowledgement = space.acknowledgement()
    let room = roomIn(this.#envelope(space.level)) - (acknowledgement?.length ?? 0)
    const frames: Buffer[] = []
    const mayAdd = (): boolean => space.level !== 'application' || space.bytesInFlight < this.#outbox.window
    while (space.queue.length > 0 && space.queue[0]!.length <= room && mayAdd()) {
      const frame = space.queue.shift()!
      frames.push(frame)
      room -= frame.length
    }
    const isOpen = this.#isReady && space.level === 'application' && mayAdd()
    for (let said = isOpen ? this.#outbox.next(room) : null; said; said = this.#outbox.next(room)) {
      frames.push(said)
      room -= said.length
    }
    if (frames.length === 0 && !acknowledgement) return false
    this.#sealPacket(space, frames, acknowledgement ? [acknowledgement] : [])
    return true
  }

  #sealPacket(space: Space, frames: readonly Buffer[], unminded: readonly Buffer[]): void {
    const envelope = this.#envelope(space.level)
    const content = Buffer.concat([...unminded, ...frames])
    const padding = space.level === 'initial' ? Math.max(roomIn(envelope) - content.length, 0) : 0
    const payload = padding > 0 ? Buffer.concat([content, Buffer.alloc(padding)]) : content
    const number = space.send(frames, payload.length, this.#parts.clock.monotonicMs())
    this.#packets.push(sealPacket(envelope, number, payload, space.keys!.outgoing))
  }

  #envelope(level: Level, token = this.#token): Envelope {
    return { level, to: this.#target.id, from: this.#source, token }
  }

  /** What nobody answers in time is said again, at longer and longer intervals. */
  #wait(): void {
    this.#callOff?.()
    if (this.#isOver) return
    const isIdle = this.#isConfirmed && levels.every((level) => this.#spaces[level].bytesInFlight === 0)
    if (isIdle) return
    const usual = this.#roundTripMs === null ? firstWaitMs : Math.max(this.#roundTripMs * 3, shortestWaitMs)
    this.#callOff = this.#parts.clock.after(usual * 2 ** Math.min(this.#backoff, longestBackoff), () => this.#sayAgain())
  }

  #sayAgain(): void {
    this.#backoff += 1
    const again = levels.filter((level) => this.#spaces[level].sendAgain())
    const level = levels.findLast((name) => this.#spaces[name].keys !== null && name !== 'application')
    // A server may send only so much before it has heard from us: a sign of life lets it go on.
    if (again.length === 0 && level && !this.#isConfirmed) this.#spaces[level].queue.push(pingFrame)
    this.#flush()
  }
}
