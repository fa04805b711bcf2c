// Documents that may be large are unpacked, parsed and validated in another process, because the event loop serves
// everyone.
import type { JsonBounds } from '../../domain/limits/json-limits.ts'
import type { ProbeReport } from '../../domain/probing/requests.ts'
import type { ImportedOutage, ImportedSetup } from '../../importers/setup.ts'

export interface ImportedDocument {
  /** The name of the source. */
  readonly source: string
  readonly document: string
  readonly encoding: 'text' | 'base64'
}

interface YamlDocument {
  readonly value: unknown
  /** The line of each monitor's key, counted from 1. */
  readonly lines: ReadonlyMap<string, number>
}

/** What can be read, each with its input and output. */
export interface DocumentJobs {
  readonly json: { readonly input: { readonly bytes: Buffer; readonly limits: JsonBounds }; readonly output: unknown }
  readonly yaml: { readonly input: string; readonly output: YamlDocument }
  readonly probeReport: {
    readonly input: { readonly bytes: Buffer; readonly isPacked: boolean }
    readonly output: ProbeReport
  }
  readonly importedSetup: { readonly input: ImportedDocument; readonly output: ImportedSetup }
  readonly importedOutages: { readonly input: ImportedDocument; readonly output: readonly ImportedOutage[] }
}

export interface DocumentReader {
  /**
   * Owners take turns: each has one document read at a time. Throws a fault if the document cannot be read, or not
   * within the limits of time and memory.
   */
  read<Name extends keyof DocumentJobs>(
    owner: string,
    name: Name,
    input: DocumentJobs[Name]['input'],
  ): Promise<DocumentJobs[Name]['output']>
}
