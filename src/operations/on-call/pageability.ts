// Tests of the user's own contact methods, and how many working ones each member has.
import { z } from 'zod'
import { testAlert } from '../../domain/notifying/test-alert.ts'
import { addDeliveries } from '../../store/notifications/deliveries.ts'
import { pageabilityOf } from '../../store/on-call/pageability.ts'
import { params } from '../channels/schema.ts'
import { accepted, defineOperation, ok } from '../registry/define.ts'
import { takeTry, triesPerMinute } from '../registry/take-try.ts'
import { signedInUser } from '../registry/signed-in-user.ts'
import { methods } from './contact-methods.ts'

const testedDays = 30
const dayMs = 86_400_000
const shared = { audience: 'dashboard', tag: 'On-call' } as const

export const testContactMethod = defineOperation({
  id: 'testContactMethod',
  method: 'POST',
  path: '/dashboard/contact-methods/{id}/test',
  ...shared,
  summary: 'Test a contact method',
  description: `Each user has ${triesPerMinute} test runs a minute, including those of monitors and channels.`,
  params,
  responses: {
    202: {
      description: 'Queued; the delivery log shows the result',
      schema: z
        .object({
          object: z.literal('contact_method_test'),
          contact_method_id: z.int(),
          requested_at: z.iso.datetime(),
          tries_left: z.int().meta({ description: 'Test runs left in this minute' }),
        })
        .meta({ id: 'ContactMethodTest' }),
    },
  },
  async handle({ params }, context) {
    const { db, caller, now } = context
    const method = await methods.lock(context, params)
    const { name, email } = signedInUser(context)
    const triesLeft = await takeTry(context)
    const delivery = {
      organizationId: caller.organization.id,
      channelId: method.id,
      alert: testAlert({ organization: caller.organization, monitor: null }, now),
      people: [{ name, email, phone: null }],
      oncallPage: true,
    }
    await addDeliveries(db, [delivery], now)
    methods.record(context, 'contact_method.tested', method)
    return accepted({
      object: 'contact_method_test',
      contact_method_id: method.id,
      requested_at: now,
      tries_left: triesLeft,
    })
  },
})

/** Older messages say nothing about whether a contact method works. */
export const testedSince = (now: Date): Date => new Date(now.getTime() - testedDays * dayMs)

const pageability = z
  .object({
    user_id: z.uuid(),
    name: z.string(),
    ways: z.int(),
    tested: z
      .int()
      .meta({ description: `Contact methods whose latest message in the last ${testedDays} days was delivered` }),
    failing: z
      .int()
      .meta({ description: `Contact methods whose latest message in the last ${testedDays} days failed` }),
  })
  .meta({ id: 'Pageability' })

export const listPageability = defineOperation({
  id: 'listPageability',
  method: 'GET',
  path: '/dashboard/pageability',
  ...shared,
  summary: 'List how many contact methods each member has, and how many of them work',
  responses: {
    200: {
      description: 'All members, by name',
      schema: z.object({ object: z.literal('list'), data: z.array(pageability), has_more: z.literal(false) }),
    },
  },
  async handle(_input, { db, caller, now }) {
    return ok({
      object: 'list',
      data: await pageabilityOf(db, caller.organization.id, testedSince(now)),
      has_more: false,
    })
  },
})
