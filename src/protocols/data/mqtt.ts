// A client of MQTT 3.1.1 and 5: logs in, subscribes, publishes and receives. Properties of version 5 are skipped.
import { TargetDown } from '../../domain/outcome.ts'
import type { Lines } from '../lines.ts'
import { Refusal } from './reply.ts'

export type MqttVersion = '3.1.1' | '5'

export interface MqttLogin {
  readonly clientId: string
  readonly username: string | undefined
  readonly password: string | undefined
}

export interface MqttMessage {
  readonly topic: string
  readonly payload: Buffer
  /** The server stored it before it was subscribed to. */
  readonly isRetained: boolean
}

interface MqttPacket {
  readonly type: number
  readonly flags: number
  readonly body: Buffer
}

const connect = 1
const connack = 2
const publish = 3
const puback = 4
const subscribe = 8
const suback = 9
const disconnect = 14

const maxPacketBytes = 262_144
const maxEarlyMessages = 1000
const packetId = 1
// Longer than any check, because a server may disconnect silent clients.
const keepAliveSeconds = 120
const cleanSession = 2
const atLeastOnce = 1

const connectRefusals: Readonly<Record<number, string>> = {
  1: 'it does not support this version of MQTT',
  2: 'it does not accept the client identifier',
  3: 'it is unavailable',
  4: 'user name or password is wrong',
  5: 'not authorized',
}

const reasons: Readonly<Record<number, string>> = {
  0x80: 'it gives no reason',
  0x81: 'it received a malformed packet',
  0x82: 'protocol error',
  0x84: 'it does not support this version of MQTT',
  0x85: 'it does not accept the client identifier',
  0x86: 'user name or password is wrong',
  0x87: 'not authorized',
  0x88: 'it is unavailable',
  0x89: 'it is busy',
  0x8a: 'the client is banned',
  0x8b: 'it is shutting down',
  0x8c: 'it expects another login method',
  0x8e: 'another client with the same client identifier has connected',
  0x8f: 'the topic filter is invalid',
  0x90: 'the topic is invalid',
  0x97: 'a quota is exceeded',
  0x99: 'it does not accept the payload',
  0x9c: 'it wants clients to use another server',
  0x9d: 'it has moved to another server',
  0x9f: 'too many connections in a short time',
  0xa2: 'it does not support wildcards',
}

const loginReasons: readonly number[] = [4, 5, 0x86, 0x87, 0x8a, 0x8c]
export const isAboutLogin = ({ code }: Refusal): boolean => loginReasons.includes(Number(code))

export class MqttClient {
  readonly #lines: Lines
  readonly #is5: boolean
  readonly #messages: MqttMessage[] = []

  constructor(lines: Lines, version: MqttVersion) {
    this.#lines = lines
    this.#is5 = version === '5'
  }

  async logIn({ clientId, username, password }: MqttLogin): Promise<void> {
    const flags = cleanSession | (username === undefined ? 0 : 0x80) | (password === undefined ? 0 : 0x40)
    // Maximum packet size, a property of version 5.
    const properties = this.#is5 ? [5, 0x27, ...uint32(maxPacketBytes)] : []
    const header = [...field('MQTT'), this.#is5 ? 5 : 4, flags, ...uint16(keepAliveSeconds), ...properties]
    const fields = [clientId, username, password].filter((one) => one !== undefined).map(field)
    this.#send(connect, 0, Buffer.from(header), ...fields)
    const { body } = await this.#receive(connack)
    const code = body[1] ?? 0
    if (code === 0) return
    throw new Refusal(String(code), (this.#is5 ? reasons : connectRefusals)[code] ?? `reason ${code}`)
  }

  async subscribe(topic: string): Promise<void> {
    this.#send(subscribe, 2, this.#identified(), field(topic), Buffer.from([0]))
    const { body } = await this.#receive(suback)
    this.#expectAccepted(body.at(-1))
  }

  async publish(topic: string, payload: string, { isRetained = false } = {}): Promise<void> {
    const properties = Buffer.from(this.#is5 ? [0] : [])
    const id = Buffer.from(uint16(packetId))
    this.#send(publish, (atLeastOnce << 1) | (isRetained ? 1 : 0), field(topic), id, properties, Buffer.from(payload))
    const { body } = await this.#receive(puback)
    this.#expectAccepted(body[2])
  }

  async message(): Promise<MqttMessage> {
    const known = this.#messages.shift()
    if (known) return known
    for (;;) {
      const packet = await this.#next()
      if (packet.type === publish) return this.#readMessage(packet)
    }
  }

  leave(): void {
    this.#send(disconnect, 0)
  }

  #identified(): Buffer {
    return Buffer.from([...uint16(packetId), ...(this.#is5 ? [0] : [])])
  }

  #expectAccepted(code = 0): void {
    if (code >= 0x80) throw new Refusal(String(code), reasons[code] ?? `reason ${code}`)
  }

  #send(type: number, flags: number, ...parts: readonly Uint8Array[]): void {
    const body = Buffer.concat(parts)
    this.#lines.connection.socket.write(
      Buffer.concat([Buffer.from([(type << 4) | flags, ...variableLength(body.length)]), body]),
    )
  }

  /** The next packet of this type; messages that arrive earlier are kept. */
  async #receive(wanted: number): Promise<MqttPacket> {
    for (;;) {
      const packet = await this.#next(wanted)
      if (packet.type === wanted) return packet
      if (packet.type !== publish) throw this.#unexpected(packet.type)
      if (this.#messages.length < maxEarlyMessages) this.#messages.push(this.#readMessage(packet))
    }
  }

  async #next(wanted?: number): Promise<MqttPacket> {
    const [first] = await this.#lines.bytes(1)
    // The rest may never come if it is another protocol.
    if (wanted === connack && first! >> 4 !== connack) throw this.#unexpected(first! >> 4)
    const length = await this.#readLength()
    if (length > maxPacketBytes) throw new TargetDown('other', `${this.#lines.peer} sent a packet of ${length} bytes`)
    const packet = { type: first! >> 4, flags: first! & 15, body: await this.#lines.bytes(length) }
    if (packet.type !== disconnect) return packet
    const code = packet.body[0] ?? 0
    throw new TargetDown('other', `the server ended the session: ${reasons[code] ?? `reason ${code}`}`)
  }

  async #readLength(): Promise<number> {
    let length = 0
    for (let shift = 0; shift < 28; shift += 7) {
      const [byte] = await this.#lines.bytes(1)
      length += (byte! & 127) << shift
      if (byte! < 128) return length
    }
    throw this.#malformed()
  }

  #readMessage({ flags, body }: MqttPacket): MqttMessage {
    const isNumbered = (flags & 6) !== 0
    const topicEnd = 2 + (body.length < 2 ? 0 : body.readUInt16BE(0))
    const start = topicEnd + (isNumbered ? 2 : 0)
    const payloadStart = this.#is5 ? this.#skipProperties(body, start) : start
    if (payloadStart > body.length) throw this.#malformed()
    const [topic, payload] = [body.toString('utf8', 2, topicEnd), body.subarray(payloadStart)]
    return { topic, payload, isRetained: (flags & 1) === 1 }
  }

  #skipProperties(body: Buffer, start: number): number {
    let length = 0
    for (let at = start; at < start + 4; at++) {
      const byte = body[at]
      if (byte === undefined) break
      length += (byte & 127) << (7 * (at - start))
      if (byte < 128) return at + 1 + length
    }
    throw this.#malformed()
  }

  #malformed(): TargetDown {
    return new TargetDown('other', `${this.#lines.peer} sent a malformed MQTT packet`)
  }

  #unexpected(type: number): TargetDown {
    return new TargetDown('other', `${this.#lines.peer} does not speak MQTT: it sent a packet of type ${type}`)
  }
}

const uint16 = (value: number): number[] => [value >> 8, value & 255]
const uint32 = (value: number): number[] => [...uint16(value >>> 16), ...uint16(value & 65_535)]

function field(text: string): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.from(uint16(bytes.length)), bytes])
}

function variableLength(length: number): number[] {
  return length < 128 ? [length] : [(length & 127) | 128, ...variableLength(length >> 7)]
}
