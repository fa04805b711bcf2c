// A trace is a zip of all that happened in a browser, secrets that were typed included: it is packed anew without them.
import type { Readable } from 'node:stream'
import { type Entry, type ZipFile as Zipped, fromBufferPromise } from 'yauzl'
import { ZipFile } from 'yazl'
import { type Masker, mask } from '../../masking.ts'

const maxEntries = 10_000
const maxUnpackedBytes = 128 * 1024 * 1024
const maxPackedBytes = 30 * 1024 * 1024

/** Throws when it is no zip, or one that grows too large when it is unpacked. */
export async function maskTrace(zip: Buffer, masker: Masker): Promise<Buffer> {
  if (masker.secrets.length === 0) return zip
  const pattern = patternOf(masker)
  const from = await fromBufferPromise(zip)
  const to = new ZipFile()
  for (const entry of await entriesOf(from)) {
    const { fileName, compressionMethod } = entry
    const stream = await from.openReadStreamPromise(entry)
    const pieces: Buffer[] = []
    for await (const piece of isPicture(fileName) ? stream : masked(stream, pattern)) pieces.push(piece as Buffer)
    // Names too: files are called what others call them.
    to.addBuffer(Buffer.concat(pieces), fileName.replace(pattern.found, maskOf), { compress: compressionMethod !== 0 })
  }
  to.end()
  return gathered(to.outputStream as Readable)
}

async function entriesOf(zip: Zipped): Promise<Entry[]> {
  const entries: Entry[] = []
  let bytes = 0
  for await (const entry of zip.eachEntry()) {
    bytes += entry.uncompressedSize
    if (entries.length === maxEntries || bytes > maxUnpackedBytes) throw new RangeError('the trace is too large')
    if (!entry.fileName.endsWith('/')) entries.push(entry)
  }
  return entries
}

/** They are what they are. */
const isPicture = (name: string): boolean => /\.(jpe?g|png|gif|webp|avif|ico|woff2?|ttf|mp4|webm)$/i.test(name)

async function gathered(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxPackedBytes) throw new RangeError('the trace is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

interface MaskPattern {
  readonly found: RegExp
  readonly longest: number
}

/** Of bytes, each of them a character. */
function patternOf({ secrets }: Masker): MaskPattern {
  const spelled = secrets.map((secret) => Buffer.from(secret).toString('latin1'))
  return {
    found: new RegExp(spelled.map((text) => RegExp.escape(text)).join('|'), 'g'),
    longest: Math.max(...spelled.map(({ length }) => length)),
  }
}

/** A secret may begin in one piece and end in the next: what may still become one waits. */
async function* masked(pieces: AsyncIterable<Buffer>, { found, longest }: MaskPattern): AsyncGenerator<Buffer> {
  let rest = ''
  for await (const piece of pieces) {
    const text = rest + piece.toString('latin1')
    const undecided = Math.max(0, text.length - longest + 1)
    let [said, from] = ['', 0]
    for (const { 0: secret, index } of text.matchAll(found)) {
      if (index >= undecided) break
      said += text.slice(from, index) + maskOf(secret)
      from = index + secret.length
    }
    const to = Math.max(from, undecided)
    rest = text.slice(to)
    yield Buffer.from(said + text.slice(from, to), 'latin1')
  }
  yield Buffer.from(rest.replace(found, maskOf), 'latin1')
}

// A number stays one, or the trace could not be read.
const maskOf = (secret: string): string => (/^\d+$/.test(secret) ? '9'.repeat(secret.length) : mask)
