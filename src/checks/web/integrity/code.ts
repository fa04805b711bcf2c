// Analyses a script without running it: where it sends data, what it loads, where it redirects, and what it calls.

export type Use = 'connect' | 'script' | 'form' | 'redirect'

export interface CodeNotes {
  /** An absolute URL that the code uses. */
  address(use: Use, url: string): void
  /** The name of a function that it calls. */
  call(name: string): void
}

const literal = /["'`]((?:https?:|wss?:)?\/\/[^"'`\s<>\\]{3,300})/gi
const lookBack = 60
const uses: readonly (readonly [Use, RegExp])[] = [
  [
    'connect',
    /(?:\bfetch|\bsendBeacon|\bWebSocket|\bEventSource|\baxios(?:\.\w{1,10})?|\$\.(?:get|post|ajax|getJSON)) ?\( ?$/,
  ],
  ['connect', /\.open ?\( ?["'`][a-z]{3,7}["'`] ?, ?$/i],
  ['script', /\bimport ?\(? ?$|\bfrom ?$|\bimportScripts ?\( ?$/],
  ['form', /\.action ?= ?$/],
  ['redirect', /\blocation(?:\.href)? ?= ?$|\blocation\.(?:replace|assign) ?\( ?$/],
]
const loads = /\.src ?= ?$|\bsetAttribute ?\( ?["'`]src["'`] ?, ?$/
const isScriptFile = /\.m?js(?:[?#]|$)/i

/** Reads one script, which may arrive in pieces. */
export class CodeReader {
  readonly #notes: CodeNotes
  #edge = ''
  #start = ''

  constructor(notes: CodeNotes) {
    this.#notes = notes
  }

  /** Finds URLs that are split over two pieces with the second one. */
  add(piece: string): void {
    if (this.#start.length < maxForCalls) this.#start += piece
    // Runs of spaces and escaped slashes would hide adjacent code.
    const code = (this.#edge + piece).replace(/\s+/g, ' ').replaceAll('\\/', '/')
    for (const found of code.matchAll(literal)) {
      const before = code.slice(Math.max(found.index - lookBack, 0), found.index)
      const use = useOf(before, found[1]!)
      if (use) this.#notes.address(use, found[1]!)
    }
    this.#edge = code.slice(-edgeLength)
  }

  end(): void {
    for (const name of callsIn(this.#start.slice(0, maxForCalls))) this.#notes.call(name)
    this.#start = this.#edge = ''
  }
}

const maxForCalls = 262_144
const edgeLength = 400

/** An image that a script loads can exfiltrate data like any request. */
function useOf(before: string, url: string): Use | null {
  if (loads.test(before)) return isScriptFile.test(url) ? 'script' : 'connect'
  return uses.find(([, pattern]) => pattern.test(before))?.[0] ?? null
}

/** Names of called functions, without digits: data and numbers change with every visit, calls do not. */
function callsIn(code: string): Set<string> {
  const bare = withoutStrings(code)
  return new Set([...bare.matchAll(/[\w$]{2,60}(?=\()/g)].map(([name]) => name.replace(/\d+/g, '')))
}

function withoutStrings(code: string): string {
  const parts: string[] = []
  let from = 0
  for (let at = 0; at < code.length; at++) {
    const quote = code[at]!
    if (quote !== '"' && quote !== "'" && quote !== '`') continue
    parts.push(code.slice(from, at))
    for (at += 1; at < code.length && code[at] !== quote && (quote === '`' || code[at] !== '\n'); at++) {
      if (code[at] === '\\') at += 1
    }
    from = at + 1
  }
  parts.push(code.slice(from))
  return parts.join(' ')
}
