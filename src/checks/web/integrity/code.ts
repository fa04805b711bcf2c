// What can be read of a script without running it: where it sends data, what it loads, where it leads, and what it
// calls.

export type Use = 'connect' | 'script' | 'form' | 'redirect'

export interface CodeNotes {
  /** An absolute address that the code uses. */
  address(use: Use, url: string): void
  /** The name of something it calls. */
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

/** Reads one script, which may come in pieces. */
export class CodeReader {
  readonly #notes: CodeNotes
  #edge = ''
  #start = ''

  constructor(notes: CodeNotes) {
    this.#notes = notes
  }

  /** An address that falls on the edge of two pieces is found with the second. */
  add(piece: string): void {
    if (this.#start.length < maxForCalls) this.#start += piece
    // Runs of spaces and escaped slashes would hide what stands beside them.
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

/** A picture that is loaded from a script carries data away as well as a request does. */
function useOf(before: string, url: string): Use | null {
  if (loads.test(before)) return isScriptFile.test(url) ? 'script' : 'connect'
  return uses.find(([, pattern]) => pattern.test(before))?.[0] ?? null
}

/** Data changes with every visit, and so do numbers in names; what a script calls does not. */
function callsIn(code: string): Set<string> {
  const bare = withoutStrings(code)
  return new Set([...bare.matchAll(/[\w$]{2,60}(?=\()/g)].map(([name]) => name.replace(/\d+/g, '')))
}

function withoutStrings(code: string): string {
  const kept: string[] = []
  let from = 0
  for (let at = 0; at < code.length; at++) {
    const quote = code[at]!
    if (quote !== '"' && quote !== "'" && quote !== '`') continue
    kept.push(code.slice(from, at))
    for (at += 1; at < code.length && code[at] !== quote && (quote === '`' || code[at] !== '\n'); at++) {
      if (code[at] === '\\') at += 1
    }
    from = at + 1
  }
  kept.push(code.slice(from))
  return kept.join(' ')
}
