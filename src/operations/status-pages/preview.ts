// A page's draft as visitors would see it, for the frame beside its editor.
import { z } from 'zod'
import { type Component, pageLanguages, themes } from '../../domain/status-page/page.ts'
import type { PageView } from '../../domain/status-page/page-view.ts'
import { inSampleOutage } from '../../pages/sample-outage.ts'
import { previewPolicy } from '../../pages/parts/document.ts'
import { statusPage } from '../../pages/screens/status.ts'
import { inLanguage } from '../../pages/text/notices.ts'
import { componentsOf } from '../../store/status-pages/components.ts'
import { readLogo } from '../../store/status-pages/logos.ts'
import { viewOfPage } from '../../store/status-pages/page-view.ts'
import { type StoredPage, draftOf } from '../../store/status-pages/pages.ts'
import { type OperationResponse, type CallerContext, RawContent, defineOperation, ok } from '../registry/define.ts'
import { pages } from './pages.ts'
import { params } from './schema.ts'

const query = z.object({
  format: z
    .enum(['json', 'html'])
    .default('json')
    .meta({ description: '`html` is the page itself, without its script' }),
  language: z.enum(pageLanguages).optional().meta({ description: 'Language; that of the page by default' }),
  theme: z.enum(themes).optional().meta({ description: 'Theme; that of the draft by default' }),
  as: z.enum(['now', 'outage']).default('now').meta({ description: '`outage` shows its first component as failed' }),
})
type PreviewQuery = z.output<typeof query>

export const previewStatusPage = defineOperation({
  tag: 'Status pages',
  id: 'previewStatusPage',
  method: 'GET',
  path: '/status-pages/{id}/preview',
  summary: 'Preview the draft, or the page if it has no draft',
  description: 'The HTML can only be framed by this installation, runs no scripts, and its links are inactive.',
  params,
  query,
  responses: {
    200: {
      description: 'The data of the page, or its HTML',
      schema: z
        .object({
          object: z.literal('status_page_preview'),
          view: z
            .record(z.string(), z.unknown())
            .meta({ example: { slug: 'acme', name: 'Acme', overall_status: 'operational' } }),
        })
        .meta({ id: 'StatusPagePreview' }),
      types: ['text/html'],
    },
  },
  async handle({ params, query }, context) {
    const view = await previewOf(context, await pages.find(context, params), query)
    if (query.format === 'html') return rendered(context, view, query)
    return ok({ object: 'status_page_preview', view: snakeCased(view) })
  },
})

async function previewOf({ db, now }: CallerContext, page: StoredPage, { theme, as }: PreviewQuery): Promise<PageView> {
  const draft = await draftOf(db, page.id)
  const components: readonly Component[] = draft?.components ?? (await componentsOf(db, page.id))
  const look = { ...draft?.look, ...(theme && { theme }) }
  const { view } = await viewOfPage(db, { page: { ...page, ...look }, components }, now)
  if (as === 'now') return view
  return inSampleOutage(view, (id) => components.find((component) => component.id === id)?.publicCause ?? 'hidden')
}

const dataUrlOf = (png: Buffer | null | undefined): string | null =>
  png ? `data:image/png;base64,${png.toString('base64')}` : null

async function rendered(
  { db, services }: CallerContext,
  view: PageView,
  { language }: PreviewQuery,
): Promise<OperationResponse> {
  const { logo } = view
  const png = logo && (await readLogo(db, view.id, { hash: logo.hash }))
  const dark = logo?.dark && (await readLogo(db, view.id, { hash: logo.dark.hash, theme: 'dark' }))
  const visit = {
    language: language ?? view.language,
    chosen: language !== undefined,
    base: `/status/${view.slug}`,
    url: `${services.origin()}/status/${view.slug}`,
    stale: false,
    mail: services.mail !== null,
    preview: { logo: dataUrlOf(png), darkLogo: dataUrlOf(dark) },
  }
  const headers = {
    'content-security-policy': previewPolicy,
    'x-frame-options': 'SAMEORIGIN',
    'content-language': visit.language,
  }
  return {
    status: 200,
    body: new RawContent('text/html; charset=utf-8', statusPage(inLanguage(view, visit.language), visit)),
    headers,
  }
}

function snakeCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeCased)
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  const named = Object.entries(value).map(([key, part]) => [
    key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    snakeCased(part),
  ])
  return Object.fromEntries(named)
}
