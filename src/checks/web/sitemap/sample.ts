// A random sample of a list of unknown length, spread evenly: the list is divided into stretches of equal length, and
// one random item represents each.

export class EvenSample<T> {
  readonly #size: number
  readonly #random: () => number
  #chosen: T[] = []
  /** Items per stretch. */
  #length = 1
  /** Items of the list so far. */
  count = 0
  /** Items so far in the current stretch. */
  #begun = 0

  constructor(size: number, random: () => number = Math.random) {
    this.#size = size
    this.#random = random
  }

  /** Most items are not chosen, so they are created lazily. */
  add(make: () => T): void {
    this.count += 1
    if (this.#size === 0) return
    if (this.#begun === 0) this.#chosen.push(make())
    else if (this.#random() * (this.#begun + 1) < 1) this.#chosen[this.#chosen.length - 1] = make()
    this.#begun = (this.#begun + 1) % this.#length
    if (this.#begun === 0 && this.#chosen.length >= 2 * this.#size) this.#join()
  }

  /** In the order of the list; all items of a short list. */
  items(): T[] {
    const all = this.#chosen
    const size = Math.min(this.#size, all.length)
    return Array.from({ length: size }, (_, index) => {
      const [from, to] = [index, index + 1].map((place) => Math.floor((place * all.length) / size)) as [number, number]
      return all[from + Math.floor(this.#random() * (to - from))]!
    })
  }

  /** Merges neighbouring stretches. */
  #join(): void {
    this.#chosen = Array.from(
      { length: this.#chosen.length / 2 },
      (_, index) => this.#chosen[2 * index + (this.#random() < 0.5 ? 0 : 1)]!,
    )
    this.#length *= 2
  }
}
