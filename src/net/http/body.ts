// Reads the body of a response up to a cap, decompressing it. Bytes beyond what is kept are counted and dropped.
import type { Readable, Transform } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'
import { TargetDown } from '../../domain/outcome.ts'
import type { IncomingResponse } from './exchange.ts'
import { KeptBytes } from './kept-bytes.ts'

export interface BodyLimits {
  /** Bytes to read, after decompression. A longer body is cut. */
  readonly maxBytes: number
  /** Bytes to keep of those. */
  readonly keepBytes: number
  /**
   * Receives every piece, after decompression. The next piece waits for it, and so does the server.
   * `enough` ends the body early, because some bodies never end.
   */
  readonly onPiece?: (piece: Buffer, head: AnswerHead) => Promise<'enough' | void>
}

/** The body so far, while it is read. */
export type AnswerHead = Pick<IncomingResponse, 'statusCode' | 'headers'>

export interface HttpBody {
  readonly kept: Buffer
  readonly bytes: number
  /** Size on the wire, before decompression. */
  readonly packedBytes: number
  /** The body is longer than what was read. */
  readonly isCut: boolean
}

export const noBody: HttpBody = { kept: Buffer.alloc(0), bytes: 0, packedBytes: 0, isCut: false }

/** Compressed bytes may exceed what they hold by a little; this limit allows for more. */
const inflationSlack = 65_536

/** Each piece costs time, however small. A megabyte normally takes a few dozen pieces. */
const usualPieces = 50_000
const minPiece = 512

/** Returns a function that stops reading. The caller handles errors of the connection. */
export function readBody(
  message: IncomingResponse,
  limits: BodyLimits,
  done: (body: HttpBody) => void,
  fail: (error: Error) => void,
): () => void {
  const keptBytes = new KeptBytes(Math.min(limits.keepBytes, limits.maxBytes))
  const maxPieces = Math.max(usualPieces, limits.maxBytes / minPiece)
  let bytes = 0
  let packed = 0
  let pieces = 0
  let isBusy = false
  let hasEnded = false
  const end = (isCut: boolean): void =>
    done({ kept: keptBytes.whole(), bytes, packedBytes: inflater ? packed : bytes, isCut })
  const encoding = (message.headers['content-encoding'] ?? '').trim().toLowerCase()
  const inflater = encoding === '' ? null : inflaterFor(encoding)
  const source: Readable = inflater ?? message
  const take = (chunk: Buffer): void => {
    keptBytes.add(chunk)
    pieces += 1
    bytes += chunk.length
    if (bytes > limits.maxBytes || pieces > maxPieces) return end(true)
    if (!limits.onPiece) return
    source.pause()
    isBusy = true
    limits.onPiece(chunk, message).then((verdict) => {
      isBusy = false
      if (hasEnded || verdict === 'enough') end(false)
      else source.resume()
    }, fail)
  }
  // A stream may end while the last piece is still being processed.
  const onEnd = (): void => {
    hasEnded = true
    if (!isBusy) end(false)
  }
  if (!inflater) {
    message.on('data', take).once('end', onEnd)
    return () => {}
  }
  let packedPieces = 0
  inflater.on('drain', () => message.resume())
  message.on('data', (chunk: Buffer) => {
    packed += chunk.length
    packedPieces += 1
    if (packed > limits.maxBytes + inflationSlack || packedPieces > maxPieces) end(true)
    else if (!inflater.write(chunk)) message.pause()
  })
  message.once('end', () => inflater.end())
  inflater.on('data', take).once('end', onEnd)
  inflater.on('error', (error) =>
    fail(new TargetDown('content', `the body is said to be ${encoding} but cannot be read as that`, { cause: error })),
  )
  return () => inflater.destroy()
}

function inflaterFor(encoding: string): Transform | null {
  // Decompress truncated input as far as it goes.
  const zlib = { finishFlush: constants.Z_SYNC_FLUSH }
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip(zlib)
    case 'deflate':
      return createInflate(zlib)
    case 'br':
      return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH })
    case 'zstd':
      return createZstdDecompress()
    default:
      return null
  }
}
