// The mistakes of a document, which are reported together.
import { Fault } from '../../domain/fault.ts'
import { mapReferences } from './document/references.ts'
import type { ConfigObject, ConfigSection } from './document/sections.ts'

type ObjectName = Pick<ConfigObject, 'section' | 'key'>

/** Such as `monitors[shop]`. */
export const objectPath = ({ section, key }: { readonly section: ConfigSection; readonly key: string }): string =>
  `${section}[${key}]`

/** Of equal mistakes, only the first is shown. */
const maxShown = 50

interface Problem {
  /** The section; empty if it is not of an object. */
  readonly section: string
  /** Such as `monitors[shop]`. */
  readonly path: string
  /** Such as `.interval: must be at least 10`. */
  readonly rule: string
}

export class Problems {
  readonly #found: Problem[] = []
  readonly #refused = new Set<string>()

  /** Takes the fault of an object, whose problems begin with its path. Throws what is no mistake of the document. */
  add(object: ObjectName, error: unknown): void {
    const path = objectPath(object)
    if (!(error instanceof Fault) || error.code !== 'invalid_request') {
      this.throwIfAny()
      throw error
    }
    this.#refused.add(path)
    for (const problem of error.problems) {
      const rule = problem.startsWith(path) ? problem.slice(path.length) : `: ${problem}`
      this.#found.push({ section: object.section, path, rule })
    }
  }

  /** Takes a fault of the document itself. */
  addOfDocument({ problems }: Fault): void {
    this.#found.push(...problems.map((rule) => ({ section: '', path: '', rule })))
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
    const equal = [...Map.groupBy(this.#found, ({ section, rule }) => `${section} ${rule}`).values()]
    const shown = equal.slice(0, maxShown).map((same) => {
      const { path, rule } = same[0]!
      const more = same.length > 1 ? ` … and ${(same.length - 1).toLocaleString('en')} more` : ''
      return `${path}${rule}${more}`
    })
    const left = equal.slice(maxShown).reduce((sum, same) => sum + same.length, 0)
    if (left > 0) shown.push(`${shown.pop()} (and ${left.toLocaleString('en')} other mistakes)`)
    throw new Fault('invalid_request', shown)
  }
}
