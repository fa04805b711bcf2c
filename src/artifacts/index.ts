// Stores the bytes of artifacts. Their metadata and access rules are in the database.
import type { Readable } from 'node:stream'

/** Keys are `2026-03-01/` and an id; their content never changes. */
export interface ArtifactStore {
  put(
    key: string,
    content: { readonly bytes: Buffer; readonly contentType: string },
    signal: AbortSignal,
  ): Promise<void>
  /** Null if it does not exist or has another size. */
  get(key: string, bytes: number, signal: AbortSignal): Promise<Readable | null>
  /** Missing keys count as deleted. */
  delete(keys: readonly string[], signal: AbortSignal): Promise<void>
  /** Deletes everything stored before that day, including leftovers of a crash. */
  deleteBefore(day: string): Promise<void>
}

/** A failed request to the store. The message is shown to users; the cause is logged. */
export class ArtifactStoreFailed extends Error {
  override name = 'ArtifactStoreFailed'
}
