// A small client of PostgreSQL: TLS, login, and queries of which one column of few rows is kept.
import { createHash } from 'node:crypto'
import { TargetDown } from '../../domain/outcome.ts'
import type { Lines } from '../lines.ts'
import { type DatabaseRow, Refusal } from './reply.ts'
import { ScramSha256 } from './scram.ts'

export interface PostgresLogin {
  readonly username: string
  readonly password: string
  readonly database: string
  /** Whether the password itself may be sent, if the server asks for it. */
  readonly isEncrypted: boolean
}

interface PostgresMessage {
  readonly kind: string
  readonly body: Buffer
}

// PostgreSQL's own limit: whatever claims to be longer is another protocol.
const maxLength = 0x3fffffff
const tlsRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

export class PostgresClient {
  /** What the server reports about itself, such as `server_version`. */
  readonly settings = new Map<string, string>()
  readonly #lines: Lines

  constructor(lines: Lines) {
    this.#lines = lines
  }

  /** Asks for TLS; the next bytes have to be a handshake if the server agrees. */
  async requestTls(): Promise<boolean> {
    this.#write(tlsRequest)
    const answer = (await this.#lines.bytes(1)).toString('latin1')
    if (answer !== 'S' && answer !== 'N') throw this.#noProtocol()
    return answer === 'S'
  }

  async logIn(login: PostgresLogin): Promise<void> {
    const { username, database } = login
    const settings = { user: username, database, client_encoding: 'UTF8', application_name: 'lapwing' }
    const pairs = Object.entries(settings).flatMap(([name, value]) => [zeroEnded(name), zeroEnded(value)])
    this.#write(framed('', [int32(196_608), ...pairs, Buffer.from([0])]))
    let scram: ScramSha256 | undefined
    for (;;) {
      const { kind, body } = await this.#next()
      if (kind === 'E') throw refusalOf(body)
      if (kind === 'Z') return
      if (kind === 'R') scram = await this.#authenticate(body, login, scram)
    }
  }

  /** One or more statements without parameters; the rows of all of them. */
  query(statements: string): Promise<DatabaseRow[]> {
    this.#write(framed('Q', [zeroEnded(statements)]))
    return this.#rows((row) => row)
  }

  /** A single statement; the server is asked for no more rows than these. Only the first column is kept. */
  firstColumn(statement: string, maxRows: number): Promise<DatabaseRow[]> {
    const parse = framed('P', [Buffer.from([0]), zeroEnded(statement), int16(0)])
    const bind = framed('B', [Buffer.from([0, 0]), int16(0), int16(0), int16(0)])
    const execute = framed('E', [Buffer.from([0]), int32(maxRows)])
    this.#write(Buffer.concat([parse, bind, execute, framed('S', [])]))
    return this.#rows((row) => row.slice(0, 1))
  }

  leave(): void {
    this.#write(framed('X', []))
  }

  async #authenticate(
    body: Buffer,
    { username, password, isEncrypted }: PostgresLogin,
    scram: ScramSha256 | undefined,
  ): Promise<ScramSha256 | undefined> {
    const method = body.length >= 4 ? body.readInt32BE(0) : -1
    const data = body.subarray(4)
    switch (method) {
      case 0:
        return scram
      case 3:
        if (!isEncrypted) throw new Refusal('28000', 'it asks for the password itself, which is sent only over TLS')
        this.#write(framed('p', [zeroEnded(password)]))
        return scram
      case 5:
        this.#write(framed('p', [zeroEnded(`md5${md5(md5(password + username), data.subarray(0, 4))}`)]))
        return scram
      case 10: {
        if (!data.toString().split('\0').includes('SCRAM-SHA-256')) break
        const next = new ScramSha256({ username: '', password })
        const first = Buffer.from(next.first)
        this.#write(framed('p', [zeroEnded('SCRAM-SHA-256'), int32(first.length), first]))
        return next
      }
      case 11:
        if (!scram) break
        this.#write(framed('p', [Buffer.from(await scram.final(data.toString()))]))
        return scram
      case 12:
        scram?.verify(data.toString())
        return scram
    }
    throw new Refusal('28000', 'it asks for a method of login that Lapwing does not support')
  }

  async #rows(keep: (row: DatabaseRow) => DatabaseRow): Promise<DatabaseRow[]> {
    const rows: DatabaseRow[] = []
    let refusal: Refusal | undefined
    for (;;) {
      const { kind, body } = await this.#next()
      if (kind === 'D') rows.push(keep(this.#columns(body)))
      else if (kind === 'E') refusal ??= refusalOf(body)
      else if (/[GHW]/.test(kind)) throw new TargetDown('content', 'the query is a COPY, which is not supported')
      else if (kind === 'Z') break
    }
    if (refusal) throw refusal
    return rows
  }

  #columns(body: Buffer): DatabaseRow {
    const columns: (string | null)[] = []
    for (let at = 2; at + 4 <= body.length;) {
      const length = body.readInt32BE(at)
      at += 4
      if (length > body.length - at) throw this.#noProtocol()
      columns.push(length < 0 ? null : body.toString('utf8', at, at + length))
      at += Math.max(length, 0)
    }
    return columns
  }

  /** The next message that is not only a note. */
  async #next(): Promise<PostgresMessage> {
    for (;;) {
      const head = await this.#lines.bytes(5)
      const [kind, length] = [head.toString('latin1', 0, 1), head.readInt32BE(1) - 4]
      if (!/[A-Za-z0-9]/.test(kind) || length < 0 || length > maxLength) throw this.#noProtocol()
      const body = await this.#lines.bytes(length)
      if (kind === 'S') {
        const [name = '', value = ''] = body.toString().split('\0')
        this.settings.set(name, value)
      } else if (kind !== 'N' && kind !== 'A') return { kind, body }
    }
  }

  #write(bytes: Buffer): void {
    this.#lines.connection.socket.write(bytes)
  }

  #noProtocol(): TargetDown {
    return new TargetDown('other', `${this.#lines.peer} does not speak the protocol of PostgreSQL`)
  }
}

function framed(kind: string, parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(kind), int32(body.length + 4), body])
}

function refusalOf(body: Buffer): Refusal {
  const fields = new Map(
    body
      .toString()
      .split('\0')
      .map((field) => [field.slice(0, 1), field.slice(1)]),
  )
  return new Refusal(fields.get('C') ?? '', fields.get('M') ?? 'an error without a message')
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(value)
  return bytes
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

const zeroEnded = (text: string): Buffer => Buffer.from(`${text.replaceAll('\0', '')}\0`)

const md5 = (...parts: readonly (string | Buffer)[]): string =>
  parts.reduce((hash, part) => hash.update(part), createHash('md5')).digest('hex')
