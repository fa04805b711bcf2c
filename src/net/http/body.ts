// Reads the body of an answer up to a cap, inflating it on the way. Bytes past what is kept are counted and dropped.
import type { Readable, Transform } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'
import { TargetDown } from '../../domain/outcome.ts'
import type { IncomingResponse } from './exchange.ts'
import { KeptBytes } from './kept-bytes.ts'

export interface BodyLimits {
  /** Bytes to read, after inflation. A longer body is cut there. */
  readonly maxBytes: number
  /** Bytes to keep of those. */
  readonly keepBytes: number
  /**
   * Is handed every piece, after inflation. The next one waits until it is done with the last, and so does the server.
   * After `enough` the body is over for us: some go on for ever.
   */
  readonly onPiece?: (piece: Buffer, head: AnswerHead) => Promise<'enough' | void>
}

/** What is known of an answer while its body comes in. */
export type AnswerHead = Pick<IncomingResponse, 'statusCode' | 'headers'>

export interface HttpBody {
  readonly kept: Buffer
  readonly bytes: number
  /** As they came, before inflation. */
  readonly packedBytes: number
  /** There was more than was read. */
  readonly isCut: boolean
}

export const noBody: HttpBody = { kept: Buffer.alloc(0), bytes: 0, packedBytes: 0, isCut: false }

/** Compressed bytes may outnumber what they hold by a little; this is more than a little. */
const inflationSlack = 65_536

/** Each piece costs time, however small it is. A megabyte comes in a few dozen. */
const usualPieces = 50_000
const minPiece = 512

/** Returns what stops the reading. The caller's own error handling sees the connection break. */
export function readBody(
  message: IncomingResponse,
  limits: BodyLimits,
  done: (body: HttpBody) => void,
  fail: (error: Error) => void,
): () => void {
  const kept = new KeptBytes(Math.min(limits.keepBytes, limits.maxBytes))
  const maxPieces = Math.max(usualPieces, limits.maxBytes / minPiece)
  let bytes = 0
  let packed = 0
  let pieces = 0
  let isBusy = false
  let hasEnded = false
  const end = (isCut: boolean): void =>
    done({ kept: kept.whole(), bytes, packedBytes: inflater ? packed : bytes, isCut })
  const encoding = (message.headers['content-encoding'] ?? '').trim().toLowerCase()
  const inflater = encoding === '' ? null : inflaterFor(encoding)
  const source: Readable = inflater ?? message
  const take = (chunk: Buffer): void => {
    kept.add(chunk)
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
  // Streams may end while the last piece is still being looked at.
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
