/** Pseudorandom numbers from a seed: the same seed gives the same world. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number
  integer(min: number, max: number): number
  pick<T>(values: readonly T[]): T
  chance(probability: number): boolean
}

/** The numbers of a seed for one purpose: what else happens in the world does not change them. */
export function randomFrom(seed: number, purpose?: string): Random {
  let state = purpose === undefined ? (seed * 2_654_435_761) >>> 0 : hashOf(`${seed} ${purpose}`)
  const next = (): number => {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    integer: (min, max) => min + Math.floor(next() * (max - min + 1)),
    pick: (values) => values[Math.floor(next() * values.length)]!,
    chance: (probability) => next() < probability,
  }
}

function hashOf(text: string): number {
  // FNV-1a
  let hash = 0x811c9dc5
  for (const char of text) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193) >>> 0
  return hash
}
