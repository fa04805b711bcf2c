import { z } from 'zod'
import { type Role, isAtLeast, roles } from '../../domain/caller.ts'
import { Fault } from '../../domain/fault.ts'
import { endSessions } from '../../store/accounts/sessions.ts'
import {
  type Member,
  deleteMember,
  lockMembers,
  listMembersShown,
  membershipsOf,
  putMember,
} from '../../store/accounts/users.ts'
import { dropResetLinks } from '../../store/accounts/verifications.ts'
import { type CallerContext, created, defineOperation, noContent } from '../registry/define.ts'
import { deleted, deletionResponse } from '../registry/deletion.ts'
import { wholeList, wholeListOf } from './whole-list.ts'
import { newResetLink } from './reset-links.ts'
import { organizationsOf, signedInUser } from '../registry/signed-in-user.ts'

const member = z
  .object({
    object: z.literal('member'),
    id: z.uuid(),
    name: z.string(),
    email: z.string(),
    role: z.enum(roles),
    email_verified: z.boolean().meta({ description: 'Whether the address is verified: see docs/people.md' }),
    two_factor: z.boolean().meta({ description: 'Signs in with an authenticator or a passkey' }),
    last_seen_at: z.iso.datetime().nullable(),
    created_at: z.iso.datetime().meta({ description: 'When they joined' }),
  })
  .meta({ id: 'Member' })

const shared = { audience: 'dashboard', tag: 'Members' } as const
const params = z.object({ id: z.uuid() })

export const listOrganizationMembers = defineOperation({
  id: 'listOrganizationMembers',
  method: 'GET',
  path: '/dashboard/members',
  ...shared,
  summary: 'List the members of the organization, by name',
  responses: { 200: wholeListOf({ id: 'Members', item: member }) },
  async handle(_input, { db, caller }) {
    const members = await listMembersShown(db, caller.organization.id)
    return wholeList(members.map((one) => ({ object: 'member', ...one })))
  },
})

export const changeMemberRole = defineOperation({
  id: 'changeMemberRole',
  method: 'PATCH',
  path: '/dashboard/members/{id}',
  role: 'admin',
  ...shared,
  summary: 'Change the role of a member',
  description: 'Ends their sessions in it and password reset links. Only owners can grant or revoke the role owner.',
  params,
  body: z.strictObject({ role: z.enum(roles) }).meta({ id: 'MemberUpdate' }),
  bodyExample: { role: 'viewer' },
  faults: ['conflict'],
  responses: { 204: { description: 'Role changed' } },
  async handle({ params: { id }, body: { role } }, context) {
    const { db, caller, now } = context
    const member = await lockMember(context, id, { becoming: role })
    if (member.role === role) return noContent
    await endSessions(db, { userId: id, except: caller.credential.id, within: caller.organization.id })
    await putMember(db, { organizationId: caller.organization.id, userId: id, role }, now)
    // The admin who created a link may no longer be allowed to create it.
    await dropResetLinks(db, id)
    record(context, member, 'user.role_changed', { role: { from: member.role, to: role } })
    return noContent
  },
})

export const removeMember = defineOperation({
  id: 'removeMember',
  method: 'DELETE',
  path: '/dashboard/members/{id}',
  role: 'admin',
  ...shared,
  summary: 'Remove a member from the organization',
  description: 'Ends their sessions in it and pages. Their actions stay in the activity log.',
  params,
  faults: ['conflict'],
  responses: deletionResponse,
  async handle({ params: { id } }, context) {
    const member = await lockMember(context, id, { becoming: null })
    const organizationId = context.caller.organization.id
    await endSessions(context.db, { userId: id, within: organizationId })
    await deleteMember(context.db, { organizationId, userId: id })
    record(context, member, 'user.removed', { role: { from: member.role, to: null } })
    return deleted(id)
  },
})

/** Locks the members, and throws if the caller may not make this change. */
async function lockMember(
  context: CallerContext,
  id: string,
  { becoming }: { becoming: Role | null },
): Promise<Member> {
  const members = await lockMembers(context.db, context.caller.organization.id)
  const member = memberOf(members, id)
  const owners = members.filter(({ role }) => role === 'owner')
  if ((member.role === 'owner' || becoming === 'owner') && member.role !== becoming) refuseUnlessOwner(context, owners)
  if (member.role === 'owner' && becoming !== 'owner' && owners.length === 1)
    throw new Fault('conflict', 'The organization needs an owner; make another member an owner first')
  return member
}

function memberOf(members: readonly Member[], id: string): Member {
  const member = members.find((one) => one.id === id)
  if (!member) throw new Fault('not_found', 'Member not found')
  return member
}

export function refuseUnlessOwner(context: CallerContext, owners: readonly Member[]): void {
  const { role } = signedInUser(context)
  if (isAtLeast(role, 'owner')) return
  const names = owners.map(({ name }) => name).join(', ')
  throw new Fault('forbidden', `Your role is ${role}. Ask an owner: ${names}.`)
}

export const createResetLink = defineOperation({
  id: 'createResetLink',
  method: 'POST',
  path: '/dashboard/members/{id}/reset-link',
  role: 'admin',
  ...shared,
  summary: 'Create a password reset link for a member',
  description:
    'The link works once, within a day. Anyone with the link can sign in as the member. Its use ends their sessions, ' +
    'disconnects their connected apps and leaves their address unverified.',
  params,
  responses: {
    201: {
      description: 'The link, shown only once',
      schema: z
        .object({ object: z.literal('reset_link'), url: z.string(), expires_at: z.iso.datetime() })
        .meta({ id: 'ResetLink' }),
    },
  },
  async handle({ params: { id } }, context) {
    const { db, services, now } = context
    const member = memberOf(await lockMembers(db, context.caller.organization.id), id)
    await refuseBeyondReach(context, id)
    const { url, expiresAt } = await newResetLink(db, {
      userId: id,
      purpose: 'reset',
      origin: services.origin(),
      hours: 24,
      now,
    })
    record(context, member, 'user.reset_link_created', {})
    return created({ object: 'reset_link', url, expires_at: expiresAt })
  },
})

/** A reset link gives access to all their organizations, so the caller must administer each of them. */
async function refuseBeyondReach(context: CallerContext, id: string): Promise<void> {
  const ownRoles = new Map((await organizationsOf(context)).map(({ id: of, role }) => [of, role]))
  const unreachable = (await membershipsOf(context.db, id)).filter(({ id: of, role }) => {
    const here = ownRoles.get(of)
    return !here || !isAtLeast(here, role === 'owner' ? 'owner' : 'admin')
  })
  if (unreachable.length > 0)
    throw new Fault(
      'forbidden',
      'The member is an owner, or belongs to organizations that you do not administer. An owner of those can ' +
        'create the link, and so can `npm start -- reset-password` on the server.',
    )
}

function record({ record }: CallerContext, { id, name }: Member, action: string, changes: Record<string, unknown>) {
  record({ entityType: 'user', entityId: id, entityName: name, action, changes })
}
