/** Pseudorandom numbers from a seed: the same seed gives the same world. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number
  integer(min: number, max: number): number
  pick<T>(values: readonly T[]): T
  chance(probability: number): boolean
}

export function randomFrom(seed: number): Random {
  // mulberry32
  let state = (seed * 2_654_435_761) >>> 0
  const next = (): number => {
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
