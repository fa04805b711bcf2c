// A client of AMQP 0-9-1, as far as checks need it: logs in, opens a virtual host, and asks about a queue.
import { TargetDown } from '../../domain/outcome.ts'
import type { Lines } from '../lines.ts'
import { Refusal } from './reply.ts'

export interface AmqpLogin {
  readonly username: string
  readonly password: string
}

export interface AmqpServer {
  /** What it says about itself: product, version, cluster_name. */
  readonly properties: ReadonlyMap<string, string>
  readonly mechanisms: readonly string[]
}

export interface AmqpQueue {
  readonly messages: number
  readonly consumers: number
}

type AmqpMethod = readonly [classId: number, methodId: number]

const connectionStart: AmqpMethod = [10, 10]
const connectionStartOk: AmqpMethod = [10, 11]
const connectionTune: AmqpMethod = [10, 30]
const connectionTuneOk: AmqpMethod = [10, 31]
const connectionOpen: AmqpMethod = [10, 40]
const connectionOpenOk: AmqpMethod = [10, 41]
const connectionClose: AmqpMethod = [10, 50]
const connectionCloseOk: AmqpMethod = [10, 51]
const channelOpen: AmqpMethod = [20, 10]
const channelOpenOk: AmqpMethod = [20, 11]
const channelClose: AmqpMethod = [20, 40]
const queueDeclare: AmqpMethod = [50, 10]
const queueDeclareOk: AmqpMethod = [50, 11]

const protocolHeader = Buffer.from('AMQP\0\0\x09\x01', 'latin1')
const methodFrame = 1
const heartbeatFrame = 8
const frameEnd = 0xce
const passive = 1
const maxFrameBytes = 131_072
const maxReplyText = 500

export class AmqpClient {
  readonly #lines: Lines

  constructor(lines: Lines) {
    this.#lines = lines
  }

  async greet(): Promise<AmqpServer> {
    this.#lines.connection.socket.write(protocolHeader)
    const start = await this.#expect(connectionStart)
    start.skip(2)
    const properties = stringsIn(start.longString())
    return { properties, mechanisms: start.longString().toString().split(' ') }
  }

  /** Throws Refusal if the server rejects the account. */
  async logIn({ username, password }: AmqpLogin): Promise<void> {
    const capabilities = tableOf([['authentication_failure_close', Buffer.from('t\x01')]])
    const client = tableOf([
      ['product', textValue('Lapwing')],
      ['capabilities', Buffer.concat([Buffer.from('F'), capabilities])],
    ])
    const response = longString(`\0${username}\0${password}`)
    this.#send(0, connectionStartOk, client, shortString('PLAIN'), response, shortString('en_US'))
    const tune = await this.#expect(connectionTune)
    const [channels, frameBytes] = [tune.uint16(), tune.uint32()]
    const agreed = Buffer.alloc(8)
    agreed.writeUInt16BE(channels || 1, 0)
    agreed.writeUInt32BE(Math.min(frameBytes || maxFrameBytes, maxFrameBytes), 2)
    this.#send(0, connectionTuneOk, agreed)
  }

  async open(virtualHost: string): Promise<void> {
    this.#send(0, connectionOpen, shortString(virtualHost), shortString(''), Buffer.alloc(1))
    await this.#expect(connectionOpenOk)
  }

  /** Does not create it. */
  async queue(name: string): Promise<AmqpQueue> {
    this.#send(1, channelOpen, shortString(''))
    await this.#expect(channelOpenOk)
    this.#send(1, queueDeclare, Buffer.alloc(2), shortString(name), Buffer.from([passive]), tableOf([]))
    const declared = await this.#expect(queueDeclareOk)
    declared.shortString()
    return { messages: declared.uint32(), consumers: declared.uint32() }
  }

  /** The server logs a warning for clients that only disconnect. */
  async leave(): Promise<void> {
    this.#send(0, connectionClose, Buffer.from([0, 200]), shortString('done'), Buffer.alloc(4))
    await this.#expect(connectionCloseOk)
  }

  #send(channel: number, [classId, methodId]: AmqpMethod, ...parts: readonly Uint8Array[]): void {
    const payload = Buffer.concat([Buffer.from([0, classId, 0, methodId]), ...parts])
    const head = Buffer.alloc(7)
    head.writeUInt8(methodFrame, 0)
    head.writeUInt16BE(channel, 1)
    head.writeUInt32BE(payload.length, 3)
    this.#lines.connection.socket.write(Buffer.concat([head, payload, Buffer.from([frameEnd])]))
  }

  /** The arguments of the next method, which has to be this one. */
  async #expect([classId, methodId]: AmqpMethod): Promise<Arguments> {
    const payload = await this.#method()
    const method = new Arguments(payload, () => this.#malformed())
    const [foundClass, foundMethod] = [method.uint16(), method.uint16()]
    if (foundClass === classId && foundMethod === methodId) return method
    const isClose = [connectionClose, channelClose].some(([a, b]) => a === foundClass && b === foundMethod)
    if (!isClose) throw this.#malformed()
    throw new Refusal(String(method.uint16()), method.shortString().slice(0, maxReplyText))
  }

  async #method(): Promise<Buffer> {
    for (;;) {
      const head = await this.#lines.bytes(7)
      if (head.toString('latin1', 0, 4) === 'AMQP')
        throw new TargetDown('other', `${this.#lines.peer} does not speak AMQP 0-9-1`)
      const [type, length] = [head[0], head.readUInt32BE(3)]
      if ((type !== methodFrame && type !== heartbeatFrame) || length > maxFrameBytes) throw this.#malformed()
      const payload = await this.#lines.bytes(length + 1)
      if (payload[length] !== frameEnd) throw this.#malformed()
      if (type === methodFrame) return payload.subarray(0, length)
    }
  }

  #malformed(): TargetDown {
    return new TargetDown('other', `${this.#lines.peer} does not speak AMQP as it should`)
  }
}

/** Reads arguments one after the other. */
class Arguments {
  readonly #bytes: Buffer
  readonly #malformed: () => Error
  #at = 0

  constructor(bytes: Buffer, malformed: () => Error) {
    this.#bytes = bytes
    this.#malformed = malformed
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  skip(count: number): Buffer {
    const end = this.#at + count
    if (end > this.#bytes.length) throw this.#malformed()
    const taken = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return taken
  }

  uint8 = (): number => this.skip(1).readUInt8(0)
  uint16 = (): number => this.skip(2).readUInt16BE(0)
  uint32 = (): number => this.skip(4).readUInt32BE(0)
  longString = (): Buffer => this.skip(this.uint32())
  shortString = (): string => this.skip(this.uint8()).toString()
}

// Bytes of the values of a table, by their types.
const sizes: Readonly<Record<string, number>> = {
  t: 1,
  b: 1,
  B: 1,
  s: 2,
  u: 2,
  I: 4,
  i: 4,
  f: 4,
  l: 8,
  L: 8,
  d: 8,
  T: 8,
  D: 5,
  V: 0,
}

/** The texts of a table; other values are skipped. */
function stringsIn(table: Buffer): Map<string, string> {
  const texts = new Map<string, string>()
  const reader = new Arguments(table, () => new TargetDown('other', 'the server describes itself in a malformed table'))
  while (!reader.isAtEnd) {
    const name = reader.shortString()
    const type = String.fromCharCode(reader.uint8())
    const size = sizes[type]
    if (size !== undefined) reader.skip(size)
    else if (type === 'S') texts.set(name, reader.longString().toString('utf8', 0, maxReplyText))
    else reader.longString()
  }
  return texts
}

function shortString(text: string): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.from([bytes.length]), bytes])
}

function longString(content: string | Uint8Array): Buffer {
  const bytes = Buffer.from(content as string)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}

const textValue = (text: string): Buffer => Buffer.concat([Buffer.from('S'), longString(text)])
const tableOf = (entries: readonly (readonly [name: string, value: Buffer])[]): Buffer =>
  longString(Buffer.concat(entries.flatMap(([name, value]) => [shortString(name), value])))
