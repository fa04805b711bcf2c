// Finds many patterns in one pass over bytes (Aho–Corasick): the time depends only on the length of the text, even if
// it is hostile. See docs/decisions/0066-masking-by-decoding.md.

/** Called for the longest pattern that ends at each position. */
export type OnMatch = (start: number, end: number) => void

const isChainChild = 1
const hasBranches = 2
const [plus, space] = [0x2b, 0x20]

/** Forms encode a space as `+`, so both count as the same byte. */
const folded = Uint8Array.from({ length: 256 }, (_, byte) => (byte === plus ? space : byte))

export class PatternSet {
  /** Length of the longest pattern in bytes. */
  readonly maxLength: number
  // A state is one prefix of a pattern. Its first child usually has the next number, so a state takes 14 bytes.
  readonly #label: Uint8Array
  readonly #flags: Uint8Array
  readonly #depth: Int32Array
  /** The state of the longest other prefix that is a suffix of this one. */
  readonly #fallback: Int32Array
  /** Length of the longest pattern that ends in this state; 0 if none does. */
  readonly #matchLength: Int32Array
  readonly #root = new Int32Array(256)
  readonly #branches = new Map<number, Map<number, number>>()
  #count = 1

  constructor(patterns: readonly Uint8Array[]) {
    const size = patterns.reduce((sum, { length }) => sum + length, 2)
    this.maxLength = patterns.reduce((max, { length }) => Math.max(max, length), 0)
    this.#label = new Uint8Array(size)
    this.#flags = new Uint8Array(size)
    this.#depth = new Int32Array(size)
    this.#fallback = new Int32Array(size)
    this.#matchLength = new Int32Array(size)
    for (const pattern of patterns) this.#add(pattern)
    this.#link()
  }

  /** Returns how many bytes at the end are the start of a pattern. */
  scan(bytes: Uint8Array, onMatch: OnMatch): number {
    const root = this.#root
    let state = 0
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at]!
      state = state === 0 ? root[folded[byte]!]! : this.next(state, byte)
      if (state === 0) continue
      const length = this.#matchLength[state]!
      if (length > 0) onMatch(at + 1 - length, at + 1)
    }
    return this.#depth[state]!
  }

  /** For a scan that produces its bytes one by one; state 0 is the start. */
  next(from: number, byte: number): number {
    const label = folded[byte]!
    for (let state = from; state !== 0; state = this.#fallback[state]!) {
      const child = this.#child(state, label)
      if (child !== 0) return child
    }
    return this.#root[label]!
  }

  matchLength(state: number): number {
    return this.#matchLength[state]!
  }

  depth(state: number): number {
    return this.#depth[state]!
  }

  #child(state: number, label: number): number {
    const next = state + 1
    if (this.#label[next] === label && (this.#flags[next]! & isChainChild) !== 0) return next
    if ((this.#flags[state]! & hasBranches) === 0) return 0
    return this.#branches.get(state)!.get(label) ?? 0
  }

  #add(pattern: Uint8Array): void {
    if (pattern.length === 0) return
    let state = 0
    for (const byte of pattern) {
      const label = folded[byte]!
      state = (state === 0 ? this.#root[label]! : this.#child(state, label)) || this.#append(state, label)
    }
    this.#matchLength[state] = pattern.length
  }

  #append(parent: number, label: number): number {
    const state = this.#count++
    this.#label[state] = label
    this.#depth[state] = this.#depth[parent]! + 1
    if (parent === 0) this.#root[label] = state
    else if (parent === state - 1) this.#flags[state]! |= isChainChild
    else this.#branch(parent).set(label, state)
    return state
  }

  #branch(parent: number): Map<number, number> {
    const known = this.#branches.get(parent)
    if (known) return known
    const made = new Map<number, number>()
    this.#branches.set(parent, made)
    this.#flags[parent]! |= hasBranches
    return made
  }

  /** Breadth first: the fallback of a state is always shorter than the state. */
  #link(): void {
    const queue = new Int32Array(this.#count)
    let [read, written] = [0, 0]
    for (const state of this.#root) if (state !== 0) queue[written++] = state
    while (read < written) {
      const state = queue[read++]!
      this.#matchLength[state] ||= this.#matchLength[this.#fallback[state]!]!
      for (const child of this.#children(state)) {
        this.#fallback[child] = this.next(this.#fallback[state]!, this.#label[child]!)
        queue[written++] = child
      }
    }
  }

  *#children(state: number): Generator<number> {
    if (state + 1 < this.#count && (this.#flags[state + 1]! & isChainChild) !== 0) yield state + 1
    if ((this.#flags[state]! & hasBranches) !== 0) yield* this.#branches.get(state)!.values()
  }
}
