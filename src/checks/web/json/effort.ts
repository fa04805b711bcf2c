// How much one check may spend on walking through what its target has sent, counted in values looked at.

const wholeCheck = 4_000_000
// So many take some fifty milliseconds, in which no other check of the process gets its turn.
const oneEvaluation = 250_000
const oneSlice = 20_000

export class Effort {
  #left = wholeCheck
  #now = oneEvaluation

  /** Another path or schema begins, or others have had their turn. */
  begin(): void {
    this.#now = oneEvaluation
  }

  /** It is time to let others have their turn. */
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
