// Parses a small response in the plain form that nearly all servers send. Anything else is `unusual` and belongs to
// Node's parser, which knows the oddities of HTTP and costs several times as much.
import type { ResponseHead } from './exchange.ts'

export type ReadState = 'incomplete' | 'whole' | 'unusual'

const maxBytes = 65_536
const maxHeadBytes = 8192
/** A server that trickles its response is left to the parser that needs no second look at what it has read. */
const maxPieces = 32
const maxChunks = 64

const plainHead = /^HTTP\/1\.1 ([2-5]\d\d) ([!-~](?:[ -~]*[!-~])?|)\r\n((?:[A-Za-z0-9-]+:[ -~]*\r\n)+)\r\n/
const plainLength = /^\d{1,6}$/
const plainChunk = /^[0-9A-Fa-f]{1,5}$/
const withoutBody = new Set([204, 304])
/** These change what follows them. */
const unusualNames = ['upgrade', 'content-encoding', 'trailer', 'proxy-connection']

const nothing = Buffer.alloc(0)

/** How the body ends: after so many bytes, with its last chunk, or with the connection. */
type BodyEnd = number | 'chunked' | 'close'

export class SmallResponse {
  readonly #method: string
  #received: Buffer = nothing
  #pieces = 0
  #bodyAt = 0
  #bodyEnd: BodyEnd = 0
  /** Null until all headers have arrived. */
  head: ResponseHead | null = null
  /** Empty until the response is whole. */
  body: Buffer = nothing

  constructor(method: string) {
    this.#method = method
  }

  get received(): Buffer {
    return this.#received
  }

  add(piece: Buffer): ReadState {
    this.#received = this.#pieces === 0 ? piece : Buffer.concat([this.#received, piece])
    this.#pieces += 1
    if (this.#received.length > maxBytes) return 'unusual'
    const state = this.#read()
    return state === 'incomplete' && this.#pieces >= maxPieces ? 'unusual' : state
  }

  /** The server has sent everything. */
  end(): ReadState {
    if (this.head === null || this.#bodyEnd !== 'close') return 'unusual'
    this.body = this.#received.subarray(this.#bodyAt)
    return 'whole'
  }

  #read(): ReadState {
    if (this.head === null) {
      const state = this.#readHead()
      if (state !== 'whole') return state
    }
    if (this.#bodyEnd === 'close') return 'incomplete'
    if (this.#bodyEnd === 'chunked') return this.#readChunks()
    const end = this.#bodyAt + this.#bodyEnd
    if (this.#received.length < end) return end > maxBytes ? 'unusual' : 'incomplete'
    this.body = this.#received.subarray(this.#bodyAt)
    return this.#received.length === end ? 'whole' : 'unusual'
  }

  #readHead(): ReadState {
    const text = this.#received.toString('latin1', 0, maxHeadBytes)
    const end = text.indexOf('\r\n\r\n')
    if (end < 0) return text.length < maxHeadBytes ? 'incomplete' : 'unusual'
    const [whole = '', status, reason, lines = ''] = plainHead.exec(text) ?? []
    const headers = whole.length === end + 4 ? headersIn(lines) : null
    const bodyEnd = headers && bodyEndOf(headers, Number(status), this.#method)
    if (headers === null || bodyEnd === null) return 'unusual'
    this.head = new PlainHead(Number(status), reason!, headers)
    this.#bodyAt = whole.length
    this.#bodyEnd = bodyEnd
    return 'whole'
  }

  #readChunks(): ReadState {
    const bytes = this.#received
    const chunks: Buffer[] = []
    for (let at = this.#bodyAt; chunks.length < maxChunks;) {
      const lineEnd = bytes.indexOf('\r\n', at, 'latin1')
      if (lineEnd < 0) return bytes.length - at > 5 ? 'unusual' : 'incomplete'
      const size = bytes.toString('latin1', at, lineEnd)
      if (!plainChunk.test(size)) return 'unusual'
      const [start, end] = [lineEnd + 2, lineEnd + 2 + Number.parseInt(size, 16)]
      if (bytes.length < end + 2) return end > maxBytes ? 'unusual' : 'incomplete'
      if (bytes[end] !== 13 || bytes[end + 1] !== 10) return 'unusual'
      if (start === end) return this.#endChunks(chunks, end + 2)
      chunks.push(bytes.subarray(start, end))
      at = end + 2
    }
    return 'unusual'
  }

  #endChunks(chunks: readonly Buffer[], end: number): ReadState {
    this.body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
    return this.#received.length === end ? 'whole' : 'unusual'
  }
}

class PlainHead implements ResponseHead {
  readonly statusCode: number
  readonly statusMessage: string
  readonly httpVersion = '1.1'
  readonly headers: ResponseHead['headers']

  constructor(statusCode: number, statusMessage: string, headers: ResponseHead['headers']) {
    this.statusCode = statusCode
    this.statusMessage = statusMessage
    this.headers = headers
  }

  get headersDistinct(): ResponseHead['headersDistinct'] {
    return Object.fromEntries(Object.entries(this.headers).map(([name, value]) => [name, [value ?? []].flat()]))
  }
}

/** Null when a name occurs twice: how its values are joined depends on the name. */
function headersIn(lines: string): ResponseHead['headers'] | null {
  const headers: ResponseHead['headers'] = {}
  for (let at = 0; at < lines.length;) {
    const colon = lines.indexOf(':', at)
    const end = lines.indexOf('\r\n', colon)
    const name = lines.slice(at, colon).toLowerCase()
    const value = lines.slice(colon + 1, end).trim()
    at = end + 2
    if (name === 'set-cookie') (headers['set-cookie'] ??= []).push(value)
    else if (Object.hasOwn(headers, name)) return null
    else headers[name] = value
  }
  return headers
}

/** Null when the headers are not the usual ones. */
function bodyEndOf(headers: ResponseHead['headers'], status: number, method: string): BodyEnd | null {
  if (unusualNames.some((name) => name in headers)) return null
  const { 'content-length': length, 'transfer-encoding': coding } = headers
  if (length !== undefined && (coding !== undefined || !plainLength.test(length))) return null
  if (method === 'HEAD') return 0
  if (withoutBody.has(status)) return coding === undefined && (length ?? '0') === '0' ? 0 : null
  if (coding !== undefined) return coding === 'chunked' ? 'chunked' : null
  return length === undefined ? 'close' : Number(length)
}
