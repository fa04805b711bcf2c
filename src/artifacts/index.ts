// Where the bytes of artifacts are kept. What is known of them, and who may see them, is in the database.
import type { Readable } from 'node:stream'

/** Keys are `2026-03-01/` and an id; what lies behind one never changes. */
export interface ArtifactStore {
  put(
    key: string,
    content: { readonly bytes: Buffer; readonly contentType: string },
    signal: AbortSignal,
  ): Promise<void>
  /** Null when there is nothing, or not so many bytes as there were. */
  get(key: string, bytes: number, signal: AbortSignal): Promise<Readable | null>
  /** What is not there is deleted already. */
  delete(keys: readonly string[], signal: AbortSignal): Promise<void>
  /** Forgets what was made before that day: whatever a crash has left behind. */
  deleteBefore(day: string): Promise<void>
}

/**
 * The store could not do what it was asked to. People of an organization read the message; the cause is for the log.
 */
export class ArtifactStoreFailed extends Error {
  override name = 'ArtifactStoreFailed'
}
