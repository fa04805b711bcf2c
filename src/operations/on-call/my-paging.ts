// How the user would be paged now, computed as the engine pages.
import { z } from 'zod'
import { sendsToNumbers } from '../../channels/define.ts'
import { channelKind, needsRecipients } from '../../channels/index.ts'
import { openConfig } from '../../channels/shared/secrets.ts'
import { testAlert } from '../../domain/notifying/test-alert.ts'
import { silences } from '../../domain/notifying/routing.ts'
import { type Pages, pagesFor } from '../../domain/on-call/paging.ts'
import { addDeliveries } from '../../store/notifications/deliveries.ts'
import { channelsOf } from '../../store/notifications/delivery-channels.ts'
import { routedChannels } from '../../store/notifications/channels.ts'
import { listPolicies } from '../../store/on-call/escalation-policies.ts'
import { pagingContexts } from '../../store/on-call/paging-context.ts'
import { schedulesOf } from '../../store/on-call/schedules.ts'
import { type CallerContext, accepted, defineOperation, ok } from '../registry/define.ts'
import { signedInUser } from '../registry/signed-in-user.ts'
import { takeTry, triesPerMinute } from '../registry/take-try.ts'
import { emailMethods, mailProvider } from './email-paging.ts'
import { Fault } from '../../domain/fault.ts'

const lookAheadMs = 14 * 86_400_000
const all = { after: undefined, limit: 1000 }

export const myPaging = z
  .object({
    object: z.literal('my_paging'),
    ways: z
      .array(
        z.object({
          id: z.int(),
          type: z.string(),
          name: z.string(),
          recipient: z.string().nullable().meta({ description: 'The address; numbers are masked' }),
        }),
      )
      .meta({ description: 'Through which a page would be sent, all at once' }),
    silenced: z
      .enum(silences)
      .nullable()
      .meta({ description: 'Why critical pages do not reach you now, because of your own settings' }),
    on_call: z
      .array(z.object({ schedule: z.string(), until: z.iso.datetime().nullable() }))
      .meta({ description: 'The schedules in which you are on call now' }),
    escalations: z
      .array(z.string())
      .meta({ description: 'The names of the escalation policies that page you, yourself or through a schedule' }),
    email: z.object({
      on: z.boolean().meta({ description: 'Whether email is one of your contact methods' }),
      available: z.boolean().meta({ description: 'Whether there is a mail server or an email channel' }),
    }),
    providers: z
      .array(z.object({ channel_id: z.int(), type: z.string(), name: z.string(), needs_phone: z.boolean() }))
      .meta({ description: 'Channels of the organization that can send for your contact methods' }),
  })
  .meta({ id: 'MyPaging' })

const shared = { audience: 'dashboard', tag: 'On-call' } as const

export const getMyPaging = defineOperation({
  id: 'getMyPaging',
  method: 'GET',
  path: '/dashboard/my-paging',
  ...shared,
  summary: 'Preview how you would be paged now, without paging you',
  responses: { 200: { description: 'How a page would reach you', schema: myPaging } },
  handle: async (_input, context) => ok(await describeMyPaging(context)),
})

export const testMyPaging = defineOperation({
  id: 'testMyPaging',
  method: 'POST',
  path: '/dashboard/my-paging/test',
  ...shared,
  summary: 'Page yourself now, as an incident would',
  description:
    `Sends a test through everything that a page would use, also in your quiet hours. Each user has ${triesPerMinute} ` +
    'test runs a minute.',
  faults: ['conflict'],
  responses: {
    202: {
      description: 'Queued; the delivery log shows the result',
      schema: z
        .object({ object: z.literal('my_paging_test'), ways: z.int(), requested_at: z.iso.datetime() })
        .meta({ id: 'MyPagingTest' }),
    },
  },
  async handle(_input, context) {
    const { db, caller, now } = context
    const { personal, silenced } = (await pagesToMe(context)).pages
    const ways = [...personal, ...silenced]
    if (ways.length === 0) throw new Fault('conflict', 'No page can reach you: add a contact method first')
    await takeTry(context)
    const alert = testAlert({ organization: caller.organization, monitor: null }, now)
    const drafts = ways.map(({ channel, person: { name, email, language } }) => ({
      organizationId: caller.organization.id,
      channelId: channel.id,
      alert,
      people: [{ name, email, phone: null, language }],
      oncallPage: true,
    }))
    await addDeliveries(db, drafts, now)
    return accepted({ object: 'my_paging_test', ways: ways.length, requested_at: now })
  },
})

export async function describeMyPaging(context: CallerContext): Promise<z.input<typeof myPaging>> {
  const { id, email } = signedInUser(context)
  const { db, caller, services } = context
  const { pages, schedules, onCall } = await pagesToMe(context)
  const used = [...pages.personal, ...pages.silenced].map(({ channel }) => channel)
  const stored = await channelsOf(
    db,
    used.map((channel) => channel.id),
  )
  const mine = schedules.filter(({ layers }) => layers.some(({ userIds }) => userIds.includes(id))).map((one) => one.id)
  const policies = await listPolicies(db, caller.organization.id, all)
  const pagesMe = policies.filter(({ steps }) =>
    steps.some(({ targets }) =>
      targets.some((target) => target.id === id || (target.type === 'schedule' && mine.includes(target.id))),
    ),
  )
  const channels = await routedChannels(db, [caller.organization.id])
  return {
    object: 'my_paging',
    ways: used.map(({ id: way, type, name }) => ({ id: way, type, name, recipient: recipientOf(way) })),
    silenced: pages.silenced[0]?.silence ?? null,
    on_call: onCall,
    escalations: pagesMe.map(({ name }) => name),
    email: {
      on: (await emailMethods(context)).length > 0,
      available: services.mail !== null || mailProvider(channels) !== undefined,
    },
    providers: channels.flatMap(({ id: channelId, type, name, enabled }) => {
      const kind = channelKind(type)
      if (!enabled || !kind?.inbox?.addressOf) return []
      return [{ channel_id: channelId, type, name, needs_phone: sendsToNumbers(kind) }]
    }),
  }

  function recipientOf(channelId: number): string | null {
    const channel = stored.get(channelId)
    const kind = channel && channelKind(channel.type)
    if (!channel || !kind) return null
    if (kind.needsRecipients) return email
    return kind.recipient(openConfig(services.vault, channel), [{ name: '', email, phone: null }])
  }
}

async function pagesToMe(context: CallerContext) {
  const { db, caller, now } = context
  const { id } = signedInUser(context)
  const organizationId = caller.organization.id
  const target = { type: 'user' as const, id }
  const schedules = await schedulesOf(db, organizationId)
  const targets = [target, ...schedules.map((schedule) => ({ type: 'schedule' as const, id: schedule.id }))]
  const span = { from: now, to: new Date(now.getTime() + lookAheadMs) }
  const paging = (await pagingContexts(db, organizationId, { targets, span, needsRecipients }))(now)
  const pages: Pages = pagesFor([target], { ...paging, groupIds: [], severity: 'critical' })
  const onCall = schedules.flatMap((schedule) => {
    const shift = paging.onCall(schedule.id)
    return shift?.userId === id ? [{ schedule: schedule.name, until: shift.until?.toISOString() ?? null }] : []
  })
  return { pages, schedules, onCall }
}
