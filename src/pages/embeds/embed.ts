// Embeds for other sites: JSON, a line written by a script, and a small frame.
import type { PageView } from '../../domain/status-page/page-view.ts'
import { verdictOf } from '../banner.ts'
import { html } from '../html.ts'
import { documentOf } from '../parts/document.ts'
import { shape } from '../parts/shapes.ts'
import { type PageVisit } from '../visit.ts'

export function embedOf(view: PageView, visit: PageVisit): object {
  const next = view.planned.find(({ phase }) => phase === 'planned')
  const { sentence, tone } = verdictOf(view, visit)
  return {
    object: 'status_page_embed',
    slug: view.slug,
    name: view.name,
    url: visit.url,
    overall_status: visit.stale ? null : view.overallStatus,
    sentence,
    tone,
    components: view.components.map(({ name, status }) => ({ name, status })),
    active_announcements: view.active.map(({ id, title, status, severity, createdAt }) => ({
      id,
      title,
      status,
      severity,
      url: `${visit.url}/incidents/${id}`,
      created_at: createdAt.toISOString(),
    })),
    next_maintenance: next
      ? {
          id: next.id,
          title: next.title,
          scheduled_start: next.scheduledStart?.toISOString() ?? null,
          scheduled_end: next.scheduledEnd?.toISOString() ?? null,
        }
      : null,
    updated_at: view.asOf.toISOString(),
  }
}

export function framePage(view: PageView, visit: PageVisit): string {
  const { tone, sentence } = verdictOf(view, visit)
  const body = html`<main class="frame">
    ${shape(tone, 18)}<a href="${visit.url}" target="_blank" rel="noopener">${sentence}</a>
  </main>`
  return documentOf({ language: visit.language, theme: view.theme, title: sentence }, body)
}
