import { isDeepStrictEqual } from 'node:util'

/** Something that must not happen, and did. */
export interface Breach {
  readonly invariant: string
  /** The sort of breach, the same in every world. */
  readonly what: string
  readonly details: string
}

export interface SimulatedWorld {
  readonly breaches: readonly Breach[]
  readonly simulatedMs: number
  /** What happened, in the order of time. */
  happenings?(): readonly string[]
}

export const kindOf = ({ invariant, what }: Breach): string => `${invariant}: ${what}`

/** Collects breaches of one invariant. */
export class Findings {
  readonly breaches: Breach[] = []
  readonly #invariant: string

  constructor(invariant: string) {
    this.#invariant = invariant
  }

  /** `what` says what should be so. */
  expect(isSo: boolean, what: string, details: unknown = ''): void {
    if (!isSo) this.breaches.push({ invariant: this.#invariant, what, details: textOf(details) })
  }

  expectSame(found: unknown, expected: unknown, what: string): void {
    this.expect(isDeepStrictEqual(found, expected), what, { found, expected })
  }

  expectAll(found: readonly string[], expected: readonly string[], what: string): void {
    const known = new Set(found)
    const missing = expected.filter((one) => !known.has(one))
    this.expect(missing.length === 0, what, { missing })
  }
}

const textOf = (details: unknown): string => (typeof details === 'string' ? details : JSON.stringify(details))
