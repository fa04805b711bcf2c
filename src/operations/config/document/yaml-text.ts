// Parses YAML that clients send. A text can hold several documents.
import type * as Yaml from 'yaml'
import { maxYamlAliases, refuseCostlyYaml } from '../../../codecs/yaml-limits.ts'
import { Fault } from '../../../domain/fault.ts'
import { tooManyValues } from '../../../domain/limits/json-limits.ts'
import { onFirstUse } from '../../../domain/limits/on-first-use.ts'
import { refuseUnstorable } from '../../../domain/limits/storable.ts'
import type { YamlText } from '../../registry/document-reader.ts'

const yaml = onFirstUse<typeof Yaml>('yaml')

/** A document of 2,000 monitors with a rule each has 50,000. */
export const maxConfigValues = 60_000
const maxMistakes = 20

/** The documents of a text; empty ones count only if there are no others. */
export function documentsIn(text: string, lineCounter: Yaml.LineCounter): Yaml.Document.Parsed[] {
  const all = [
    ...yaml().parseAllDocuments(text, { prettyErrors: false, lineCounter, maxAliasCount: maxYamlAliases } as object),
  ]
  const filled = all.filter(({ contents, errors }) => errors.length > 0 || !isEmpty(contents))
  return filled.length > 0 ? filled : all.slice(0, 1)
}

const isEmpty = (contents: Yaml.ParsedNode | null): boolean =>
  contents === null || (yaml().isScalar(contents) && contents.value === null)

/** Refuses aliases that multiply, duplicate keys, and nesting that no document needs. */
export function parseYaml(texts: readonly string[]): YamlText[] {
  const count = valueCounter()
  return texts.map((text) => {
    refuseCostlyYaml(text, 'yaml')
    try {
      const lineCounter = new (yaml().LineCounter)()
      const documents = documentsIn(text, lineCounter)
      const errors = documents.flatMap((document) => document.errors)
      const mistakes = errors.slice(0, maxMistakes).map(({ message, pos: [offset] }) => {
        const { line, col } = lineCounter.linePos(offset)
        return { message, line, column: col }
      })
      if (mistakes.length > 0) return { values: [], mistakes }
      const values = documents.map((document): unknown => document.toJS({ maxAliasCount: maxYamlAliases }))
      refuseUnstorable(values)
      count(values)
      return { values: values.length > 0 ? values : [null], mistakes }
    } catch (error) {
      if (error instanceof Fault) throw error
      const reason = error instanceof RangeError ? 'is nested too deeply' : (error as Error).message
      throw new Fault('invalid_request', `yaml: ${reason}`)
    }
  })
}

/** Aliases share what they stand for, until it is written. */
function valueCounter(): (value: unknown) => void {
  let count = 0
  const visit = (value: unknown): void => {
    if (++count > maxConfigValues) throw tooManyValues(maxConfigValues, 'yaml')
    if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) visit(part)
  }
  return visit
}
