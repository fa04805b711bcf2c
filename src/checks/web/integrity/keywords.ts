// Keywords of tampering: typical texts of defaced pages, and of spam that is hidden on hacked pages.

/** Few and unambiguous: a page that has one on its first check gets a baseline only after approval. */
const builtIn: readonly string[] = [
  'hacked by',
  'h4cked by',
  'hacked-by',
  'defaced by',
  'pwned by',
  'pwn3d by',
  'owned by anonymous',
  'your site has been hacked',
  'this site has been hacked',
  'this website has been hacked',
  'security is an illusion',
  'greetz to',
  'buy viagra',
  'cheap viagra',
  'viagra online',
  'buy cialis',
  'cheap cialis',
  'cialis online',
  'casino bonus code',
  'slot gacor',
  'situs judi',
  'coinhive.min.js',
  'coinhive.anonymous',
  'cryptoloot',
  'deepminer.min.js',
  'webminepool',
  'eval(atob(',
  'eval(unescape(',
  'eval(string.fromcharcode(',
  'document.write(unescape(',
]

interface Keyword {
  readonly text: string
  readonly startsWord: boolean
  readonly endsWord: boolean
}

const isLatin = (character: string | undefined): boolean => character !== undefined && /[a-z0-9]/.test(character)

/** Searches text that arrives in pieces, ignoring case and spacing; a Latin word must match as a whole. */
export class KeywordSearch {
  readonly #keywords: Keyword[]
  readonly #overlap: number
  readonly #found = new Set<string>()
  #waiting = ''

  constructor(own: readonly string[]) {
    const all = new Set([...builtIn, ...own].map((one) => plain(one).trim()).filter((one) => one !== ''))
    this.#keywords = [...all].map((text) => ({ text, startsWord: isLatin(text[0]), endsWord: isLatin(text.at(-1)) }))
    this.#overlap = Math.max(...this.#keywords.map(({ text }) => text.length)) + 1
  }

  add(piece: string): void {
    this.#waiting += piece
    if (this.#waiting.length >= enough) this.#look()
  }

  found(): string[] {
    this.#look()
    return [...this.#found].sort()
  }

  #look(): void {
    const text = plain(this.#waiting)
    for (const keyword of this.#keywords) if (has(text, keyword)) this.#found.add(keyword.text)
    this.#waiting = text.slice(-this.#overlap)
  }
}

// Searching one long text is cheaper than many short ones.
const enough = 4096

function has(text: string, { text: wanted, startsWord, endsWord }: Keyword): boolean {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const cutsStart = startsWord && isLatin(text[at - 1])
    const cutsEnd = endsWord && isLatin(text[at + wanted.length])
    if (!cutsStart && !cutsEnd) return true
  }
  return false
}

const plain = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ')
