// What the frame of the dashboard shows on every screen: who is on call, the maintenance that is on, and on request all
// else, so that a screen opens with one request before its own.
import { z } from 'zod'
import { openWindows } from '../maintenance/maintenance-now.ts'
import { defineOperation, ok } from '../registry/define.ts'
import { included, includedFields, query } from './included.ts'
import { onCallNow } from './on-call-now.ts'
import { overview } from './schema.ts'

const now = z
  .object({ object: z.literal('now'), ...overview.pick({ on_call: true, maintenance: true }).shape, ...includedFields })
  .meta({ id: 'Now' })

export const getNow = defineOperation({
  id: 'getNow',
  method: 'GET',
  path: '/dashboard/now',
  audience: 'dashboard',
  tag: 'Overview',
  summary: 'Get who is on call, and maintenance in progress',
  query,
  responses: { 200: { description: 'As the overview has it', schema: now } },
  async handle({ query }, context) {
    const [onCall, windows, more] = await Promise.all([
      onCallNow(context),
      openWindows(context),
      included(query.with ?? [], context),
    ])
    const maintenance = windows.map(({ id, name, endsAt }) => ({ id, name, ends_at: endsAt }))
    return ok({ object: 'now', on_call: onCall, maintenance, ...more })
  },
})
