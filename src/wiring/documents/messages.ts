import type { FaultCode } from '../../domain/fault.ts'
import type { DocumentJobs } from '../../operations/registry/document-reader.ts'

export interface DocumentOrder {
  readonly name: keyof DocumentJobs
  readonly input: unknown
}

export type DocumentResult =
  | { readonly value: unknown }
  | { readonly fault: { readonly code: FaultCode; readonly message: string } }
  /** A bug of ours. */
  | { readonly problem: string }
