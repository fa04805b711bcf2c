// One packet number space: sent packets without acknowledgement, and received ones to acknowledge.
import { MalformedMessage } from '../tls/wire.ts'
import { type PacketRange, ackFrame } from './frames.ts'
import { maxOwedFrames } from './limits.ts'
import { Reassembly } from './reassembly.ts'
import type { EncryptionLevel } from './packet.ts'
import type { Protection } from './protection.ts'

interface SentPacket {
  /** To be retransmitted when the packet is lost. */
  readonly frames: readonly Buffer[]
  readonly bytes: number
  readonly at: number
}

const maxCryptoBytes = 262_144
const maxRanges = 32
/** A packet is lost when one this many numbers later has arrived. */
const reordering = 3

export class PacketNumberSpace {
  readonly level: EncryptionLevel
  keys: { readonly incoming: Protection; readonly outgoing: Protection } | null = null
  /** Frames that wait to be sent. */
  queue: Buffer[] = []
  readonly crypto = new Reassembly(maxCryptoBytes)
  cryptoSent = 0
  largestReceived = -1
  owesAck = false
  #nextNumber = 0
  #received: PacketRange[] = []
  readonly #sent = new Map<number, SentPacket>()

  constructor(level: EncryptionLevel) {
    this.level = level
  }

  get bytesInFlight(): number {
    let bytes = 0
    for (const sent of this.#sent.values()) bytes += sent.bytes
    return bytes
  }

  /** The number of the next packet. Frames that must arrive are kept for retransmission. */
  send(frames: readonly Buffer[], bytes: number, at: number): number {
    const number = this.#nextNumber++
    if (frames.length > 0) this.#sent.set(number, { frames, bytes, at })
    return number
  }

  /** False for a duplicate packet. */
  note(number: number, elicitsAck: boolean): boolean {
    if (this.#received.some(([low, high]) => number >= low && number <= high)) return false
    this.largestReceived = Math.max(this.largestReceived, number)
    this.#received = joined([...this.#received, [number, number]]).slice(0, maxRanges)
    this.owesAck ||= elicitsAck
    return true
  }

  acknowledgement(): Buffer | null {
    if (!this.owesAck || this.#received.length === 0) return null
    this.owesAck = false
    return ackFrame(this.#received)
  }

  /** Queues a response to the server, as long as it lets us send. */
  owe(frame: Buffer): void {
    if (this.queue.length < maxOwedFrames) this.queue.push(frame)
  }

  /** Forgets acknowledged packets, and queues lost frames again. */
  acknowledge(ranges: readonly PacketRange[]): { bytes: number; sentAt: number | null; lost: boolean } {
    const largest = ranges[0]![1]
    if (largest >= this.#nextNumber) throw new MalformedMessage('it acknowledges what was never sent')
    const sentAt = this.#sent.get(largest)?.at ?? null
    let bytes = 0
    for (const [number, sent] of this.#sent) {
      if (!ranges.some(([low, high]) => number >= low && number <= high)) continue
      bytes += sent.bytes
      this.#sent.delete(number)
    }
    return { bytes, sentAt, lost: this.#requeue((number) => number + reordering <= largest) }
  }

  /** Queues everything again after a timeout. */
  sendAgain(): boolean {
    return this.#requeue(() => true)
  }

  #requeue(isLost: (number: number) => boolean): boolean {
    const again: Buffer[] = []
    for (const [number, { frames }] of this.#sent) {
      if (!isLost(number)) continue
      again.push(...frames)
      this.#sent.delete(number)
    }
    this.queue.unshift(...again)
    return again.length > 0
  }

  /** Drops the space with its keys. */
  discard(): void {
    this.keys = null
    this.queue = []
    this.#sent.clear()
    this.owesAck = false
  }
}

/** From the highest to the lowest, with neighbours merged. */
function joined(ranges: readonly PacketRange[]): PacketRange[] {
  const sorted = ranges.toSorted((one, other) => other[1] - one[1])
  const merged: [number, number][] = []
  for (const [low, high] of sorted) {
    const last = merged.at(-1)
    if (last && high >= last[0] - 1) last[0] = Math.min(last[0], low)
    else merged.push([low, high])
  }
  return merged
}
