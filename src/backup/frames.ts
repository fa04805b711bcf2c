// Entries as one stream of bytes: each frame has a kind, a length and its bytes. The last frame has a hash of all the
// others, so that a file that was cut off or changed is noticed.
import { type Hash, createHash } from 'node:crypto'
import type { BackupEntry, EntryAbout } from '../store/backup/entry.ts'
import { BadBackup } from './bad-backup.ts'

const kinds = { entry: 1, data: 2, end: 3 } as const
const prefixBytes = 5
const maxFrame = 4 * 1024 * 1024

export async function* framesOf(entries: AsyncIterable<BackupEntry>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const whole of framesOfEntries(entries)) {
    hash.update(whole)
    yield whole
  }
  yield frame(kinds.end, hash.digest())
}

async function* framesOfEntries(entries: AsyncIterable<BackupEntry>): AsyncGenerator<Buffer> {
  for await (const { about, data } of entries) {
    yield frame(kinds.entry, Buffer.from(JSON.stringify(about)))
    for await (const bytes of data)
      for (let at = 0; at < bytes.length; at += maxFrame) yield frame(kinds.data, bytes.subarray(at, at + maxFrame))
  }
}

function frame(kind: number, bytes: Uint8Array): Buffer {
  const whole = Buffer.allocUnsafe(prefixBytes + bytes.length)
  whole.writeUInt8(kind)
  whole.writeUInt32BE(bytes.length, 1)
  whole.set(bytes, prefixBytes)
  return whole
}

interface Frame {
  readonly kind: number
  readonly bytes: Buffer
}

/** The data of an entry must be read before the next entry. Only after the last entry is it sure that all are right. */
export async function* entriesIn(stream: AsyncIterable<Uint8Array>): AsyncGenerator<BackupEntry> {
  const hash = createHash('sha256')
  const frames = readFrames(stream, hash)
  let next = await take(frames)
  while (next.kind === kinds.entry) {
    const rest: { after?: Frame } = {}
    const data = dataOf(frames, rest)
    yield { about: JSON.parse(next.bytes.toString()) as EntryAbout, data }
    while (!(await data.next()).done);
    next = rest.after!
  }
  if (next.kind !== kinds.end || !next.bytes.equals(hash.digest())) throw new BadBackup('is damaged')
}

async function* dataOf(frames: AsyncGenerator<Frame>, rest: { after?: Frame }): AsyncGenerator<Buffer> {
  for (;;) {
    const next = await take(frames)
    if (next.kind !== kinds.data) {
      rest.after = next
      return
    }
    yield next.bytes
  }
}

async function take(frames: AsyncGenerator<Frame>): Promise<Frame> {
  const { value, done } = await frames.next()
  if (done) throw new BadBackup('is cut off: it ends before its last part')
  return value
}

/** Hashes all frames except the last one. */
async function* readFrames(stream: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Frame> {
  let waiting: Uint8Array[] = []
  let size = 0
  let needed = prefixBytes
  for await (const bytes of stream) {
    waiting.push(bytes)
    size += bytes.length
    if (size < needed) continue
    let buffer = Buffer.concat(waiting)
    while (buffer.length >= prefixBytes) {
      const length = buffer.readUInt32BE(1)
      if (length > maxFrame) throw new BadBackup('is damaged')
      needed = prefixBytes + length
      if (buffer.length < needed) break
      const kind = buffer.readUInt8()
      if (kind !== kinds.end) hash.update(buffer.subarray(0, needed))
      yield { kind, bytes: buffer.subarray(prefixBytes, needed) }
      buffer = buffer.subarray(needed)
      needed = prefixBytes
    }
    waiting = [buffer]
    size = buffer.length
  }
}
