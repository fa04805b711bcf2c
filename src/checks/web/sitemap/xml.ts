// Parses sitemaps and feeds in XML. Only the predefined entities are decoded; declarations in a DOCTYPE are ignored.
import type * as Saxes from 'saxes'
import { onFirstUse } from '../../../domain/limits/on-first-use.ts'
import { type SitemapListener, UnreadableSitemap, maxAddress, maxStretch } from './listing.ts'

const saxes = onFirstUse<typeof Saxes>('saxes')

interface Sort {
  readonly kind: string
  /** Path of the elements that contain URLs. */
  readonly path: readonly string[]
  readonly tells: 'page' | 'sitemap'
}

const sorts: Readonly<Record<string, Sort>> = {
  urlset: { kind: 'XML', path: ['urlset', 'url', 'loc'], tells: 'page' },
  sitemapindex: { kind: 'index', path: ['sitemapindex', 'sitemap', 'loc'], tells: 'sitemap' },
  rss: { kind: 'RSS', path: ['rss', 'channel', 'item', 'link'], tells: 'page' },
  feed: { kind: 'Atom', path: ['feed', 'entry', 'link'], tells: 'page' },
}

const maxDepth = 32

export class XmlReader {
  readonly #listing: SitemapListener
  readonly #parser = new (saxes().SaxesParser)()
  /** The open elements. */
  readonly #open: string[] = []
  #sort: Sort | undefined
  #text = ''
  /** Characters since the last tag or text: the parser may buffer all of them. */
  #stretch = 0

  constructor(listing: SitemapListener) {
    this.#listing = listing
    const parser = this.#parser
    // With more listeners the parser takes five times as long.
    parser.on('error', (error) => {
      throw new UnreadableSitemap(notWellFormed(error.message), error)
    })
    parser.on('opentag', (tag) => this.#begin(tag))
    parser.on('text', (text) => this.#add(text))
    parser.on('cdata', (text) => this.#add(text))
    parser.on('closetag', () => this.#finish())
  }

  write(text: string): void {
    this.#parser.write(text)
    this.#stretch += text.length
    if (this.#stretch > maxStretch) throw new UnreadableSitemap('it has no tag for too long')
  }

  end(): void {
    this.#parser.close()
  }

  #begin({ name, attributes }: Saxes.SaxesTagPlain): void {
    const local = name.slice(name.indexOf(':') + 1)
    this.#stretch = 0
    this.#sort ??= this.#known(local)
    if (this.#open.length === maxDepth)
      throw new UnreadableSitemap(`its elements are nested more than ${maxDepth} levels deep`)
    this.#open.push(local)
    const isLink = local === 'link' && (attributes['rel'] ?? 'alternate') === 'alternate'
    this.#text = isLink ? (attributes['href'] ?? '') : ''
  }

  #add(text: string): void {
    this.#stretch = 0
    if (this.#text.length < maxAddress) this.#text += text.slice(0, maxAddress)
  }

  #finish(): void {
    this.#stretch = 0
    if (this.#text !== '' && this.#isAddress()) {
      const address = this.#text.trim()
      if (address !== '') this.#listing[this.#sort!.tells](address.slice(0, maxAddress))
    }
    this.#open.pop()
    this.#text = ''
  }

  #isAddress(): boolean {
    const { path } = this.#sort!
    return this.#open.length === path.length && path.every((name, depth) => name === this.#open[depth])
  }

  #known(root: string): Sort {
    const sort = sorts[root]
    if (!sort)
      throw new UnreadableSitemap(
        `it is XML that starts with <${root.slice(0, 40)}> instead of <urlset> or <sitemapindex>`,
      )
    this.#listing.kind(sort.kind)
    return sort
  }
}

/** Turns `3:14: undefined entity.` into a sentence. */
function notWellFormed(message: string): string {
  const [, line, what = message] = /^(\d+):\d+: (.*?)\.?$/s.exec(message) ?? []
  const hint = /entity|unclosed tag: \S*loc$/.test(what) ? '; write an & in a URL as &amp;' : ''
  return `it is not well-formed XML: ${line === undefined ? '' : `line ${line}: `}${what}${hint}`
}
