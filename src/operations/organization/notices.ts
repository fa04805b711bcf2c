import { z } from 'zod'
import { listNotices as notices, noticeKinds } from '../../store/accounts/notices.ts'
import { noteNoticesRead, noticesReadAt } from '../../store/accounts/users.ts'
import { type CallerContext, defineOperation, noContent, ok } from '../registry/define.ts'
import { instant } from '../registry/fields/instant.ts'
import { signedInUser } from '../registry/signed-in-user.ts'

const noticeForMs = 7 * 86_400_000
const maxNotices = 50

const notice = z
  .object({
    object: z.literal('notice'),
    id: z.string(),
    kind: z.enum(noticeKinds).meta({
      description:
        '`incident_opened`: a critical incident; `confirmation_requested`: an assistant waits for the decision of a ' +
        'person; `channel_failing`: its latest delivery failed; `location_silent`: ' +
        'no probe runs checks from there; `monitor_quarantined`: its check crashed the probe twice and is ' +
        'retried after an hour',
    }),
    subject: z.object({ id: z.string(), name: z.string() }).meta({
      description: 'The incident (number and monitor name), channel, location, monitor or user',
    }),
    message: z.string().nullable().meta({ description: 'The error, or the response of the receiver' }),
    by: z.string().nullable().meta({ description: 'Who did it' }),
    is_over: z.boolean(),
    is_read: z.boolean(),
    at: z.iso.datetime().meta({ description: 'When it started' }),
  })
  .meta({ id: 'Notice' })

export const inbox = z
  .object({ object: z.literal('list'), data: z.array(notice), unread: z.int().min(0) })
  .meta({ id: 'Notices' })

const shared = { audience: 'dashboard', tag: 'Me' } as const

export const listNotices = defineOperation({
  id: 'listNotices',
  method: 'GET',
  path: '/dashboard/notices',
  ...shared,
  summary: 'List your notices, newest first',
  description:
    `Current problems and events of the last seven days, at most ${maxNotices}. Problems that are over, such as a ` +
    'location that is back, are not listed.',
  responses: { 200: { description: 'Your inbox', schema: inbox } },
  handle: async (_input, context) => ok(await inboxOf(context)),
})

async function inboxOf(context: CallerContext): Promise<object> {
  const { db, now, caller } = context
  const user = signedInUser(context)
  const organizationId = caller.organization.id
  const readAt = await noticesReadAt(db, { organizationId, userId: user.id })
  const since = new Date(now.getTime() - noticeForMs)
  const found = await notices(db, { organizationId, user, since, now, limit: maxNotices })
  const data = found.map((one) => ({ object: 'notice', ...one, is_read: one.at <= readAt }))
  return { object: 'list', data, unread: data.filter(({ is_read }) => !is_read).length }
}

export const readNotices = defineOperation({
  id: 'readNotices',
  method: 'POST',
  path: '/dashboard/notices/read',
  role: 'viewer',
  ...shared,
  summary: 'Mark notices as read up to a given time',
  body: z
    .strictObject({ until: instant.meta({ description: 'The `at` of the newest notice that you read' }) })
    .meta({ id: 'ReadNotices' }),
  bodyExample: { until: '2026-02-11T08:12:44.120Z' },
  responses: { 204: { description: 'Later notices are unread' } },
  async handle({ body: { until } }, context) {
    const organizationId = context.caller.organization.id
    const readUntil = until < context.now ? until : context.now
    await noteNoticesRead(context.db, { organizationId, userId: signedInUser(context).id, until: readUntil })
    return noContent
  },
})
