// Cuts a stream into parts of one size; the last one may be shorter, and an empty stream has one empty part.
export async function* partsOf(stream: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let part = Buffer.allocUnsafe(size)
  let filled = 0
  let isFirst = true
  for await (const bytes of stream)
    for (let at = 0; at < bytes.length;) {
      const taken = Math.min(size - filled, bytes.length - at)
      part.set(bytes.subarray(at, at + taken), filled)
      filled += taken
      at += taken
      if (filled < size) continue
      yield part
      // The receiver may still hold the last one.
      part = Buffer.allocUnsafe(size)
      filled = 0
      isFirst = false
    }
  if (filled > 0 || isFirst) yield part.subarray(0, filled)
}
