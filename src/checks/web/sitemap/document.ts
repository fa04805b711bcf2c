// Reads the URLs in one sitemap file: XML, a list of lines, or a feed.
import { inSlices } from '../slices.ts'
import { type SitemapListener, UnreadableSitemap, maxAddress, maxStretch } from './listing.ts'
import type { Sink } from './text.ts'
import { XmlReader } from './xml.ts'

export function documentReader(listing: SitemapListener, signal: AbortSignal): Sink<string> {
  let parser: XmlReader | LineReader | undefined
  let write: ((text: string) => Promise<void>) | undefined
  let start = ''
  return {
    async write(text) {
      if (write) return write(text)
      start += text
      if (start.trim() === '' && start.length < maxStretch) return
      parser = readerFor(start.trimStart(), listing)
      write = inSlices(parser, signal)
      await write(start.trimStart())
    },
    async end() {
      if (!parser) throw new UnreadableSitemap('it is empty')
      parser.end()
    },
  }
}

function readerFor(start: string, listing: SitemapListener): XmlReader | LineReader {
  if (!start.startsWith('<')) return new LineReader(listing)
  if (/^<(!doctype\s+html|html|head|body)\b/i.test(start)) throw new UnreadableSitemap('it is an HTML page')
  return new XmlReader(listing)
}

class LineReader {
  readonly #listing: SitemapListener
  #rest = ''
  #isKnown = false

  constructor(listing: SitemapListener) {
    this.#listing = listing
  }

  write(text: string): void {
    const lines = (this.#rest + text).split(/\r\n?|\n/)
    this.#rest = lines.pop() ?? ''
    if (this.#rest.length > maxStretch) throw new UnreadableSitemap('it has an endless line')
    for (const line of lines) this.#take(line.trim())
  }

  end(): void {
    this.#take(this.#rest.trim())
  }

  #take(address: string): void {
    if (address === '') return
    if (!this.#isKnown) {
      if (!/^https?:\/\//i.test(address)) throw new UnreadableSitemap('it is neither XML nor a list of URLs')
      this.#listing.kind('text')
      this.#isKnown = true
    }
    this.#listing.page(address.slice(0, maxAddress))
  }
}
