// Events and errors of reading a sitemap file.

export interface SitemapListener {
  page(address: string): void
  sitemap(address: string): void
  /** The format of the file, once it is known. */
  kind(kind: string): void
}

/** What is wrong with a sitemap file; the text follows its URL. */
export class UnreadableSitemap extends Error {
  override name = 'Unreadable'

  constructor(message: string, cause?: unknown) {
    super(message, { cause })
  }
}

/** Limit of the sitemap protocol for one file, unpacked. */
export const maxFileBytes = 52_428_800
/** Maximum length of a line or of a text between two tags, which is buffered. */
export const maxStretch = 262_144
/** No server accepts longer ones. */
export const maxAddress = 4096
