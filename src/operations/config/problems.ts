// The mistakes of a document, which are reported together.
import { Fault } from '../../domain/fault.ts'
import type { ConfigObject } from './document/document.ts'
import { mapReferences } from './document/references.ts'
import type { ConfigSection } from './document/sections.ts'

type ObjectName = Pick<ConfigObject, 'section' | 'key'>

/** Such as `monitors[shop]`. */
export const objectPath = ({ section, key }: { readonly section: ConfigSection; readonly key: string }): string =>
  `${section}[${key}]`

/** Of equal mistakes, only the first is shown. */
const maxShown = 50

interface Problem {
  readonly object: ObjectName
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
    for (const problem of error.problems)
      this.#found.push({ object, rule: problem.startsWith(path) ? problem.slice(path.length) : `: ${problem}` })
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
    const equal = [...Map.groupBy(this.#found, ({ object, rule }) => `${object.section} ${rule}`).values()]
    const shown = equal.slice(0, maxShown).map((same) => {
      const { object, rule } = same[0]!
      const more = same.length > 1 ? ` … and ${(same.length - 1).toLocaleString('en')} more` : ''
      return `${objectPath(object)}${rule}${more}`
    })
    const left = equal.slice(maxShown).reduce((sum, same) => sum + same.length, 0)
    if (left > 0) shown.push(`and ${left.toLocaleString('en')} more problems`)
    throw new Fault('invalid_request', shown)
  }
}
