import type { PageView } from '../../domain/status-page/page-view.ts'
import { type PageVisit, wordsFor } from '../visit.ts'
import { entriesOf } from './entries.ts'

/** jsonfeed.org, version 1.1. */
export function jsonFeed(view: PageView, visit: PageVisit): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: wordsFor(visit).feedTitle(view.name),
    home_page_url: visit.url,
    feed_url: `${visit.url}/feed.json`,
    ...(view.description !== null && { description: view.description }),
    language: visit.language,
    authors: [{ name: view.name, url: visit.url }],
    items: entriesOf(view, visit).map((entry) => ({
      id: entry.id,
      url: entry.url,
      title: entry.title,
      content_html: entry.content,
      content_text: entry.text,
      date_published: entry.publishedAt.toISOString(),
      date_modified: entry.updatedAt.toISOString(),
      language: entry.language,
    })),
  })
}
