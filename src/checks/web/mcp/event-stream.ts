// Parses server-sent events from chunks.
import { StringDecoder } from 'node:string_decoder'

export interface StreamEvent {
  readonly event: string
  readonly data: string
}

export class EventStream {
  readonly #decoder = new StringDecoder('utf8')
  /** Pieces of an incomplete line; joined once, however small they are. */
  #parts: string[] = []
  #event = ''
  #data: string[] = []

  /** Returns the events that this chunk completes. */
  read(piece: Buffer): StreamEvent[] {
    const text = this.#decoder.write(piece)
    // A carriage return at the end may be half of a line break, so it waits for the next chunk.
    const hasReturn = this.#parts.at(-1)?.endsWith('\r') ?? false
    this.#parts.push(text)
    if (!hasReturn && !/[\r\n]/.test(text)) return []
    const lines = this.#parts.join('').split(/\r\n|\n|\r(?!$)/)
    this.#parts = [lines.pop() ?? '']
    return lines.flatMap((line) => this.#line(line))
  }

  #line(line: string): StreamEvent[] {
    if (line === '') return this.#dispatch()
    const colon = line.indexOf(':')
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + (line[colon + 1] === ' ' ? 2 : 1))
    if (field === 'event') this.#event = value
    if (field === 'data') this.#data.push(value)
    return []
  }

  #dispatch(): StreamEvent[] {
    const complete = { event: this.#event || 'message', data: this.#data.join('\n') }
    const isEmpty = this.#data.length === 0
    this.#event = ''
    this.#data = []
    return isEmpty ? [] : [complete]
  }
}
