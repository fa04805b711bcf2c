import type { PageView } from '../../domain/status-page/page-view.ts'
import { xml } from '../html.ts'
import { type PageVisit, wordsFor } from '../visit.ts'
import { changedAt, entriesOf } from './entries.ts'

export function atomFeed(view: PageView, visit: PageVisit): string {
  const entries = entriesOf(view, visit)
  return xml`<?xml version="1.0" encoding="utf-8"?>
    <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${visit.language}"
      ><id>urn:uuid:${view.id}</id> <title>${wordsFor(visit).feedTitle(view.name)}</title
      ><updated>${changedAt(view, entries).toISOString()}</updated> <author><name>${view.name}</name></author
      ><link href="${visit.url}" rel="alternate" type="text/html" />
      <link href="${visit.url}/feed.atom" rel="self" type="application/atom+xml" /><generator>Lapwing</generator>
      ${entries.map(
        ({ id, url, title, content, publishedAt, updatedAt }) =>
          xml`<entry
            ><id>${id}</id><title>${title}</title> <link href="${url}" rel="alternate" type="text/html" /><published
              >${publishedAt.toISOString()}</published
            >
            <updated>${updatedAt.toISOString()}</updated><content type="html">${content}</content></entry
          > `,
      )}</feed
    > `.text
}
