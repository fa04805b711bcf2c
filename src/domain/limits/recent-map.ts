interface Generation<Key, Value> {
  readonly entries: Map<Key, Value>
  weight: number
}

interface RecentMapLimits<Value> {
  readonly maxWeight: number
  /** By default, each value weighs 1. */
  readonly weightOf?: (value: Value) => number
}

const newGeneration = <Key, Value>(): Generation<Key, Value> => ({ entries: new Map(), weight: 0 })

/**
 * A map that never weighs more than its limit: when it is full, entries that were not used for a while are dropped, and
 * a value of more than half the limit is not kept at all. Reading costs little more than in a plain map.
 */
export class RecentMap<Key, Value extends {}> {
  readonly #maxRecentWeight: number
  readonly #weightOf: (value: Value) => number
  #recent = newGeneration<Key, Value>()
  #older = newGeneration<Key, Value>()

  constructor({ maxWeight, weightOf = () => 1 }: RecentMapLimits<Value>) {
    this.#maxRecentWeight = maxWeight / 2
    this.#weightOf = weightOf
  }

  get weight(): number {
    return this.#recent.weight + this.#older.weight
  }

  get(key: Key): Value | undefined {
    const recent = this.#recent.entries.get(key)
    if (recent !== undefined) return recent
    const older = this.#older.entries.get(key)
    if (older !== undefined) this.set(key, older)
    return older
  }

  set(key: Key, value: Value): void {
    this.delete(key)
    const weight = this.#weightOf(value)
    if (weight > this.#maxRecentWeight) return
    if (this.#recent.weight + weight > this.#maxRecentWeight) {
      this.#older = this.#recent
      this.#recent = newGeneration()
    }
    this.#recent.entries.set(key, value)
    this.#recent.weight += weight
  }

  delete(key: Key): void {
    for (const generation of [this.#recent, this.#older]) {
      const value = generation.entries.get(key)
      if (value === undefined) continue
      generation.entries.delete(key)
      generation.weight -= this.#weightOf(value)
    }
  }
}
