// Transport parameters: the limits each side of a QUIC connection sets (RFC 9000, section 18).
import { MalformedMessage, Reader, varint } from '../tls/wire.ts'
import { maxDatagramBytes } from './limits.ts'

const numbers = {
  idleTimeoutMs: 0x01,
  maxDatagramBytes: 0x03,
  maxData: 0x04,
  bidiLocal: 0x05,
  bidiRemote: 0x06,
  uni: 0x07,
  streamsBidi: 0x08,
  streamsUni: 0x09,
}
const ids = { original: 0x00, initialSource: 0x0f, retrySource: 0x10 }

/** Parameters of a client that opens one stream and reads this many bytes of it. */
export function clientParameters(source: Buffer, maxBytes: number): Buffer {
  const entry = (kind: number, value: Buffer): Buffer => Buffer.concat([varint(kind), varint(value.length), value])
  // The server's own streams carry settings, which are ignored.
  const serverStreams = 16
  const serverStreamBytes = 65_536
  return Buffer.concat([
    entry(numbers.idleTimeoutMs, varint(60_000)),
    entry(numbers.maxDatagramBytes, varint(maxDatagramBytes)),
    entry(numbers.maxData, varint(maxBytes + serverStreams * serverStreamBytes)),
    entry(numbers.bidiLocal, varint(maxBytes)),
    entry(numbers.bidiRemote, varint(0)),
    entry(numbers.uni, varint(serverStreamBytes)),
    entry(numbers.streamsBidi, varint(0)),
    entry(numbers.streamsUni, varint(serverStreams)),
    entry(ids.initialSource, source),
  ])
}

export interface ServerParameters {
  readonly maxData: number
  /** Limit of a bidirectional stream that we open. */
  readonly maxBidi: number
  /** Limit of a unidirectional stream that we open. */
  readonly maxUni: number
  /** The connection IDs that the server says the handshake used. */
  readonly original: Buffer | null
  readonly source: Buffer | null
  readonly retrySource: Buffer | null
}

export function readParameters(bytes: Buffer): ServerParameters {
  const reader = new Reader(bytes)
  const parameters = new Map<number, Buffer>()
  while (reader.left > 0) {
    const kind = reader.varint()
    if (parameters.has(kind)) throw new MalformedMessage('it gives a parameter twice')
    parameters.set(kind, reader.bytes(reader.varint()))
  }
  const number = (kind: number): number => (parameters.has(kind) ? new Reader(parameters.get(kind)!).varint() : 0)
  return {
    maxData: number(numbers.maxData),
    maxBidi: number(numbers.bidiRemote),
    maxUni: number(numbers.uni),
    original: parameters.get(ids.original) ?? null,
    source: parameters.get(ids.initialSource) ?? null,
    retrySource: parameters.get(ids.retrySource) ?? null,
  }
}
