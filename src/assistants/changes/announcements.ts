// Announcements on status pages.
import { z } from 'zod'
import { announcementSeverities, announcementStatuses } from '../../domain/status-page/announcement.ts'
import { defineWriteTool } from './define.ts'

interface SavedAnnouncement {
  readonly id: string
  readonly title: string
  readonly status: string
}

const pageId = z.uuid().toLowerCase()
const body = z.string().max(5000).describe('What visitors read, without internal details')
const status = z.enum(announcementStatuses)
const shown = ({ id, title, status }: SavedAnnouncement) => ({ id, title, status })

export const postAnnouncement = defineWriteTool({
  name: 'post_announcement',
  title: 'Post an announcement',
  description:
    'Tell the public about an incident on a status page. Ask the person first whether subscribers get a message ' +
    '(`notify`): a message cannot be taken back, the announcement can.',
  hints: { destructive: false, idempotent: false },
  input: z.strictObject({
    status_page_id: pageId,
    title: z.string().max(200),
    body,
    notify: z.boolean().describe('Send a message to all subscribers of the page'),
    status: status.default('investigating'),
    severity: z.enum(announcementSeverities).default('minor'),
    component_ids: z.array(z.uuid()).max(50).default([]).describe('Empty for the whole page'),
  }),
  async plan({ status_page_id: id, component_ids: affectedComponentIds, ...announcement }, session) {
    const page = await session.call<{ name: string }>('getStatusPage', { params: { id } })
    const object = { object_type: 'announcement', object_name: announcement.title }
    const andNotify = announcement.notify ? ' and notify its subscribers' : ''
    return {
      summary: `Announce “${announcement.title}” on ${page.name}${andNotify}`,
      changes: [{ ...object, object_id: null, effect: 'announce' }],
      steps: [
        {
          operationId: 'createAnnouncement',
          input: { params: { id }, body: { ...announcement, affectedComponentIds } },
        },
      ],
      result: ([created]) => shown(created as SavedAnnouncement),
      undo: ([created]) => {
        const { id: announcementId } = created as SavedAnnouncement
        return {
          steps: [{ operationId: 'deleteAnnouncement', input: { params: { id, announcementId } } }],
          changes: [{ ...object, object_id: announcementId, effect: 'delete' }],
          ...(announcement.notify && { note: 'Subscribers who already got a message keep it.' }),
        }
      },
    }
  },
})

export const updateAnnouncement = defineWriteTool({
  name: 'update_announcement',
  title: 'Update an announcement',
  description: 'Add an update to an announcement; `resolved` closes it. Subscribers get a message. Cannot be undone.',
  toolset: 'status-pages',
  hints: { destructive: false, idempotent: false },
  input: z.strictObject({ status_page_id: pageId, announcement_id: z.uuid().toLowerCase(), body, status }),
  async plan({ status_page_id: id, announcement_id: announcementId, ...update }, session) {
    const params = { id, announcementId }
    const { title } = await session.call<SavedAnnouncement>('getAnnouncement', { params })
    return {
      summary: `Update announcement “${title}”: ${update.status}`,
      changes: [{ object_type: 'announcement', object_id: announcementId, object_name: title, effect: 'announce' }],
      steps: [{ operationId: 'updateAnnouncement', input: { params, body: update } }],
      result: ([updated]) => shown(updated as SavedAnnouncement),
      undo: () => 'An update cannot be taken back: visitors and subscribers have read it. Add another update instead.',
    }
  },
})
