// What a backup consists of: one entry per table, sequence and file, each with its description and its bytes.

export interface PartitionEntry {
  readonly name: string
  /** As PostgreSQL writes them: `FOR VALUES FROM ('…') TO ('…')`. */
  readonly bounds: string
  /** Storage parameters, such as `fillfactor=60`. */
  readonly options: readonly string[]
}

export type EntryAbout =
  | { readonly type: 'schema'; readonly migration: number; readonly lapwing: string; readonly createdAt: string }
  | {
      readonly type: 'table'
      readonly name: string
      readonly columns: readonly string[]
      readonly partitions: readonly PartitionEntry[]
    }
  | { readonly type: 'sequence'; readonly name: string; readonly value: number; readonly isCalled: boolean }
  | { readonly type: 'key' }
  | { readonly type: 'artifact'; readonly key: string }

export interface BackupEntry<About extends EntryAbout = EntryAbout> {
  readonly about: About
  readonly data: AsyncIterable<Uint8Array>
}

export type TableEntry = BackupEntry<Extract<EntryAbout, { type: 'table' }>>
export type SequenceEntry = BackupEntry<Extract<EntryAbout, { type: 'sequence' }>>

/** The data of an entry that is only a description. */
export async function* nothingMore(): AsyncGenerator<Uint8Array> {}
