// Masks a stream of bytes, with a buffer no longer than the longest secret.
import type { SecretFinder } from './secret-finder.ts'

/** Returns the replacement of a secret, given its encoded form. */
export type MaskOf = (spelled: string) => string

const windowBytes = 64 * 1024

/** A secret may start in one chunk and end in the next: a possible start stays in the buffer. */
export async function* maskStream(
  pieces: AsyncIterable<Uint8Array>,
  finder: SecretFinder,
  maskOf: MaskOf,
): AsyncGenerator<Buffer> {
  const undecided = finder.maxSpelledBytes
  const wanted = 2 * undecided + windowBytes
  let waiting: Uint8Array[] = []
  let bytes = 0
  for await (const piece of pieces) {
    waiting.push(piece)
    bytes += piece.length
    if (bytes < wanted) continue
    const { masked, rest } = maskUpTo(Buffer.concat(waiting), undecided)
    yield masked
    waiting = [rest]
    bytes = rest.length
  }
  yield maskUpTo(Buffer.concat(waiting), 0).masked

  function maskUpTo(window: Buffer, reserved: number): { masked: Buffer; rest: Buffer } {
    const { spans, placeBefore } = finder.find(window)
    const end = reserved === 0 ? window.length : placeBefore(window.length - reserved)
    const parts: Uint8Array[] = []
    let at = 0
    for (const span of spans) {
      if (span.start >= end) break
      parts.push(window.subarray(at, span.start), Buffer.from(maskOf(window.toString('latin1', span.start, span.end))))
      at = span.end
    }
    const until = Math.max(at, end)
    return { masked: Buffer.concat([...parts, window.subarray(at, until)]), rest: window.subarray(until) }
  }
}
