// A server may say nothing at great length: interim answers, empty lines, chunks that are all extension. What it sends beside
// the content of its answer is bounded, because every byte of it costs time and none of it is counted as body.
import type { ClientRequest, IncomingMessage } from 'node:http'
import { TargetDown } from '../../domain/outcome.ts'
import { type Connection, peerName } from '../connect.ts'

const maxInterimAnswers = 20
const maxFramingBytes = 1_048_576
/** Chunks of a single byte are five bytes of framing each, and some servers write like that. */
const framingPerByte = 8

/** Returns what stops watching. */
export function guardFraming(request: ClientRequest, connection: Connection, fail: (error: Error) => void): () => void {
  const { socket } = connection
  let interimAnswers = 0
  let received = 0
  let content = 0
  const onReceived = (bytes: Buffer): void => {
    received += bytes.length
    if (received - content <= maxFramingBytes + framingPerByte * content) return
    fail(
      new TargetDown(
        'other',
        `${peerName(connection)} sends much more than it says (${received} bytes for ${content})`,
      ),
    )
  }
  const onContent = (bytes: Buffer): void => void (content += bytes.length)
  request.on('information', () => {
    interimAnswers += 1
    if (interimAnswers <= maxInterimAnswers) return
    fail(new TargetDown('other', `${peerName(connection)} sent more than ${maxInterimAnswers} interim answers`))
  })
  // Before that, a listener would set the socket flowing while nobody else reads it.
  request.once('socket', () => socket.on('data', onReceived))
  request.once('response', (message: IncomingMessage) => message.on('data', onContent))
  return () => void socket.off('data', onReceived)
}
