export interface ArchiveEntry {
  path: string
  folder?: string
  content?: string
  mode?: string
  kind?: string
  /** In octal, if it is not the length of the content. */
  size?: string
}

export const longPath: string
export function packageFile(described: { name: string; version: string }): Buffer
export function archiveOf(entries: readonly ArchiveEntry[]): Buffer
