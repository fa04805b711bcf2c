import type { PageView } from '../../domain/status-page/page-view.ts'
import { xml } from '../html.ts'
import { type PageVisit, wordsFor } from '../visit.ts'
import { changedAt, entriesOf } from './entries.ts'

export function rssFeed(view: PageView, visit: PageVisit): string {
  const entries = entriesOf(view, visit)
  const title = wordsFor(visit).feedTitle(view.name)
  return xml`<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>${title}</title><link>${visit.url}</link>
<description>${view.description ?? title}</description><language>${visit.language}</language>
<lastBuildDate>${changedAt(view, entries).toUTCString()}</lastBuildDate><ttl>1</ttl>
<atom:link href="${visit.url}/feed.rss" rel="self" type="application/rss+xml"/>
${entries.map(
  ({ id, url, title: name, content, updatedAt }) =>
    xml`<item><title>${name}</title><link>${url}</link>
<guid isPermaLink="false">${id}</guid><pubDate>${updatedAt.toUTCString()}</pubDate>
<description>${content}</description></item>
`,
)}</channel></rss>
`.text
}
