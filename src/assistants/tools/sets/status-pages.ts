// The toolset status-pages.
import { z } from 'zod'
import { compact } from '../../compact.ts'
import { type TargetText, boundTargetData } from '../../from-target.ts'
import { defineReadTool, resultOf } from '../../tool.ts'
import { defineListTool } from './list-tool.ts'

interface ApiStatusPage {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly url: string
  readonly public: boolean
  readonly component_count: number
  readonly subscriber_count: number
}

interface ApiStatusPageInFull extends ApiStatusPage {
  readonly components: readonly {
    readonly id: string
    readonly name: string
    readonly monitor_ids: readonly string[]
  }[]
  readonly overall_status?: string | null
}

interface PageAnnouncement {
  readonly id: string
  readonly type: string
  readonly title: string
  readonly status: string
  readonly severity: string
  readonly created_at: string
  readonly updates: readonly { readonly body: TargetText; readonly status: string; readonly created_at: string }[]
}

const statusPageId = z.uuid().describe('From list_status_pages')
const maxUpdates = 5

export const listStatusPages = defineListTool<ApiStatusPage>({
  name: 'list_status_pages',
  title: 'List status pages',
  description: 'Status pages with their addresses and numbers of components and subscribers.',
  toolset: 'status-pages',
  operation: 'listStatusPages',
  isWhole: true,
  noun: 'status page',
  show: ({ id, name, url, public: isPublic, component_count: components, subscriber_count: subscribers }) => ({
    id,
    name,
    url,
    public: isPublic,
    components,
    subscribers,
  }),
})

export const getStatusPage = defineReadTool({
  name: 'get_status_page',
  title: 'Get a status page',
  description: 'The overall status of one status page, and its components with their ids and monitors.',
  toolset: 'status-pages',
  input: z.strictObject({ status_page_id: statusPageId }),
  output: resultOf({
    url: z.string(),
    components: z.array(z.looseObject({ id: z.string(), name: z.string() })),
  }),
  async run({ status_page_id: id }, session) {
    const page = await session.call<ApiStatusPageInFull>('getStatusPage', { params: { id } })
    return {
      summary: `${page.name}: ${page.overall_status ?? 'status unknown'}.`,
      url: page.url,
      components: page.components.map(({ id, name, monitor_ids }) => ({ id, name, ...compact({ monitor_ids }) })),
    }
  },
})

export const listAnnouncements = defineListTool<PageAnnouncement, { status_page_id: typeof statusPageId }>({
  name: 'list_announcements',
  title: 'List announcements',
  description: 'Announcements of one status page with their latest updates, newest first.',
  toolset: 'status-pages',
  operation: 'listAnnouncements',
  noun: 'announcement',
  filter: { status_page_id: statusPageId },
  param: 'status_page_id',
  show: ({ id, type, title, status, severity, created_at, updates }) => ({
    id,
    type,
    title,
    status,
    severity,
    created_at,
    updates: updates.slice(-maxUpdates).map(({ status, created_at: at }) => ({ at, status })),
    from_target: boundTargetData({
      updates: updates.slice(-maxUpdates).map(({ body, created_at: at }) => ({ at, body })),
    }),
  }),
})
