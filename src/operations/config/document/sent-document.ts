// A document as clients send it, in JSON or YAML. Its mistakes are reported together, and in YAML with their places.
import { Fault, type TextPlace } from '../../../domain/fault.ts'
import type { CallerContext } from '../../registry/define.ts'
import type { DocumentReader } from '../../registry/document-reader.ts'
import { Problems } from '../problems.ts'
import { type ReadDocument, readDocument } from './document.ts'
import { DocumentFault, pathOf } from './document-fault.ts'
import { type NamedValues, fillIn } from './named-secrets.ts'

interface SentDocument extends NamedValues {
  readonly document?: unknown
  readonly yaml?: string | undefined
}

interface SentObjects extends ReadDocument {
  /** Adds its mistakes here; the others of the document may follow. */
  readonly problems: Problems
  /** Of JSON, every place is null. */
  placesOf(paths: readonly string[]): Promise<readonly (TextPlace | null)[]>
}

/** Reads a document for `work`, and adds their places to the mistakes that it throws. */
export async function withSent<Result>(
  { services, caller }: CallerContext,
  { yaml, document, ...named }: SentDocument,
  work: (objects: SentObjects) => Promise<Result>,
): Promise<Result> {
  const [reader, owner] = [services.documents, caller.organization.id]
  const placesOf = async (paths: readonly string[]): Promise<readonly (TextPlace | null)[]> =>
    yaml === undefined ? paths.map(() => null) : reader.read(owner, 'places', { yaml, paths })
  const problems = new Problems()
  const value = yaml === undefined ? document : await readYaml(reader, owner, yaml)
  try {
    return await work({ ...readDocument(fillIn(value, named), problems), problems, placesOf })
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'invalid_request') throw error
    throw new DocumentFault(error.problems, await placesOf(error.problems.map(pathOf)))
  }
}

async function readYaml(reader: DocumentReader, owner: string, yaml: string): Promise<unknown> {
  const { value, mistakes } = await reader.read(owner, 'yaml', yaml)
  if (mistakes.length === 0) return value
  throw new DocumentFault(
    mistakes.map(({ message }) => `yaml: ${message}`),
    mistakes,
  )
}
