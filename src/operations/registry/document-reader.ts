// Documents that may be large are unpacked, parsed and validated in another process, because the event loop serves
// everyone.
import type { TextPlace } from '../../domain/fault.ts'
import type { JsonBounds } from '../../domain/limits/json-limits.ts'
import type { ProbeReport } from '../../domain/probing/requests.ts'
import type { ImportedOutage, ImportedSetup } from '../../importers/setup.ts'

export interface ImportedDocument {
  /** The name of the source. */
  readonly source: string
  readonly document: string
  readonly encoding: 'text' | 'base64'
}

export interface YamlText {
  /** Of each document in it. */
  readonly values: readonly unknown[]
  /** Of the syntax; then there are no values. */
  readonly mistakes: readonly (TextPlace & { readonly message: string })[]
}

/** Such as `monitors[shop].interval`, in one of the documents of a text. */
export interface PathInText {
  readonly text: number
  readonly document: number
  readonly path: string
}

/** What can be read, each with its input and output. */
export interface DocumentJobs {
  readonly json: { readonly input: { readonly bytes: Buffer; readonly limits: JsonBounds }; readonly output: unknown }
  readonly yaml: { readonly input: readonly string[]; readonly output: readonly YamlText[] }
  /** Where paths are in YAML that was read before. */
  readonly places: {
    readonly input: { readonly texts: readonly string[]; readonly paths: readonly PathInText[] }
    readonly output: readonly (TextPlace | null)[]
  }
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
