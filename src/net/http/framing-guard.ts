// Limits the bytes a server sends besides content: interim responses, empty lines, chunk extensions, empty frames.
// Each of these bytes costs time, and none counts as body.
import type { ClientRequest, IncomingMessage } from 'node:http'
import type { ClientHttp2Stream } from 'node:http2'
import type { Duplex } from 'node:stream'
import type { Clock } from '../../domain/clock.ts'
import { TargetDown } from '../../domain/outcome.ts'
import { type NetConnection, peerName } from '../connect.ts'

export const maxHeaderBytes = 65_536
export const maxInterimAnswers = 20
const maxFramingBytes = 1_048_576
/** Chunks of a single byte take five bytes of framing each, and some servers write them. */
const framingPerByte = 8

export function headersTooLarge(cause?: Error): TargetDown {
  return new TargetDown('other', `the headers of the answer are larger than ${maxHeaderBytes / 1024} KiB`, { cause })
}

export function tooManyInterimAnswers(peer: string): TargetDown {
  return new TargetDown('other', `${peer} sent more than ${maxInterimAnswers} interim answers`)
}

type Fail = (error: Error) => void

interface GuardedStream {
  /** Where the bytes of the connection arrive. */
  readonly stream: Duplex
  readonly connection: NetConnection
  readonly fail: Fail
}

/** Returns a function that stops watching. */
export function guardFraming(request: ClientRequest, { stream, connection, fail }: GuardedStream): () => void {
  const count = counter(connection, fail)
  const onReceived = (bytes: Buffer): void => count.received(bytes.length)
  request.on('information', count.interimAnswer)
  // An earlier listener would start the flow of data before anything reads it.
  request.once('socket', () => stream.on('data', onReceived))
  request.once('response', (message: IncomingMessage) => message.on('data', count.content))
  return () => void stream.off('data', onReceived)
}

const checkMs = 100

interface GuardedConnection {
  readonly connection: NetConnection
  readonly clock: Clock
  readonly fail: Fail
}

/** The same for HTTP/2, whose frames Node hides: the byte counters are checked at intervals. */
export function guardFrames(stream: ClientHttp2Stream, { connection, clock, fail }: GuardedConnection): () => void {
  const count = counter(connection, fail)
  let lastReceived = 0
  const check = (): void => {
    const { bytesRead } = connection.socket
    count.received(bytesRead - lastReceived)
    lastReceived = bytesRead
    cancelTimer = clock.after(checkMs, check)
  }
  let cancelTimer = clock.after(checkMs, check)
  stream.on('headers', count.interimAnswer)
  stream.once('response', () => stream.on('data', count.content))
  return () => cancelTimer()
}

interface Counter {
  received(bytes: number): void
  content(bytes: Buffer): void
  interimAnswer(): void
}

function counter(connection: NetConnection, fail: Fail): Counter {
  let interimResponses = 0
  let received = 0
  let content = 0
  return {
    received(bytes) {
      received += bytes
      if (received - content <= maxFramingBytes + framingPerByte * content) return
      const figures = `${received} bytes for ${content}`
      fail(new TargetDown('other', `${peerName(connection)} sends much more than it says (${figures})`))
    },
    content(bytes) {
      content += bytes.length
    },
    interimAnswer() {
      interimResponses += 1
      if (interimResponses > maxInterimAnswers) fail(tooManyInterimAnswers(peerName(connection)))
    },
  }
}
