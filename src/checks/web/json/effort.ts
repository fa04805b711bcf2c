// Limits the work that one check spends on data of its target, counted in visited values.

const wholeCheck = 4_000_000
// This many take about fifty milliseconds, which block other checks of the process.
const oneEvaluation = 250_000
const oneSlice = 20_000

export class Effort {
  #left = wholeCheck
  #now = oneEvaluation

  /** Starts another path or schema, or continues after yielding. */
  begin(): void {
    this.#now = oneEvaluation
  }

  /** It is time to yield to other checks. */
  get isSlice(): boolean {
    return this.#now < oneEvaluation - oneSlice
  }

  spend(values = 1): void {
    this.#left -= values
    this.#now -= values
    if (this.#left < 0 || this.#now < 0)
      throw new Error('not checked: the JSONPaths or the JSON Schema take too long for this response; simplify them')
  }
}
