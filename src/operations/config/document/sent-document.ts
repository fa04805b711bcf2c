import { type ConfigObject, parseYaml, readDocument } from './document.ts'
import { fillIn } from './named-secrets.ts'

interface SentDocument {
  readonly document?: unknown
  readonly yaml?: string | undefined
  /** Secrets that the document names. */
  readonly values: Readonly<Record<string, string>>
}

/** The objects of a document that was sent as JSON or YAML. */
export const objectsIn = ({ document, yaml, values }: SentDocument): ConfigObject[] =>
  readDocument(fillIn(yaml === undefined ? document : parseYaml(yaml), values))
