// What the process that reads documents can read.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Fault } from '../../domain/fault.ts'
import { parseJson } from '../../domain/limits/json-limits.ts'
import { unpackAtMost } from '../../domain/limits/unpack.ts'
import { readReport, reportLimits } from '../../domain/probing/read-report.ts'
import type { ProbeReport } from '../../domain/probing/requests.ts'
import { readKumaDatabase } from '../../importers/kuma/database.ts'
import { readAs, refuseOtherTool } from '../../importers/recognize.ts'
import type { ImportSource } from '../../importers/source.ts'
import { importSources } from '../../importers/sources.ts'
import { placesOf } from '../../operations/config/document/places.ts'
import { parseYaml } from '../../operations/config/document/yaml-text.ts'
import type { DocumentJobs, ImportedDocument } from '../../operations/registry/document-reader.ts'

type Read<Name extends keyof DocumentJobs> = (
  input: DocumentJobs[Name]['input'],
) => DocumentJobs[Name]['output'] | Promise<DocumentJobs[Name]['output']>

/** The process may write to this folder, and nowhere else. */
export const jobsWith = (folder: string): { readonly [Name in keyof DocumentJobs]: Read<Name> } => ({
  json: ({ bytes, limits }) => parseJson(bytes, limits),
  yaml: parseYaml,
  places: ({ texts, paths }) => placesOf(texts, paths),
  probeReport: unpackReport,
  importedSetup: (from) => readAs(sourceOf(from), textOf(folder, from), importSources),
  importedOutages: (from) => {
    const [source, document] = [sourceOf(from), textOf(folder, from)]
    refuseOtherTool(source, document, importSources)
    return source.outages!(document)
  },
})

async function unpackReport({ bytes, isPacked }: DocumentJobs['probeReport']['input']): Promise<ProbeReport> {
  const unpacked = isPacked ? await unpackAtMost(bytes, reportLimits.maxBytes) : bytes
  if (unpacked !== null) return readReport(unpacked, reportLimits)
  const message = `The unpacked body is larger than ${reportLimits.maxBytes} bytes. Send fewer outcomes.`
  throw new Fault('payload_too_large', message)
}

const sourceOf = ({ source }: ImportedDocument): ImportSource => importSources.find(({ name }) => name === source)!

const sqliteHeader = 'SQLite format 3\0'

function textOf(folder: string, { document, encoding }: ImportedDocument): string {
  if (encoding === 'text') return document
  const bytes = Buffer.from(document, 'base64')
  const isDatabase = bytes.subarray(0, sqliteHeader.length).toString('latin1') === sqliteHeader
  return isDatabase ? databaseText(folder, bytes) : bytes.toString()
}

function databaseText(folder: string, bytes: Buffer): string {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, 'kuma.db')
    writeFileSync(path, bytes, { mode: 0o600 })
    return JSON.stringify(readKumaDatabase(path))
  } catch (error) {
    const reason = (error as Error).message.slice(0, 200)
    throw new Fault('invalid_request', `document: is not a readable Uptime Kuma database: ${reason}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
