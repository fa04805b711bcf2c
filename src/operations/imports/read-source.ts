// Gets the document of an import: as it was sent, or from the API of the other tool.
import type { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import type { ImportSource } from '../../importers/source.ts'
import { importSources } from '../../importers/sources.ts'
import type { ImportedDocument } from '../registry/document-reader.ts'
import type { Services } from '../registry/services.ts'
import type { importBody } from './schema.ts'

type ImportOrigin = Pick<z.output<typeof importBody>, 'source' | 'document' | 'encoding' | 'credentials'>

/** Where the contents of the other tool come from, ready to be read. */
export async function readSource(
  { sendToVendor }: Services,
  from: ImportOrigin,
): Promise<{ readonly source: ImportSource; readonly imported: ImportedDocument }> {
  const source = importSources.find(({ name }) => name === from.source)!
  const { document, credentials, encoding } = from
  if ((document === undefined) === (credentials === undefined))
    throw new Fault('invalid_request', 'document: send either a document or credentials')
  if (document !== undefined) return { source, imported: { source: source.name, document, encoding } }
  if (!source.download) throw new Fault('invalid_request', `credentials: ${source.title} is imported from a document`)
  const downloaded = await source.download(credentials!, sendToVendor)
  return { source, imported: { source: source.name, document: downloaded, encoding: 'text' } }
}
