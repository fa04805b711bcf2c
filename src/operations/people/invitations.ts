import { z } from 'zod'
import { roles } from '../../domain/caller.ts'
import { Fault } from '../../domain/fault.ts'
import { newToken } from '../../domain/secret.ts'
import {
  type Invitation,
  type InvitationDraft,
  deleteInvitation,
  listInvitations as rows,
  putInvitation,
} from '../../store/accounts/invitations.ts'
import { membersOfOrganization } from '../../store/accounts/users.ts'
import { type CallerContext, created, defineOperation } from '../registry/define.ts'
import { deleted, deletionResponse } from '../registry/deletion.ts'
import { refuseBeyondLimit } from '../registry/plan-limit.ts'
import { wholeList, wholeListOf } from './whole-list.ts'
import { refuseUnlessOwner } from './members.ts'
import { signedInUser } from '../registry/signed-in-user.ts'

const openForMs = 7 * 86_400_000

const fields = {
  object: z.literal('invitation'),
  id: z.uuid(),
  email: z.string(),
  role: z.enum(roles),
  invited_by: z.string().nullable().meta({ description: 'Their name' }),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
}

const shared = { audience: 'dashboard', tag: 'Members', role: 'admin' } as const

export const listInvitations = defineOperation({
  id: 'listInvitations',
  method: 'GET',
  path: '/dashboard/invitations',
  ...shared,
  summary: 'List open invitations, newest first',
  responses: { 200: wholeListOf({ id: 'Invitations', item: z.object(fields).meta({ id: 'Invitation' }) }) },
  async handle(_input, { db, caller, now }) {
    const open = await rows(db, { organizationId: caller.organization.id, now })
    return wholeList(open.map((one) => ({ object: 'invitation', ...one })))
  },
})

// Accepts no Idempotency-Key, because the stored response would contain the link.
export const inviteMember = defineOperation({
  id: 'inviteMember',
  method: 'POST',
  path: '/dashboard/invitations',
  ...shared,
  summary: 'Invite someone by link, and by email if it is configured',
  description:
    'Replaces an earlier invitation of the same address, whose links stop working. The emailed link differs from ' +
    'the one in this response: only the emailed link verifies the address.',
  body: z
    .strictObject({
      email: z.email().max(320),
      role: z.enum(roles),
      mail: z.boolean().default(false).meta({ description: 'Also send a link by email' }),
    })
    .meta({ id: 'InvitationCreate' }),
  bodyExample: { email: 'ben@example.com', role: 'member' },
  faults: ['conflict'],
  responses: {
    201: {
      description: 'The invitation with its link, shown only once',
      schema: z.object({ ...fields, url: z.string() }).meta({ id: 'NewInvitation' }),
    },
  },
  async handle({ body: { role, mail, ...body } }, context) {
    const email = body.email.toLowerCase()
    if (mail && !context.services.mail)
      throw new Fault('conflict', 'mail: email is not configured; share the link yourself')
    await refuseToInvite(context, { email, role })
    const mailedToken = mail ? newToken() : null
    const { invitation, url } = await invite(context, { email, role, mailedToken })
    if (mailedToken !== null) sendInvitation(context, invitation, mailedToken)
    return created({ object: 'invitation', ...invitation, url })
  },
})

async function refuseToInvite(
  context: CallerContext,
  { email, role }: { email: string; role: Invitation['role'] },
): Promise<void> {
  const members = await membersOfOrganization(context.db, context.caller.organization.id)
  if (members.some((member) => member.email === email)) throw new Fault('conflict', 'email: is already a member')
  if (role === 'owner')
    refuseUnlessOwner(
      context,
      members.filter((member) => member.role === 'owner'),
    )
  await refuseBeyondLimit(context, 'users')
}

async function invite(
  context: CallerContext,
  { email, role, mailedToken }: Pick<InvitationDraft, 'email' | 'role' | 'mailedToken'>,
): Promise<{ invitation: Invitation; url: string }> {
  const { db, caller, now } = context
  const token = newToken()
  const organizationId = caller.organization.id
  const invitedBy = signedInUser(context).id
  const expiresAt = new Date(now.getTime() + openForMs)
  const draft = { organizationId, email, role, token, mailedToken, invitedBy, expiresAt }
  const invitation = await putInvitation(db, draft, now)
  record(context, { id: invitation.id, email }, 'user.invited', { role: { from: null, to: role } })
  return { invitation, url: urlOf(context, token) }
}

const urlOf = ({ services }: CallerContext, token: string): string => `${services.origin()}/invitation/${token}`

/** Sends a link that the inviter does not see, so that opening it proves access to the mailbox. */
function sendInvitation(context: CallerContext, invitation: Invitation, token: string): void {
  const organization = context.caller.organization.name
  context.services.mail?.send(async () => invitationEmail({ organization, invitation, url: urlOf(context, token) }))
}

function invitationEmail({
  organization,
  invitation,
  url,
}: {
  organization: string
  invitation: Invitation
  url: string
}) {
  const lines = [
    'Hello,',
    `${invitation.invited_by} invites you to join ${organization} on Lapwing as ${invitation.role}. Accept within ` +
      'a week:',
    url,
    'If you do not know the sender, ignore this email.',
  ]
  const to = { name: '', address: invitation.email }
  return { to, subject: `Invitation to ${organization} on Lapwing`, text: `${lines.join('\n\n')}\n` }
}

export const revokeInvitation = defineOperation({
  id: 'revokeInvitation',
  method: 'DELETE',
  path: '/dashboard/invitations/{id}',
  ...shared,
  summary: 'Revoke an invitation',
  params: z.object({ id: z.uuid() }),
  responses: deletionResponse,
  async handle({ params: { id } }, context) {
    const invitation = await deleteInvitation(context.db, { organizationId: context.caller.organization.id, id })
    if (!invitation) throw new Fault('not_found', 'Invitation not found')
    record(context, { id, email: invitation.email }, 'user.invitation_revoked', {})
    return deleted(id)
  },
})

function record(
  { record }: CallerContext,
  { id, email }: { id: string; email: string },
  action: string,
  changes: Record<string, unknown>,
): void {
  record({ entityType: 'user', entityId: id, entityName: email, action, changes })
}
