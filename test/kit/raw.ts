// HTTP by hand, for requests that no client would send.
import { type Socket, connect } from 'node:net'
import { onTestFinished } from 'vitest'

export interface RawAnswer {
  status: number
  headers: Record<string, string>
  text: string
  body: any
}

export interface Wire {
  write(text: string | Buffer): void
  /** Hangs up in the middle of whatever was being said. */
  end(): void
  /** The next whole answer; undefined when the other side hangs up without one. */
  answer(): Promise<RawAnswer | undefined>
  /** Settles when the other side has hung up. */
  readonly closed: Promise<void>
}

export function dial(origin: string): Wire {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  // Writing on after the other side has hung up is part of some tests.
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  let seen = Buffer.alloc(0)
  socket.on('data', (chunk) => {
    seen = Buffer.concat([seen, chunk])
  })
  return {
    write: (text) => void socket.write(text),
    end: () => void socket.end(),
    closed,
    async answer() {
      for (;;) {
        const found = firstAnswer(seen)
        if (found) {
          seen = seen.subarray(found.length)
          return found.answer
        }
        if (socket.readyState === 'closed') return undefined
        await moreOrClosed(socket, closed)
      }
    },
  }
}

/** One request on a connection of its own. */
export function send(origin: string, text: string | Buffer): Promise<RawAnswer | undefined> {
  const wire = dial(origin)
  wire.write(text)
  return wire.answer()
}

function moreOrClosed(socket: Socket, closed: Promise<void>): Promise<void> {
  return Promise.race([closed, new Promise<void>((resolve) => socket.once('data', () => resolve()))])
}

function firstAnswer(bytes: Buffer): { answer: RawAnswer; length: number } | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const [line = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const headers = Object.fromEntries(
    lines.map((text) => [text.slice(0, text.indexOf(':')).toLowerCase(), text.slice(text.indexOf(':') + 1).trim()]),
  )
  const length = end + 4 + Number(headers['content-length'] ?? 0)
  if (bytes.length < length) return undefined
  const text = bytes.subarray(end + 4, length).toString()
  const isJson = headers['content-type']?.includes('json')
  return { length, answer: { status: Number(line.split(' ')[1]), headers, text, body: isJson && text ? JSON.parse(text) : undefined } }
}
