// Facts of a page: sets of URLs and origins, each of limited size.
import type { Use } from './code.ts'
import { siteOf } from '../site.ts'
import { originOf, urlOf } from './origins.ts'

const names = ['scripts', 'scriptOrigins', 'forms', 'connects', 'frames', 'links', 'redirects', 'calls'] as const
type Name = (typeof names)[number]

/**
 * `scripts` are URLs, `scriptOrigins` the origins of scripts, including those that other scripts name; `redirects` are
 * automatic redirects, `calls` the functions that inline scripts call. `links` are sites, all others origins.
 */
export type FactLists = Readonly<Record<Name, readonly string[]>>

const maxCount = 500
const maxScripts = 100
const maxLength = 500
const maxLinked = 5000
// A page has many links to few hosts, and only the host matters here.
const hostPart = /^(?:https?:\/\/[^/?#\\\s@]+(?=[/?#]|$)|\/(?![/\\\s]))/i

export class FactCollector {
  /** The page itself can change it once. */
  #base: URL
  #hasBase = false
  readonly #site: string
  /** Links that were processed. */
  readonly #linked = new Set<string>()
  readonly #sets = Object.fromEntries(names.map((name) => [name, new Set<string>()])) as Record<Name, Set<string>>

  constructor(url: URL) {
    this.#base = url
    this.#site = siteOf(url.hostname)
  }

  setBase(href: string): void {
    if (!this.#hasBase) this.#base = urlOf(href, this.#base) ?? this.#base
    this.#hasBase = true
  }

  add(name: Name, text: string): void {
    const set = this.#sets[name]
    if (set.size < (name === 'scripts' ? maxScripts : maxCount)) set.add(text.slice(0, maxLength))
  }

  script(address: string): void {
    const url = urlOf(address, this.#base)
    if (!url) return
    url.hash = ''
    this.add('scriptOrigins', originOf(url))
    if (/^https?:$/.test(url.protocol) && url.href.length <= maxLength) this.add('scripts', url.href)
  }

  origin(name: 'forms' | 'connects' | 'frames', address: string): void {
    const url = urlOf(address, this.#base)
    if (url && !/^(?:javascript|about|blob):$/.test(url.protocol)) this.add(name, originOf(url))
  }

  link(address: string): void {
    const start = this.#hasBase ? address : (hostPart.exec(address)?.[0] ?? address)
    if (this.#linked.has(start)) return
    if (this.#linked.size < maxLinked) this.#linked.add(start)
    const url = urlOf(start, this.#base)
    if (!url || !/^https?:$/.test(url.protocol)) return
    const site = siteOf(url.hostname)
    if (site !== this.#site) this.add('links', site)
  }

  redirect(address: string): void {
    const url = urlOf(address, this.#base)
    if (url && siteOf(url.hostname) !== this.#site) this.add('redirects', placeOf(url))
  }

  use(use: Use, address: string): void {
    if (use === 'script') this.script(address)
    else if (use === 'connect') this.origin('connects', address)
    else if (use === 'form') this.origin('forms', address)
    else this.redirect(address)
  }

  lists(): FactLists {
    return Object.fromEntries(names.map((name) => [name, [...this.#sets[name]].sort()])) as unknown as FactLists
  }
}

/** An origin or URL without the parts that differ between visits. */
export function placeOf({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host}${pathname.replace(/;.*$/, '')}`.slice(0, maxLength)
}
