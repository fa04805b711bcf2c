// Masks bytes that come in pieces, without holding more of them than the longest secret takes.
import type { SecretFinder } from './secret-finder.ts'

/** What a secret is replaced with, given how it is spelled there. */
export type MaskOf = (spelled: string) => string

const windowBytes = 64 * 1024

/** A secret may begin in one piece and end in the next: what may still become one waits for more. */
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

  function maskUpTo(window: Buffer, kept: number): { masked: Buffer; rest: Buffer } {
    const { spans, placeBefore } = finder.find(window)
    const end = kept === 0 ? window.length : placeBefore(window.length - kept)
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
