// The mistakes of a document, which are reported together.
import { Fault } from '../../domain/fault.ts'
import { mapReferences } from './document/references.ts'
import type { ConfigObject, ConfigSection } from './document/sections.ts'

/** An object, and the position of its document. */
export type PlacedObject = Pick<ConfigObject, 'section' | 'key' | 'document'>

/** Such as `monitors[shop]`. */
export const objectPath = ({ section, key }: { readonly section: ConfigSection; readonly key: string }): string =>
  `${section}[${key}]`

interface Problem {
  /** The position of its document. */
  readonly document: number
  /** The section; empty if it is not of an object. */
  readonly section: string
  /** Such as `monitors[shop]`. */
  readonly path: string
  /** Such as `.interval: must be at least 10`. */
  readonly rule: string
}

/** The mistakes of documents; equal ones are one problem. */
export class MistakesFault extends Fault {
  /** The position of the document of each problem. */
  readonly documents: readonly number[]

  constructor(problems: readonly string[], documents: readonly number[]) {
    super('invalid_request', problems)
    this.documents = documents
  }
}

export class Problems {
  readonly #found: Problem[] = []
  readonly #refused = new Set<string>()

  /** Takes the fault of an object, whose problems begin with its path. Throws what is no mistake of the document. */
  add(object: PlacedObject, error: unknown): void {
    const path = objectPath(object)
    if (!(error instanceof Fault) || error.code !== 'invalid_request') {
      this.throwIfAny()
      throw error
    }
    this.#refused.add(path)
    for (const problem of error.problems) {
      const rule = problem.startsWith(path) ? problem.slice(path.length) : `: ${problem}`
      this.#found.push({ document: object.document, section: object.section, path, rule })
    }
  }

  /** Takes a fault of a document itself. */
  addOfDocument(document: number, { problems }: Fault): void {
    this.#found.push(...problems.map((rule) => ({ document, section: '', path: '', rule })))
  }

  /** Whether the object has a mistake, or refers to one that has. */
  concern(object: ConfigObject): boolean {
    if (this.#refused.size === 0) return false
    let isConcerned = this.#refused.has(objectPath(object))
    mapReferences(object.section, object.body, ({ target, value }) => {
      isConcerned ||= this.#refused.has(`${target}[${String(value)}]`)
      return value
    })
    return isConcerned
  }

  throwIfAny(): void {
    if (this.#found.length === 0) return
    const equal = [
      ...Map.groupBy(this.#found, ({ document, section, rule }) =>
        section === '' ? `${document} ${rule}` : `${section} ${rule}`,
      ).values(),
    ]
    const problems = equal.map(([first, ...others]) => {
      const more = others.length > 0 ? ` … and ${others.length.toLocaleString('en')} more` : ''
      return `${first!.path}${first!.rule}${more}`
    })
    throw new MistakesFault(
      problems,
      equal.map(([first]) => first!.document),
    )
  }
}
