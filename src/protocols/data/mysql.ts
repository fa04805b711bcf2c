// A small client of MySQL and MariaDB: TLS, login, and queries whose results are text.
import { createHash } from 'node:crypto'
import { TargetDown } from '../../domain/outcome.ts'
import type { Lines } from '../lines.ts'
import { type DatabaseRow, Refusal } from './reply.ts'
import { xor } from './scram.ts'

export interface MysqlLogin {
  readonly username: string
  readonly password: string
  readonly database: string
  /** Whether the password itself may be sent, if the server asks for it. */
  readonly isEncrypted: boolean
}

interface MysqlGreeting {
  readonly version: string
  readonly offersTls: boolean
  readonly method: string
  readonly nonce: Buffer
}

interface MysqlResult {
  readonly columns: readonly string[]
  readonly rows: readonly DatabaseRow[]
}

// Neither files of this machine (LOCAL INFILE) nor several statements in one are among them.
const capabilities = { withDatabase: 0x8, tls: 0x800, always: 0x1 | 0x200 | 0x2000 | 0x8000 | 0x80000 | 0x200000 }
const utf8mb4 = 45
const maxColumns = 4096

export class MysqlClient {
  readonly #lines: Lines
  #sequence = 0

  constructor(lines: Lines) {
    this.#lines = lines
  }

  /** The server speaks first. */
  async greeting(): Promise<MysqlGreeting> {
    const packet = await this.#packet()
    const version = textUntilZero(packet, 1)
    const at = 1 + version.length + 1 + 4
    if (packet[0] !== 10 || packet.length < at + 31) throw this.#noProtocol()
    const nonce = Buffer.concat([packet.subarray(at, at + 8), packet.subarray(at + 27, at + 39)])
    const flags = packet.readUInt16LE(at + 9) | (packet.readUInt16LE(at + 14) << 16)
    return { version, offersTls: (flags & capabilities.tls) !== 0, method: textUntilZero(packet, at + 40), nonce }
  }

  /** Asks for TLS; the next bytes have to be a handshake. */
  requestTls(): void {
    this.#send(head(capabilities.always | capabilities.tls | capabilities.withDatabase))
  }

  async logIn(login: MysqlLogin, { method, nonce }: MysqlGreeting): Promise<void> {
    const { username, database, isEncrypted } = login
    const flags = capabilities.always | (isEncrypted ? capabilities.tls : 0) | capabilities.withDatabase
    const known = method in responses ? method : 'mysql_native_password'
    const response = responses[known]!(login.password, nonce)
    const size = Buffer.from([response.length])
    const parts = [head(flags), zeroEnded(username), size, response, zeroEnded(database), zeroEnded(known)]
    this.#send(Buffer.concat(parts))
    await this.#prove(login)
  }

  /** One statement. Rows beyond `maxRows` are counted, and not kept. */
  async query(statement: string, maxRows = 1): Promise<MysqlResult> {
    this.#sequence = 0
    this.#send(Buffer.concat([Buffer.from([3]), Buffer.from(statement)]))
    const first = await this.#packet()
    if (first[0] === 0) return { columns: [], rows: [] }
    if (first[0] === 0xfb) throw new TargetDown('other', 'the server asked for a file of this machine')
    const count = new MysqlReader(first).length()
    if (count === null || count === 0 || count > maxColumns) throw this.#noProtocol()
    const columns: string[] = []
    for (let n = 0; n < count; n++) columns.push(nameIn(await this.#packet()))
    await this.#packet()
    const rows: DatabaseRow[] = []
    for (;;) {
      const packet = await this.#packet()
      if (packet[0] === 0xfe && packet.length < 9) return { columns, rows }
      const reader = new MysqlReader(packet)
      rows.push(rows.length < maxRows ? columns.map(() => reader.text()) : [])
    }
  }

  leave(): void {
    this.#sequence = 0
    this.#send(Buffer.from([1]))
  }

  /** Answers what the server asks for until it accepts or refuses the login. */
  async #prove(login: MysqlLogin): Promise<void> {
    // A server asks for another method once, and perhaps for the password itself.
    for (let turn = 0; turn < 5; turn++) {
      const packet = await this.#packet()
      if (packet[0] === 0) return
      if (packet[0] === 0xfe) {
        const method = textUntilZero(packet, 1)
        const nonce = packet.subarray(method.length + 2, method.length + 22)
        if (method === 'mysql_clear_password') this.#sendPassword(login)
        else if (method in responses) this.#send(responses[method]!(login.password, nonce))
        else throw new Refusal('28000', `it asks for the method of login ${method}, which Lapwing does not support`)
      } else if (packet[0] === 1 && packet[1] === 4) this.#sendPassword(login)
      else if (packet[0] !== 1 || packet[1] !== 3) throw this.#noProtocol()
    }
    throw this.#noProtocol()
  }

  #sendPassword({ password, isEncrypted }: MysqlLogin): void {
    if (!isEncrypted) throw new Refusal('28000', 'it asks for the password itself, which is sent only over TLS')
    this.#send(zeroEnded(password))
  }

  /** The next packet; an error is thrown. */
  async #packet(): Promise<Buffer> {
    const header = await this.#lines.bytes(4)
    const length = header.readUIntLE(0, 3)
    if (length === 0) throw this.#noProtocol()
    this.#sequence = header[3]! + 1
    const packet = await this.#lines.bytes(length)
    if (packet[0] !== 0xff) return packet
    const [, state = '', message = ''] = /^(?:#(.{5}))?(.*)$/s.exec(packet.toString('utf8', 3)) ?? []
    throw new Refusal(state, message || 'an error without a message')
  }

  #send(payload: Buffer): void {
    const header = Buffer.alloc(4)
    header.writeUIntLE(payload.length, 0, 3)
    header[3] = this.#sequence & 0xff
    this.#sequence += 1
    this.#lines.connection.socket.write(Buffer.concat([header, payload]))
  }

  #noProtocol(): TargetDown {
    return new TargetDown('other', `${this.#lines.peer} does not speak the protocol of MySQL`)
  }
}

/** The methods of login, by their names. */
const responses: Readonly<Record<string, (password: string, nonce: Buffer) => Buffer>> = {
  mysql_native_password(password, nonce) {
    const once = digest('sha1', password)
    return password ? xor(once, digest('sha1', nonce, digest('sha1', once))) : Buffer.alloc(0)
  },
  caching_sha2_password(password, nonce) {
    const once = digest('sha256', password)
    return password ? xor(once, digest('sha256', digest('sha256', once), nonce)) : Buffer.alloc(0)
  },
}

const digest = (algorithm: string, ...parts: readonly (string | Buffer)[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash(algorithm)).digest()

/** Reads the fields of a packet. */
class MysqlReader {
  readonly #packet: Buffer
  #at = 0

  constructor(packet: Buffer) {
    this.#packet = packet
  }

  /** A number in one to nine bytes; null for NULL. */
  length(): number | null {
    const first = this.#packet[this.#at++] ?? 0
    if (first === 0xfb) return null
    if (first < 0xfb) return first
    const size = { 0xfc: 2, 0xfd: 3, 0xfe: 6 }[first] ?? 0
    if (size === 0 || this.#at + size > this.#packet.length) return Infinity
    const value = this.#packet.readUIntLE(this.#at, size)
    this.#at += first === 0xfe ? 8 : size
    return value
  }

  text(): string | null {
    const length = this.length()
    if (length === null) return null
    if (length > this.#packet.length - this.#at)
      throw new TargetDown('other', 'the server sent a field that is longer than its packet')
    this.#at += length
    return this.#packet.toString('utf8', this.#at - length, this.#at)
  }
}

/** A column is described by its catalog, schema, table, original table and name. */
function nameIn(description: Buffer): string {
  const reader = new MysqlReader(description)
  for (let field = 0; field < 4; field++) reader.text()
  return reader.text() ?? ''
}

function head(flags: number): Buffer {
  const bytes = Buffer.alloc(32)
  bytes.writeUInt32LE(flags >>> 0, 0)
  bytes.writeUInt32LE(0xffffff, 4)
  bytes[8] = utf8mb4
  return bytes
}

const zeroEnded = (text: string): Buffer => Buffer.from(`${text.replaceAll('\0', '')}\0`)

function textUntilZero(bytes: Buffer, start: number): string {
  const end = bytes.indexOf(0, start)
  return bytes.toString('latin1', start, end === -1 ? bytes.length : end)
}
