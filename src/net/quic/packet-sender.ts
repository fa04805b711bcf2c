// The sending half of a connection: fills packets with queued frames, sends them, and retransmits after a timeout.
import type { Clock } from '../../domain/clock.ts'
import { type PacketRange, closeFrame, cryptoFrame, pingFrame } from './frames.ts'
import { StreamSender } from './stream-sender.ts'
import { type PacketHeader, type EncryptionLevel, datagramBytes, isShort, roomIn, sealPacket } from './packet.ts'
import { PacketNumberSpace } from './packet-number-space.ts'

interface PacketSenderOptions {
  readonly clock: Clock
  /** Our connection ID. */
  readonly from: Buffer
  /** The server's connection ID, until it chooses another. */
  readonly to: Buffer
  send(datagram: Buffer): void
}

const levels: readonly EncryptionLevel[] = ['initial', 'handshake', 'application']
/** Handshake bytes per frame: even with a long token, an Initial packet has room for them. */
const cryptoBytes = 500
const firstWaitMs = 1000
const minWaitMs = 100
const maxBackoff = 6

export class PacketSender {
  readonly spaces: Readonly<Record<EncryptionLevel, PacketNumberSpace>> = {
    initial: new PacketNumberSpace('initial'),
    handshake: new PacketNumberSpace('handshake'),
    application: new PacketNumberSpace('application'),
  }
  readonly streams = new StreamSender()
  to: Buffer
  /** The token of a Retry. */
  token: Buffer = Buffer.alloc(0)
  /** The server has confirmed the handshake. */
  isConfirmed = false
  readonly #options: PacketSenderOptions
  #packets: Buffer[] = []
  #roundTripMs: number | null = null
  #backoff = 0
  #isOver = false
  #cancelTimer: (() => void) | undefined
  #callOffFlush: (() => void) | undefined

  constructor(options: PacketSenderOptions) {
    this.#options = options
    this.to = options.to
  }

  queueCrypto(level: EncryptionLevel, bytes: Buffer): void {
    const space = this.spaces[level]
    for (let at = 0; at < bytes.length; at += cryptoBytes)
      space.queue.push(cryptoFrame(space.cryptoSent + at, bytes.subarray(at, at + cryptoBytes)))
    space.cryptoSent += bytes.length
  }

  confirm(): void {
    this.isConfirmed = true
    this.spaces.handshake.discard()
  }

  acknowledged(space: PacketNumberSpace, ranges: readonly PacketRange[]): void {
    const { bytes, sentAt, lost } = space.acknowledge(ranges)
    if (bytes > 0) this.#backoff = 0
    if (sentAt !== null) {
      const sample = this.#options.clock.monotonicMs() - sentAt
      this.#roundTripMs = this.#roundTripMs === null ? sample : this.#roundTripMs * 0.875 + sample * 0.125
    }
    this.streams.acknowledged(bytes, lost)
  }

  flush(): void {
    if (this.#isOver) return
    for (const level of levels) while (this.#sealNext(this.spaces[level]));
    this.#post()
    this.#wait()
  }

  flushSoon(): void {
    if (this.#isOver) return
    this.#callOffFlush ??= this.#options.clock.after(0, () => {
      this.#callOffFlush = undefined
      this.flush()
    })
  }

  close(code: number): void {
    if (this.#isOver) return
    const level = levels.findLast((name) => this.spaces[name].keys !== null)
    const isOpen = level === 'application'
    if (level) this.#seal(this.spaces[level], [], [closeFrame(isOpen ? code : 0, isOpen)])
    this.#post()
    this.#isOver = true
    this.#cancelTimer?.()
    this.#callOffFlush?.()
  }

  /** Encrypts one packet, if there is anything to send. */
  #sealNext(space: PacketNumberSpace): boolean {
    if (!space.keys) return false
    const acknowledgement = space.acknowledgement()
    const frames: Buffer[] = []
    let room = roomIn(this.#fields(space.level)) - (acknowledgement?.length ?? 0)
    for (let frame = this.#nextFrame(space, room); frame; frame = this.#nextFrame(space, room)) {
      frames.push(frame)
      room -= frame.length
    }
    if (frames.length === 0 && !acknowledgement) return false
    this.#seal(space, frames, acknowledgement ? [acknowledgement] : [])
    return true
  }

  #nextFrame(space: PacketNumberSpace, room: number): Buffer | null {
    const isApplication = space.level === 'application'
    if (isApplication && space.bytesInFlight >= this.streams.window) return null
    const waiting = space.queue[0]
    if (waiting) return waiting.length <= room ? space.queue.shift()! : null
    return isApplication ? this.streams.next(room) : null
  }

  /** `unminded` are frames that are not retransmitted. */
  #seal(space: PacketNumberSpace, frames: readonly Buffer[], unreliable: readonly Buffer[]): void {
    const fields = this.#fields(space.level)
    const content = Buffer.concat([...unreliable, ...frames])
    const padding = space.level === 'initial' ? Math.max(roomIn(fields) - content.length, 0) : 0
    const payload = padding > 0 ? Buffer.concat([content, Buffer.alloc(padding)]) : content
    const number = space.send(frames, payload.length, this.#options.clock.monotonicMs())
    this.#packets.push(sealPacket(fields, number, payload, space.keys!.outgoing))
  }

  #fields(level: EncryptionLevel): PacketHeader {
    return { level, to: this.to, from: this.#options.from, token: this.token }
  }

  /** Several packets share a datagram; one with a short header has no length, so it comes last. */
  #post(): void {
    let datagram: Buffer[] = []
    let size = 0
    for (const packet of this.#packets.splice(0)) {
      if (size + packet.length > datagramBytes || isShort(datagram.at(-1))) {
        this.#options.send(Buffer.concat(datagram))
        datagram = []
        size = 0
      }
      datagram.push(packet)
      size += packet.length
    }
    if (size > 0) this.#options.send(Buffer.concat(datagram))
  }

  /** Retransmits after a timeout, with backoff. */
  #wait(): void {
    this.#cancelTimer?.()
    const isIdle = this.isConfirmed && levels.every((level) => this.spaces[level].bytesInFlight === 0)
    if (isIdle) return
    const usual = this.#roundTripMs === null ? firstWaitMs : Math.max(this.#roundTripMs * 3, minWaitMs)
    this.#cancelTimer = this.#options.clock.after(usual * 2 ** Math.min(this.#backoff, maxBackoff), () =>
      this.#retransmit(),
    )
  }

  #retransmit(): void {
    this.#backoff += 1
    const again = levels.filter((level) => this.spaces[level].sendAgain())
    const level = levels.findLast((name) => this.spaces[name].keys !== null && name !== 'application')
    // A server may send only so much before the client responds: a PING lets it continue.
    if (again.length === 0 && level && !this.isConfirmed) this.spaces[level].queue.push(pingFrame)
    this.flush()
  }
}
