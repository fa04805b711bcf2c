import { Fault, type FieldFault, type TextPlace } from '../../../domain/fault.ts'

const named = /^([a-zA-Z_][\w-]*(?:\[[^\]]*\]|\.[^\s.:[\]]+)*): (.+)$/s

/** The path that a problem such as `monitors[shop].interval: Required` begins with; empty if it has none. */
export const pathOf = (problem: string): string => named.exec(problem)?.[1] ?? ''

export interface Mistake {
  readonly problem: string
  /** The position of its document, or of its text if that is no YAML. */
  readonly document: number
  /** Null if the text has no name. */
  readonly file: string | null
  /** Null if the text has nothing of it. */
  readonly place: TextPlace | null
}

const maxShown = 50

/** The first of many problems, of which the last one counts the others. */
export function limited(problems: readonly string[]): string[] {
  const left = problems.length - maxShown
  if (left <= 0) return [...problems]
  return [
    ...problems.slice(0, maxShown - 1),
    `${problems[maxShown - 1]} (and ${left.toLocaleString('en')} other mistakes)`,
  ]
}

/** The mistakes of documents, in the order of files and lines, with their places if they were sent as text. */
export class DocumentFault extends Fault {
  readonly #details: FieldFault[]

  constructor(mistakes: readonly Mistake[]) {
    const sorted = mistakes.toSorted(
      (one, other) =>
        one.document - other.document ||
        (one.place?.line ?? 0) - (other.place?.line ?? 0) ||
        (one.place?.column ?? 0) - (other.place?.column ?? 0),
    )
    const problems = limited(sorted.map(({ problem }) => problem))
    super(
      'invalid_request',
      problems.map((problem, index) => `${placeText(sorted[index]!)}${problem}`),
    )
    this.#details = problems.flatMap((problem, index) => {
      const { place, file } = sorted[index]!
      const [, field, message] = named.exec(problem) ?? []
      return field && message ? [{ field, message, ...place, ...(file !== null && { file }) }] : []
    })
  }

  override get details(): FieldFault[] {
    return this.#details
  }
}

/** `a.yaml:7:5: `, or `line 7, column 5: ` of a text without a name. */
function placeText({ place, file }: Mistake): string {
  if (file !== null) return place ? `${file}:${place.line}:${place.column}: ` : `${file}: `
  return place ? `line ${place.line}, column ${place.column}: ` : ''
}
