export interface Translation {
  /** A text of the catalog. The type tells apart a text that has several meanings. Unknown texts stay English. */
  readonly text: (text: string, type?: string) => string
  /** The name of a part of evidence, by its key. */
  readonly evidence: (key: string) => string
  /** A problem with a field. */
  readonly problem: (text: string) => string
}
