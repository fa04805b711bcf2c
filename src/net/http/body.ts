// Reads the body of an answer up to a cap, inflating it on the way. Bytes past what is kept are counted and dropped.
import type { Transform } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'
import { TargetDown } from '../../domain/outcome.ts'
import type { HttpMessage } from './exchange.ts'
import { KeptBytes } from './kept-bytes.ts'

export interface BodyLimits {
  /** Bytes to read, after inflation. A longer body is cut there. */
  readonly maxBytes: number
  /** Bytes to keep of those. */
  readonly keepBytes: number
}

export interface Body {
  readonly kept: Buffer
  readonly bytes: number
  /** There was more than was read. */
  readonly isCut: boolean
}

/** Compressed bytes may outnumber what they hold by a little; this is more than a little. */
const inflationSlack = 65_536

/** Each piece costs time, however small it is. A megabyte comes in a few dozen. */
const maxPieces = 50_000

/** Returns what stops the reading. The caller's own error handling sees the connection break. */
export function readBody(
  message: HttpMessage,
  limits: BodyLimits,
  done: (body: Body) => void,
  fail: (error: Error) => void,
): () => void {
  const kept = new KeptBytes(Math.min(limits.keepBytes, limits.maxBytes))
  let bytes = 0
  let pieces = 0
  const end = (isCut: boolean): void => done({ kept: kept.whole(), bytes, isCut })
  const take = (chunk: Buffer): void => {
    kept.add(chunk)
    pieces += 1
    bytes += chunk.length
    if (bytes > limits.maxBytes || pieces > maxPieces) end(true)
  }
  const encoding = (message.headers['content-encoding'] ?? '').trim().toLowerCase()
  const inflater = encoding === '' ? null : inflaterFor(encoding)
  if (!inflater) {
    message.on('data', take).once('end', () => end(false))
    return () => {}
  }
  let packed = 0
  let packedPieces = 0
  message.on('data', (chunk: Buffer) => {
    packed += chunk.length
    packedPieces += 1
    if (packed > limits.maxBytes + inflationSlack || packedPieces > maxPieces) end(true)
    else inflater.write(chunk)
  })
  message.once('end', () => inflater.end())
  inflater.on('data', take).once('end', () => end(false))
  inflater.on('error', (error) =>
    fail(new TargetDown('content', `the body is said to be ${encoding} but cannot be read as that`, { cause: error })),
  )
  return () => inflater.destroy()
}

function inflaterFor(encoding: string): Transform | null {
  // Cut-off input gives what there is of it.
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
