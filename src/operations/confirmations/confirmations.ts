// Confirmations: a person decides whether an assistant may pause, silence or delete a monitor that is failing.
import { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import {
  type Confirmation,
  confirmationStatuses,
  decideConfirmation as decide,
  findConfirmation,
  listConfirmations as confirmationRows,
  lockConfirmation,
} from '../../store/assistants/confirmations.ts'
import { type CallerContext, defineOperation, ok } from '../registry/define.ts'
import { list, listOf, pageNewestFirst, pageQuery } from '../registry/page.ts'
import { signedInUser } from '../registry/signed-in-user.ts'

const confirmation = z
  .object({
    object: z.literal('confirmation'),
    id: z.uuid(),
    tool: z.string().meta({ description: 'The tool that the assistant called' }),
    summary: z.string(),
    reason: z.string().nullable().meta({ description: 'Why, in the words of the assistant' }),
    changes: z.array(
      z.object({
        object_type: z.string(),
        object_id: z.string().nullable().meta({ description: 'Null if it is created' }),
        object_name: z.string(),
        effect: z.string(),
        state: z.string().nullable().meta({ description: 'The state of a monitor that is failing' }),
      }),
    ),
    requested_by: z.object({
      credential: z.string().meta({ description: 'Name of the API key or of the connected app' }),
      client: z.string().nullable(),
      user: z.string().nullable(),
    }),
    status: z.enum(confirmationStatuses),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
    decided_by: z.object({ id: z.uuid(), name: z.string() }).nullable(),
    decided_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Confirmation' })

const one = { description: 'The confirmation', schema: confirmation }
const shared = { audience: 'dashboard', tag: 'Assistants' } as const
const params = z.object({ id: z.uuid() })

export const listConfirmations = defineOperation({
  id: 'listConfirmations',
  method: 'GET',
  path: '/dashboard/confirmations',
  ...shared,
  summary: 'List what assistants asked people to confirm, newest first',
  query: pageQuery,
  responses: { 200: { description: 'A page of confirmations of the last seven days', schema: listOf(confirmation) } },
  async handle({ query }, context) {
    const { db, caller, now } = context
    const found = await pageNewestFirst(query, context, {
      list: 'confirmations',
      rows: (after, limit) => confirmationRows(db, caller.organization.id, { after, limit, now }),
    })
    return list(found, show)
  },
})

export const getConfirmation = defineOperation({
  id: 'getConfirmation',
  method: 'GET',
  path: '/dashboard/confirmations/{id}',
  ...shared,
  summary: 'Get what an assistant asked people to confirm',
  params,
  responses: { 200: one },
  handle: async ({ params }, context) => ok(show(orMissing(await findConfirmation(context.db, idOf(context, params))))),
})

export const decideConfirmation = defineOperation({
  id: 'decideConfirmation',
  method: 'POST',
  path: '/dashboard/confirmations/{id}/decision',
  ...shared,
  summary: 'Confirm or refuse a change of an assistant',
  description: 'Changes nothing by itself: the assistant repeats its call, which works once and until it expires.',
  params,
  body: z.strictObject({ confirm: z.boolean() }).meta({ id: 'ConfirmationDecision' }),
  bodyExample: { confirm: true },
  faults: ['conflict'],
  responses: { 200: one },
  async handle({ params, body: { confirm } }, context) {
    const { db, caller, record } = context
    const user = signedInUser(context)
    // A program can hold the token of a user; only a session shows that a person decides.
    if (caller.credential.type !== 'session')
      throw new Fault('forbidden', 'Only a person who is signed in to the dashboard can decide')
    const key = idOf(context, params)
    const before = orMissing(await lockConfirmation(db, key))
    if (before.status !== 'pending') throw new Fault('conflict', decidedAlready(before))
    await decide(db, { ...key, isConfirmed: confirm, by: { id: user.id, name: user.name } })
    const action = confirm ? 'confirmation.confirmed' : 'confirmation.refused'
    record({ entityType: 'confirmation', entityId: before.id, entityName: before.summary, action, changes: {} })
    return ok(show(orMissing(await findConfirmation(db, key))))
  },
})

const idOf = ({ caller, now }: CallerContext, { id }: { id: string }) => ({
  organizationId: caller.organization.id,
  id,
  now,
})

function orMissing<Found>(found: Found | undefined): Found {
  if (!found) throw new Fault('not_found', 'Confirmation not found')
  return found
}

function decidedAlready({ status, decided_by: by }: Confirmation): string {
  if (status === 'expired') return 'The request has expired; the assistant can ask again'
  return `${by?.name ?? 'Someone'} has already ${status === 'refused' ? 'refused' : 'confirmed'} this`
}

const show = ({
  id,
  tool,
  summary,
  reason,
  changes,
  requested_by,
  status,
  created_at,
  expires_at,
  decided_by,
  decided_at,
}: Confirmation) => ({
  object: 'confirmation',
  id,
  tool,
  summary,
  reason,
  changes,
  requested_by,
  status,
  created_at,
  expires_at,
  decided_by,
  decided_at,
})

export const confirmationOperations = [listConfirmations, getConfirmation, decideConfirmation]
