// Where backups are stored: a folder or a bucket.
import { StartupError } from '../domain/fault.ts'

export interface StoredBackup {
  readonly name: string
  readonly bytes: number
  readonly storedAt: Date
}

export interface BackupDestination {
  /** Stores the content under a new name, which exists only once everything is there. Returns its size in bytes. */
  write(name: string, content: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<number>
  read(name: string, signal: AbortSignal): AsyncIterable<Uint8Array>
  /** All backups, also those of other installations, by name. */
  list(signal: AbortSignal): Promise<StoredBackup[]>
  /** Deletes a backup or the remains of one; a missing one counts as deleted. */
  remove(name: string, signal: AbortSignal): Promise<void>
}

/** The message is a sentence for the operator: what happened, and what to do. */
export class DestinationFailed extends StartupError {
  override name = 'DestinationFailed'
}

export const backupName = /^[\w.-]+\.backup$/

export const byName = (one: StoredBackup, other: StoredBackup): number => (one.name < other.name ? -1 : 1)
