// Documents as clients send them, in JSON or YAML. Their mistakes are reported together, and in YAML with their places.
import type { TextPlace } from '../../../domain/fault.ts'
import type { CallerContext } from '../../registry/define.ts'
import { MistakesFault, Problems } from '../problems.ts'
import { type DocumentValue, type ReadDocuments, readDocuments } from './document.ts'
import { DocumentFault, pathOf } from './document-fault.ts'
import { type NamedValues, filler } from './named-secrets.ts'

interface SentDocuments extends NamedValues {
  readonly document?: unknown
  readonly yaml?: string | undefined
  readonly documents?: readonly TextOfDocuments[] | undefined
  readonly source?: string | undefined
  readonly prune?: boolean
}

interface TextOfDocuments extends Pick<NamedValues, 'files'> {
  readonly file: string | null
  readonly yaml: string
}

/** A path in a document, which is given by its position. */
interface DocumentPath {
  readonly document: number
  readonly path: string
}

interface SentObjects extends ReadDocuments {
  /** Adds its mistakes here; the others of the documents may follow. */
  readonly problems: Problems
  /** Of JSON, every place is null. */
  placesOf(paths: readonly DocumentPath[]): Promise<readonly (TextPlace | null)[]>
  fileOf(document: number): string | null
}

/** A document, and where it was sent: the text, and the position in it. */
interface PlacedDocument extends DocumentValue {
  readonly text: number
  readonly position: number
}

/** Reads documents for `work`, and adds their places to the mistakes that it throws. */
export async function withSent<Result>(
  context: CallerContext,
  { document, yaml, documents, source, prune, ...named }: SentDocuments,
  work: (objects: SentObjects) => Promise<Result>,
): Promise<Result> {
  const texts = documents ?? (yaml === undefined ? [] : [{ file: null, yaml, files: named.files }])
  const fill = filler(named.values)
  const sent =
    texts.length === 0
      ? [{ file: null, value: fill(document, named.files), text: 0, position: 0 }]
      : (await readTexts(context, texts)).map((one) => ({ ...one, value: fill(one.value, texts[one.text]!.files) }))
  const placesOf: SentObjects['placesOf'] = async (paths) => {
    if (texts.length === 0) return paths.map(() => null)
    const inTexts = paths.map(({ document: number, path }) => {
      const { text, position } = sent[number]!
      return { text, document: position, path }
    })
    return context.services.documents.read(context.caller.organization.id, 'places', {
      texts: texts.map((text) => text.yaml),
      paths: inTexts,
    })
  }
  const problems = new Problems()
  const fileOf = (number: number): string | null => sent[number]!.file
  try {
    return await work({ ...readDocuments(sent, { source, prune, problems }), problems, placesOf, fileOf })
  } catch (error) {
    if (!(error instanceof MistakesFault)) throw error
    const paths = error.problems.map((problem, index) => ({ document: error.documents[index]!, path: pathOf(problem) }))
    const places = await placesOf(paths)
    const mistakes = error.problems.map((problem, index) => {
      const { document: number } = paths[index]!
      return { problem, document: number, file: fileOf(number), place: places[index] ?? null }
    })
    throw new DocumentFault(mistakes)
  }
}

/** The documents of the texts, or a fault with all mistakes of their syntax. */
async function readTexts(
  { services, caller }: CallerContext,
  texts: readonly TextOfDocuments[],
): Promise<readonly PlacedDocument[]> {
  const read = await services.documents.read(
    caller.organization.id,
    'yaml',
    texts.map(({ yaml }) => yaml),
  )
  const mistakes = read.flatMap((one, text) =>
    one.mistakes.map(({ message, ...place }) => {
      const { file } = texts[text]!
      return { problem: `yaml: ${message}`, document: text, file, place }
    }),
  )
  if (mistakes.length > 0) throw new DocumentFault(mistakes)
  return read.flatMap(({ values }, text) =>
    values.map((value, position) => ({ file: texts[text]!.file, value, text, position })),
  )
}
