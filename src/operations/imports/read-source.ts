// Gets the document of an import: as it was sent, from a database file, or from the API of the other tool.
import type { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import type { ImportSource } from '../../importers/source.ts'
import { importSources } from '../../importers/sources.ts'
import type { Services } from '../registry/services.ts'
import type { importBody } from './schema.ts'

type ImportOrigin = Pick<z.output<typeof importBody>, 'source' | 'document' | 'encoding' | 'credentials'>

export interface ReadableSource {
  readonly source: ImportSource
  readonly document: string
}

const sqliteHeader = 'SQLite format 3\0'

export async function readSource({ importing }: Services, from: ImportOrigin): Promise<ReadableSource> {
  const source = importSources.find(({ name }) => name === from.source)!
  const { document, credentials } = from
  if ((document === undefined) === (credentials === undefined))
    throw new Fault('invalid_request', 'document: send either a document or credentials')
  if (document !== undefined) return { source, document: await decoded(importing, from.encoding, document) }
  if (!source.download) throw new Fault('invalid_request', `credentials: ${source.title} is imported from a document`)
  return { source, document: await source.download(credentials!, importing.send) }
}

async function decoded(importing: Services['importing'], encoding: string, document: string): Promise<string> {
  if (encoding === 'text') return document
  const bytes = Buffer.from(document, 'base64')
  const isDatabase = bytes.subarray(0, sqliteHeader.length).toString('latin1') === sqliteHeader
  return isDatabase ? importing.readDatabase(bytes) : bytes.toString()
}
