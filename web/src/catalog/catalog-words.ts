export interface CatalogWords {
  /** A text of the catalog, told apart by its type where the same text means several things; others stay as they are. */
  readonly text: (text: string, type?: string) => string
  /** What a part of evidence is called, by its key. */
  readonly evidence: (key: string) => string
}
