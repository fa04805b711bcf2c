// Parses a page while it arrives: its text, what it loads, where it sends data, where it links to.
import type { HtmlEvents } from '../html.ts'
import { CodeReader } from './code.ts'
import { type Attributes, type ElementNotes, readElement } from './elements.ts'
import { type FactLists, FactCollector } from './facts.ts'
import { KeywordSearch } from './keywords.ts'
import { type TextSketch, TextSketcher } from './text.ts'

export interface PageFacts extends FactLists {
  readonly text: TextSketch
  readonly keywords: readonly string[]
  /** Content security policies in the page itself. */
  readonly policies: readonly string[]
}

interface PageReaderOptions {
  readonly url: URL
  readonly keywords: readonly string[]
  /** Indexes of ignored elements. */
  readonly ignored: ReadonlySet<number>
}

const maxPolicies = 10
const maxInside = 20
const maxWords = 5000
// Tags of these elements do not end a word.
const inWords = new Set(
  'a abbr b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strong sub sup tt u var wbr'.split(
    ' ',
  ),
)
const silent = new Set(['script', 'style', 'template', 'noscript'])
const isProgram = /^$|^module$|^(?:text|application)\/(?:x-)?(?:java|ecma)script/i

export class PageReader {
  /** Inlined pages, which the same reader parses as parts of the page. */
  readonly inside: string[] = []
  isTooDeep = false
  readonly #ignored: ReadonlySet<number>
  readonly #facts: FactCollector
  readonly #text = new TextSketcher()
  readonly #keywords: KeywordSearch
  readonly #code: CodeReader
  readonly #policies: string[] = []
  readonly #notes: ElementNotes
  #place = 0
  #depth = 0
  /** Depth of the outermost ignored element, and of the outermost one with invisible text. */
  #ignoredFrom = Infinity
  #silentFrom = Infinity
  #script: 'program' | 'imports' | null = null

  constructor({ url, keywords, ignored }: PageReaderOptions) {
    this.#ignored = ignored
    this.#facts = new FactCollector(url)
    this.#keywords = new KeywordSearch(keywords)
    this.#code = new CodeReader({
      address: (use, address) => this.#facts.use(use, address),
      call: (name) => this.#facts.add('calls', name),
    })
    this.#notes = {
      facts: this.#facts,
      code: (text) => {
        this.#readCode(text)
        this.#code.end()
      },
      words: (text) => this.#keywords.add(` ${text.slice(0, maxWords)} `),
      inside: (html) => void (this.inside.length < maxInside && this.inside.push(html)),
      policy: (text) => void (this.#policies.length < maxPolicies && this.#policies.push(text)),
    }
  }

  readonly events: HtmlEvents = {
    open: (name, attributes) => this.#open(name, attributes),
    close: (name) => this.#close(name),
    text: (piece) => this.#read(piece),
    tooDeep: () => void (this.isTooDeep = true),
  }

  /** A request that the browser made, whichever element caused it. */
  requested({ use, url }: { readonly use: 'script' | 'connect' | 'frame'; readonly url: string }): void {
    if (use === 'frame') this.#facts.origin('frames', url)
    else this.#facts.use(use, url)
  }

  facts(): PageFacts {
    return {
      ...this.#facts.lists(),
      text: this.#text.sketch(),
      keywords: this.#keywords.found(),
      policies: this.#policies,
    }
  }

  get #isIgnoring(): boolean {
    return this.#ignoredFrom !== Infinity
  }

  #open(name: string, attributes: Attributes): void {
    this.#depth += 1
    if (this.#ignored.has(this.#place++)) this.#ignoredFrom = Math.min(this.#ignoredFrom, this.#depth)
    if (silent.has(name)) this.#silentFrom = Math.min(this.#silentFrom, this.#depth)
    if (!inWords.has(name)) this.#endWord()
    if (this.#isIgnoring) return
    readElement(name, attributes, this.#notes)
    if (name === 'script' && !attributes.src) this.#script = kindOfScript(attributes.type)
  }

  #close(name: string): void {
    if (this.#depth <= this.#ignoredFrom) this.#ignoredFrom = Infinity
    if (this.#depth <= this.#silentFrom) this.#silentFrom = Infinity
    this.#depth -= 1
    if (!inWords.has(name)) this.#endWord()
    if (name !== 'script' || !this.#script) return
    this.#script = null
    this.#code.end()
  }

  #read(piece: string): void {
    if (this.#isIgnoring) return
    if (this.#script === 'program') return this.#readCode(piece)
    if (this.#script === 'imports') return this.#readImports(piece)
    if (this.#silentFrom !== Infinity) return
    this.#text.add(piece)
    this.#keywords.add(piece)
  }

  #readCode(text: string): void {
    this.#code.add(text)
    this.#keywords.add(text)
  }

  #readImports(text: string): void {
    for (const [, address] of text.matchAll(/"((?:https?:)?\/\/[^"\s]{3,500})"/g)) this.#facts.script(address!)
  }

  #endWord(): void {
    this.#text.endWord()
    this.#keywords.add(' ')
  }
}

function kindOfScript(type = ''): 'program' | 'imports' | null {
  if (isProgram.test(type.trim())) return 'program'
  return /^importmap$/i.test(type.trim()) ? 'imports' : null
}
