import { type ConfigObject, parseYaml, readDocument } from './document.ts'
import { type NamedValues, fillIn } from './named-secrets.ts'

interface SentDocument extends NamedValues {
  readonly document?: unknown
  readonly yaml?: string | undefined
}

/** The objects of a document that was sent as JSON or YAML. */
export const objectsIn = ({ document, yaml, ...named }: SentDocument): ConfigObject[] =>
  readDocument(fillIn(yaml === undefined ? document : parseYaml(yaml), named))
