// What reading a sitemap file tells, and what it throws.

export interface SitemapListener {
  page(address: string): void
  sitemap(address: string): void
  /** What sort of file it is, once that is known. */
  kind(kind: string): void
}

/** What is wrong with a file that was to be a sitemap, to be read after its address. */
export class UnreadableSitemap extends Error {
  override name = 'Unreadable'

  constructor(message: string, cause?: unknown) {
    super(message, { cause })
  }
}

/** What the protocol of sitemaps allows for one file, unpacked. */
export const maxFileBytes = 52_428_800
/** A line, or what stands between two tags: it is kept until it ends. */
export const maxStretch = 262_144
/** No server takes longer ones. */
export const maxAddress = 4096
