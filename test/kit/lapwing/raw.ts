// HTTP by hand, for requests that no client would send.
import { type Socket, connect } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import { keys } from './lapwing.ts'

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
  return {
    length,
    answer: { status: Number(line.split(' ')[1]), headers, text, body: isJson && text ? JSON.parse(text) : undefined },
  }
}

interface Head {
  method?: string
  path?: string
  headers?: string[]
}

export const head = ({ method = 'POST', path = '/v1/notes', headers = [] }: Head = {}): string =>
  `${[`${method} ${path} HTTP/1.1`, 'host: lapwing', `authorization: Bearer ${keys.write}`, ...headers].join('\r\n')}\r\n\r\n`

export const json = 'content-type: application/json'
export const chunked = 'transfer-encoding: chunked'
export const withBody = (body: string | Buffer, headers: string[] = [json]): Buffer =>
  Buffer.concat([
    Buffer.from(head({ headers: [...headers, `content-length: ${Buffer.byteLength(body)}`] })),
    Buffer.from(body),
  ])
export const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`

export function expectError(answer: RawAnswer | undefined, status: number, message: RegExp): void {
  expect(answer?.status).toBe(status)
  expect(answer?.headers['content-type']).toMatch(/^application\/json/)
  expect(answer?.headers['access-control-allow-origin']).toBe('*')
  expect(answer?.headers['x-ratelimit-limit']).toMatch(/^\d+$/)
  expect(answer?.headers['ratelimit-reset']).toMatch(/^\d+$/)
  expect(answer?.body.error.message).toMatch(message)
}
