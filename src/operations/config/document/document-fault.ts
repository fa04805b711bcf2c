import { Fault, type FieldFault, type TextPlace } from '../../../domain/fault.ts'

const named = /^([a-zA-Z_][\w-]*(?:\[[^\]]*\]|\.[^\s.:[\]]+)*): (.+)$/s

/** The path that a problem such as `monitors[shop].interval: Required` begins with; empty if it has none. */
export const pathOf = (problem: string): string => named.exec(problem)?.[1] ?? ''

/** The mistakes of a document, with their places in its text if it was sent as text. */
export class DocumentFault extends Fault {
  readonly #details: FieldFault[]

  constructor(problems: readonly string[], places: readonly (TextPlace | null)[]) {
    const placed = problems.map((problem, index) => ({ problem, place: places[index] ?? null }))
    super(
      'invalid_request',
      placed.map(({ problem, place }) => (place ? `line ${place.line}, column ${place.column}: ${problem}` : problem)),
    )
    this.#details = placed.flatMap(({ problem, place }) => {
      const [, field, message] = named.exec(problem) ?? []
      return field && message ? [{ field, message, ...(place && { line: place.line, column: place.column }) }] : []
    })
  }

  override get details(): FieldFault[] {
    return this.#details
  }
}
