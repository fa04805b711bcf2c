// A small client of MongoDB: login, and commands whose result is one document.
import type * as Bson from 'bson'
import { TargetDown } from '../../domain/outcome.ts'
import type { Lines } from '../lines.ts'
import { Refusal } from './reply.ts'
import { ScramSha256 } from './scram.ts'

export type MongodbDocument = Readonly<Record<string, unknown>>

const opMsg = 2013
const headerBytes = 16
const maxLength = 48_000_000

let loading: Promise<typeof Bson> | undefined

export async function openMongodb(lines: Lines): Promise<MongodbClient> {
  return new MongodbClient(lines, await (loading ??= import('bson')))
}

class MongodbClient {
  readonly #lines: Lines
  readonly #bson: typeof Bson
  #requests = 0

  constructor(lines: Lines, bson: typeof Bson) {
    this.#lines = lines
    this.#bson = bson
  }

  /** A command in JSON, with dates and ids as MongoDB's Extended JSON writes them. */
  parse(json: string): MongodbDocument {
    return this.#bson.EJSON.parse(json) as MongodbDocument
  }

  async run(database: string, command: MongodbDocument): Promise<MongodbDocument> {
    const document = Buffer.from(this.#bson.serialize({ ...command, $db: database }))
    const head = Buffer.alloc(headerBytes + 5)
    head.writeInt32LE(head.length + document.length, 0)
    head.writeInt32LE(++this.#requests, 4)
    head.writeInt32LE(opMsg, 12)
    this.#lines.connection.socket.write(Buffer.concat([head, document]))
    const reply = await this.#reply()
    if (reply['ok'] === 1) return reply
    const { code, codeName, errmsg } = reply
    throw new Refusal(plainText(code), plainText(errmsg) || plainText(codeName) || 'an error without a message')
  }

  async logIn(database: string, account: { username: string; password: string }): Promise<void> {
    const scram = new ScramSha256(account)
    const payload = (text: string): Bson.Binary => new this.#bson.Binary(Buffer.from(text))
    const start = { saslStart: 1, mechanism: 'SCRAM-SHA-256', payload: payload(scram.first) }
    const first = await this.run(database, { ...start, options: { skipEmptyExchange: true } })
    const next = { saslContinue: 1, conversationId: first['conversationId'] }
    const second = await this.run(database, { ...next, payload: payload(await scram.final(this.#text(first))) })
    scram.verify(this.#text(second))
    if (second['done'] !== true) await this.run(database, { ...next, payload: payload('') })
  }

  /** What stands at a path such as `cursor.firstBatch.0.total`, as text. */
  valueAt(document: MongodbDocument, path: string): string | null {
    const found = path.split('.').reduce<unknown>((value, name) => {
      const isInside = typeof value === 'object' && value !== null && Object.hasOwn(value, name)
      return isInside ? (value as MongodbDocument)[name] : undefined
    }, document)
    if (found === undefined || found === null) return null
    if (found instanceof Date) return Number.isNaN(found.getTime()) ? null : found.toISOString()
    const isPlain = typeof found !== 'object' || '_bsontype' in found
    return this.#guarded(() => (isPlain ? String(found as string) : this.#bson.EJSON.stringify(found)))
  }

  async #reply(): Promise<MongodbDocument> {
    const head = await this.#lines.bytes(headerBytes)
    const length = head.readInt32LE(0)
    if (head.readInt32LE(12) !== opMsg || length < headerBytes + 10 || length > maxLength) throw this.#noProtocol()
    const body = await this.#lines.bytes(length - headerBytes)
    // After the flags there is one section, of the kind 0.
    if (body[4] !== 0 || body.readInt32LE(5) > body.length - 5) throw this.#noProtocol()
    const document = body.subarray(5, 5 + body.readInt32LE(5))
    return this.#guarded(() => this.#bson.deserialize(document, { bsonRegExp: true }))
  }

  #text(reply: MongodbDocument): string {
    const { payload } = reply
    if (!(payload instanceof this.#bson.Binary)) throw this.#noProtocol()
    return Buffer.from(payload.buffer).toString('utf8', 0, payload.position)
  }

  /** Documents may be nested deeper than they can be read. */
  #guarded<T>(read: () => T): T {
    try {
      return read()
    } catch {
      throw this.#noProtocol()
    }
  }

  #noProtocol(): TargetDown {
    return new TargetDown('other', `${this.#lines.peer} does not speak the protocol of MongoDB`)
  }
}

/** Nothing for what is neither a text nor a number, because a document can have a `toString` of its own. */
export const plainText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

export type { MongodbClient }
