import type { DocumentReader } from '../../registry/document-reader.ts'
import { type ReadDocument, readDocument } from './document.ts'
import { type NamedValues, fillIn } from './named-secrets.ts'

interface SentDocument extends NamedValues {
  readonly document?: unknown
  readonly yaml?: string | undefined
}

interface SentObjects extends ReadDocument {
  /** The line of each monitor's key in YAML, counted from 1. */
  readonly lines: ReadonlyMap<string, number>
}

/** Reads a document that was sent as JSON or YAML. */
export async function readSent(
  reader: DocumentReader,
  owner: string,
  { document, yaml, ...named }: SentDocument,
): Promise<SentObjects> {
  const { value, lines } =
    yaml === undefined ? { value: document, lines: none } : await reader.read(owner, 'yaml', yaml)
  return { ...readDocument(fillIn(value, named)), lines }
}

const none: ReadonlyMap<string, number> = new Map()
