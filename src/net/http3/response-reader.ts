// The response on a request stream: HTTP/3 frames (RFC 9114), read as they arrive.
import { Readable } from 'node:stream'
import { TargetDown } from '../../domain/outcome.ts'
import type { IncomingResponse } from '../http/exchange.ts'
import { headersTooLarge, maxHeaderBytes, maxInterimAnswers, tooManyInterimAnswers } from '../http/framing-guard.ts'
import { MalformedMessage, Reader } from '../tls/wire.ts'
import { type HeaderField, decodeFields } from './qpack.ts'

const frames = { data: 0x00, headers: 0x01 }
/** Frames without content are small, but cost as much time as any other. */
const maxEmptyFrames = 1000

export class ResponseReader {
  /** Null before the response headers arrive. */
  message: IncomingResponse | null = null
  #bytes: Buffer = Buffer.alloc(0)
  /** Remaining bytes of the current frame, and whether they belong to the body. */
  #left = 0
  #isBody = false
  #interimResponses = 0
  #emptyFrames = 0

  /** Throws if the response is invalid. */
  take(bytes: Buffer, isLast: boolean): void {
    this.#bytes = this.#bytes.length === 0 ? bytes : Buffer.concat([this.#bytes, bytes])
    while (this.#bytes.length > 0 && (this.#left > 0 ? this.#pass() : this.#begin()));
    if (!isLast) return
    if (!this.message || this.#left > 0 || this.#bytes.length > 0)
      throw new TargetDown('connect', 'the answer ends too early')
    this.message.push(null)
  }

  #pass(): boolean {
    const part = this.#bytes.subarray(0, this.#left)
    this.#bytes = this.#bytes.subarray(part.length)
    this.#left -= part.length
    if (this.#isBody) this.message?.push(part)
    return true
  }

  /** Returns false when more bytes are needed. */
  #begin(): boolean {
    const reader = new Reader(this.#bytes)
    const head = frameHead(reader)
    if (!head) return false
    const { type, size } = head
    if (size === 0 && ++this.#emptyFrames > maxEmptyFrames)
      throw new MalformedMessage('it sends empty frames without end')
    if (type === frames.headers) {
      if (size > maxHeaderBytes) throw headersTooLarge()
      if (reader.left < size) return false
      this.#heads(decodeFields(reader.bytes(size)))
    } else {
      if (type === frames.data && !this.message) throw new MalformedMessage('its body comes before its headers')
      this.#isBody = type === frames.data
      this.#left = size
    }
    this.#bytes = this.#bytes.subarray(reader.at)
    return true
  }

  #heads(fields: readonly HeaderField[]): void {
    // Trailers are ignored.
    if (this.message) return
    const status = Number(fields.find(([name]) => name === ':status')?.[1])
    if (!Number.isInteger(status) || status < 100 || status > 999) throw new MalformedMessage('it has no status')
    if (status >= 200) this.message = messageOf(status, fields)
    else if (++this.#interimResponses > maxInterimAnswers) throw tooManyInterimAnswers('the server')
  }
}

function frameHead(reader: Reader): { type: number; size: number } | null {
  try {
    return { type: reader.varint(), size: reader.varint() }
  } catch (error) {
    if (error instanceof MalformedMessage) return null
    throw error
  }
}

function messageOf(statusCode: number, fields: readonly HeaderField[]): IncomingResponse {
  const distinct: Record<string, string[]> = Object.create(null) as Record<string, string[]>
  for (const [name, value] of fields) if (!name.startsWith(':')) (distinct[name] ??= []).push(value)
  const headers: IncomingResponse['headers'] = {}
  for (const name in distinct)
    headers[name] = name === 'set-cookie' ? (distinct[name] as never) : distinct[name]!.join(', ')
  const body = new Readable({ read: () => undefined })
  return Object.assign(body, { statusCode, statusMessage: '', httpVersion: '3', headers, headersDistinct: distinct })
}
