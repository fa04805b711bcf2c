// What every tool that can be imported from has in common.
import type { ImportedOutage, ImportedSetup } from './setup.ts'

/** Used for one import, and neither stored nor logged. */
export interface ImportCredentials {
  readonly apiKey: string
  /** The address of an installation of your own, for tools that people host themselves. */
  readonly url?: string
}

export interface VendorRequest {
  readonly url: string
  readonly method?: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** Sends a request and returns the JSON of a successful response; throws a fault otherwise. */
export type SendVendorRequest = (request: VendorRequest) => Promise<unknown>

/** The names at the top of a document: keys of an object, and those of the first item of a list (`checks.name`). */
export interface DocumentSigns {
  readonly names: ReadonlySet<string>
}

/** Recognizes documents with one of these names. */
export const havingAny =
  (...names: readonly string[]): ImportSource['recognizes'] =>
  (signs) =>
    names.some((name) => signs.names.has(name))

export interface ImportSource {
  readonly name: string
  readonly title: string
  /** What `document` takes. */
  readonly takes: string
  /** Whether a document has what only those of this tool have. */
  readonly recognizes: (signs: DocumentSigns) => boolean
  readonly read: (document: string) => ImportedSetup
  /** Outages in its log; none if the document has no log. */
  readonly outages?: (document: string) => readonly ImportedOutage[]
  /** Downloads the document from the tool's API. */
  readonly download?: (credentials: ImportCredentials, send: SendVendorRequest) => Promise<string>
}
