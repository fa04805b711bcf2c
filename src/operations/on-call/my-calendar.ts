import { z } from 'zod'
import { renewToken, tokenOf } from '../registry/address-token.ts'
import { type CallerContext, defineOperation, ok } from '../registry/define.ts'
import { lockOwner } from '../registry/signed-in-user.ts'
import { calendarUrl } from './show.ts'

const calendar = z
  .object({
    object: z.literal('oncall_calendar'),
    url: z.string().meta({ description: 'Feed of your shifts in all schedules. Anyone with the address can read it' }),
  })
  .meta({ id: 'OnCallCalendar' })

const shared = {
  audience: 'dashboard',
  tag: 'On-call',
  responses: { 200: { description: 'The calendar', schema: calendar } },
} as const

export const getMyCalendar = defineOperation({
  id: 'getMyCalendar',
  method: 'GET',
  path: '/dashboard/my-calendar',
  ...shared,
  summary: 'Get the calendar of your shifts',
  async handle(_input, context) {
    const token = await context.db.transaction(async (db) => {
      const inside = { ...context, db }
      return tokenOf(inside, await lockOwner(inside))
    })
    return show(context, token)
  },
})

export const renewMyCalendar = defineOperation({
  id: 'renewMyCalendar',
  method: 'POST',
  path: '/dashboard/my-calendar/renew',
  ...shared,
  summary: 'Replace the address of the calendar of your shifts',
  description: 'The old address stops working.',
  handle: async (_input, context) => show(context, await renewToken(context, await lockOwner(context))),
})

function show({ services }: CallerContext, token: string) {
  return ok({ object: 'oncall_calendar', url: calendarUrl(services.origin(), token) })
}
