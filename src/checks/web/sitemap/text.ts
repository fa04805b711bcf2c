// Decodes a sitemap file: compressed or not, in its declared charset.
import { StringDecoder } from 'node:string_decoder'
import { createGunzip } from 'node:zlib'
import { UnreadableSitemap, maxFileBytes } from './listing.ts'

/** A sink with backpressure: the next piece waits until the last was processed. */
export interface Sink<T> {
  write(piece: T): Promise<void>
  end(): Promise<void>
  /** Nothing more will be written. */
  stop?(): void
}

export function textOf(sink: Sink<string>): Sink<Buffer> {
  return unpacked(decoded(sink))
}

/** Files named .gz are compressed themselves, in addition to any content encoding. */
function unpacked(sink: Sink<Buffer>): Sink<Buffer> {
  let chosen: Sink<Buffer> | undefined
  return {
    write: (piece) => (chosen ??= piece[0] === 0x1f && piece[1] === 0x8b ? gunzipped(sink) : sink).write(piece),
    end: () => (chosen ?? sink).end(),
    stop: () => chosen?.stop?.(),
  }
}

function gunzipped(sink: Sink<Buffer>): Sink<Buffer> {
  const gunzip = createGunzip()
  const passing = passOn(gunzip, sink)
  // The writer gets the error.
  passing.catch(() => undefined)
  return {
    async write(piece) {
      const written = new Promise<void>((resolve) => gunzip.write(piece, () => resolve()))
      await Promise.race([written, passing])
    },
    async end() {
      gunzip.end()
      await passing
      await sink.end()
    },
    stop: () => void gunzip.destroy(),
  }
}

async function passOn(gunzip: AsyncIterable<Buffer>, sink: Sink<Buffer>): Promise<void> {
  let bytes = 0
  try {
    for await (const piece of gunzip) {
      bytes += piece.length
      if (bytes > maxFileBytes) throw new UnreadableSitemap('it is larger than 50 MiB when unpacked')
      await sink.write(piece)
    }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    throw /^Z_|^ERR_/.test(code) ? new UnreadableSitemap('its gzip compression is damaged or incomplete', error) : error
  }
}

interface Decoder {
  decode(piece: Buffer): string
  end(): string
}

function decoded(sink: Sink<string>): Sink<Buffer> {
  let decoder: Decoder | undefined
  return {
    write: (piece) => sink.write((decoder ??= decoderFor(piece)).decode(piece)),
    async end() {
      const rest = decoder?.end() ?? ''
      if (rest !== '') await sink.write(rest)
      await sink.end()
    },
  }
}

function decoderFor(start: Buffer): Decoder {
  if (start[0] === 0xff && start[1] === 0xfe) return webDecoder('utf-16le')
  if (start[0] === 0xfe && start[1] === 0xff) return webDecoder('utf-16be')
  const charset = /^\s*<\?xml[^>]{0,100}?encoding\s*=\s*["']([\w-]{1,40})/.exec(start.toString('latin1', 0, 200))?.[1]
  if (charset === undefined || /^utf-?8$/i.test(charset)) return usualDecoder()
  try {
    return webDecoder(charset)
  } catch {
    throw new UnreadableSitemap(`it declares the unknown encoding "${charset}"`)
  }
}

function webDecoder(encoding: string): Decoder {
  const decoder = new TextDecoder(encoding)
  return { decode: (piece) => decoder.decode(piece, { stream: true }), end: () => decoder.decode() }
}

/** Makes strings that parsers read faster than those of a TextDecoder. */
function usualDecoder(): Decoder {
  const decoder = new StringDecoder('utf8')
  return { decode: (piece) => decoder.write(piece), end: () => decoder.end() }
}
