// Lets someone in whom the provider of an organization has identified, or refuses them and ends their access.
import type { Role } from '../../../domain/caller.ts'
import { Fault } from '../../../domain/fault.ts'
import {
  type AccountOfAddress,
  type ProviderIdentity,
  canConnect,
  roleOf,
} from '../../../domain/people/single-sign-on.ts'
import { allows } from '../../../domain/plan.ts'
import { type ActivityDraft, addActivity } from '../../../store/accounts/activity.ts'
import { findOrganizationById, lockOrganization, usageOf } from '../../../store/accounts/organizations.ts'
import { endSessions } from '../../../store/accounts/sessions.ts'
import { type SingleSignOn, addIdentity, userOfIdentity } from '../../../store/accounts/single-sign-on.ts'
import {
  type Member,
  accountOf,
  accountOfId,
  addUser,
  deleteMember,
  dropPassword,
  lockAccount,
  lockMembers,
  membershipsOf,
  putMember,
  setEmailVerified,
} from '../../../store/accounts/users.ts'
import { dropResetLinks } from '../../../store/accounts/verifications.ts'
import { type OperationResponse, type VisitorContext, ok } from '../../registry/define.ts'
import { dropSignInMethods } from '../address-ownership.ts'
import { beginSession } from '../begin-session.ts'

export async function admitPerson(
  context: VisitorContext,
  configured: SingleSignOn,
  identity: ProviderIdentity,
): Promise<OperationResponse> {
  // A refusal must outlive the error that reports it.
  const admitted = await context.services.store.transaction(async (db) =>
    admit({ ...context, db }, configured, identity),
  )
  if (admitted instanceof Fault) throw admitted
  return admitted
}

async function admit(
  context: VisitorContext,
  configured: SingleSignOn,
  identity: ProviderIdentity,
): Promise<OperationResponse | Fault> {
  const { db, now } = context
  const { organizationId, organizationName } = configured
  await lockOrganization(db, organizationId)
  const members = await lockMembers(db, organizationId)
  const known = await knownUser(context, configured, identity)
  const member = members.find(({ id }) => id === known)
  const owners = members.filter((one) => one.role === 'owner')
  const before = { role: member?.role ?? null, isLastOwner: member?.role === 'owner' && owners.length === 1 }
  const role = roleOf(configured, identity.groups, before)
  if (role === null) {
    const reason = `You are in none of the groups that may use ${organizationName}. Ask an owner.`
    if (member) await removeAccess(context, configured, member)
    await recordRefusal(context, configured, { who: identity.email, reason: 'groups' })
    return new Fault('forbidden', reason)
  }
  if (!member) await refuseBeyondPlan(context, organizationId)
  const userId = known ?? (await newUser(context, configured, identity))
  if (member?.role !== role) {
    await putMember(db, { organizationId, userId, role }, now)
    if (member) await dropAccessOfRole(context, { userId, organizationId })
    await recordRole(context, configured, { userId, identity, from: before.role, to: role })
  }
  const email = (await accountOfId(db, userId))!.email
  const keeps = await beginSession(context, { userId, email, by: 'single_sign_on', organizationId })
  return { ...ok({ object: 'single_sign_on_result', status: 'signed_in', test: null }), keeps }
}

/** The user of this identity, after connecting an account if that is safe; undefined for someone new. */
async function knownUser(
  context: VisitorContext,
  configured: SingleSignOn,
  identity: ProviderIdentity,
): Promise<string | undefined> {
  const { db, caller } = context
  const { organizationId, issuer } = configured
  const linked = await userOfIdentity(db, { organizationId, issuer, subject: identity.subject })
  if (linked !== undefined) return linked
  const account = await accountOf(db, identity.email)
  if (!account) return undefined
  const memberships = await membershipsOf(db, account.id)
  if (memberships.length === 0) await resetOrphan(context, account.id)
  const here: AccountOfAddress = {
    userId: account.id,
    role: memberships.find(({ id }) => id === organizationId)?.role ?? null,
    isOnlyHere: memberships.every(({ id }) => id === organizationId),
  }
  const isSignedIn = caller?.user?.id === account.id && !caller.credential.isSingleSignOn
  if (!isSignedIn && memberships.length > 0 && !canConnect(here, identity))
    throw new Fault(
      'forbidden',
      `${identity.email} already has an account. Sign in with your password or passkey first, then continue with ` +
        'single sign-on in the same browser to connect both.',
    )
  await connect(context, configured, { userId: account.id, identity })
  return account.id
}

/** An account without an organization gives access to nothing, and its password may be someone else's. */
async function resetOrphan({ db, now, visit }: VisitorContext, userId: string): Promise<void> {
  await lockAccount(db, userId)
  await dropSignInMethods(db, userId, { now, via: 'dashboard', ip: visit.ip })
  await dropPassword(db, userId)
  await setEmailVerified(db, { userId, isVerified: false, now })
}

interface ConnectedPerson {
  readonly userId: string
  readonly identity: ProviderIdentity
}

async function connect(context: VisitorContext, configured: SingleSignOn, { userId, identity }: ConnectedPerson) {
  const { organizationId, issuer } = configured
  await addIdentity(context.db, { organizationId, issuer, subject: identity.subject, userId }, context.now)
  await note(context, configured, identity, {
    entityId: userId,
    action: 'user.single_sign_on_connected',
    changes: { issuer },
  })
}

/** The address stays unverified: the provider speaks for this organization, not for the whole installation. */
async function newUser(
  { db, now }: VisitorContext,
  { organizationId, issuer }: SingleSignOn,
  { subject, name, email }: ProviderIdentity,
): Promise<string> {
  const userId = await addUser(db, { name, email, emailVerified: false }, now)
  if (userId === undefined) throw new Fault('conflict', 'Another sign-in with this address is running. Try again.')
  await addIdentity(db, { organizationId, issuer, subject, userId }, now)
  return userId
}

async function refuseBeyondPlan({ db }: VisitorContext, organizationId: string): Promise<void> {
  const { plan, limits } = (await findOrganizationById(db, organizationId))!
  if (allows(limits.users, (await usageOf(db, organizationId)).users)) return
  throw new Fault('forbidden', `The ${plan} plan allows ${limits.users} people. Ask an owner.`)
}

/** Apps that they allowed lose access with the membership. */
async function removeAccess(context: VisitorContext, configured: SingleSignOn, member: Member): Promise<void> {
  const { db } = context
  const { organizationId } = configured
  await endSessions(db, { userId: member.id, within: organizationId })
  await deleteMember(db, { organizationId, userId: member.id })
  const changes = { role: { from: member.role, to: null }, by: 'single_sign_on' }
  await note(context, configured, member, { entityId: member.id, action: 'user.removed', changes })
}

/** Sessions that the person began without the provider get the new role with their next request. */
async function dropAccessOfRole({ db }: VisitorContext, { userId, organizationId }: MemberKey): Promise<void> {
  await endSessions(db, { userId, singleSignOnOf: organizationId })
  await dropResetLinks(db, userId)
}

interface MemberKey {
  readonly userId: string
  readonly organizationId: string
}

interface RoleChange extends ConnectedPerson {
  readonly from: Role | null
  readonly to: Role
}

async function recordRole(
  context: VisitorContext,
  configured: SingleSignOn,
  { userId, identity, from, to }: RoleChange,
): Promise<void> {
  const action = from === null ? 'user.joined' : 'user.role_changed'
  await note(context, configured, identity, {
    entityId: userId,
    action,
    changes: { role: { from, to }, by: 'single_sign_on' },
  })
}

export async function recordRefusal(
  { db, now, visit }: VisitorContext,
  { organizationId, organizationName }: SingleSignOn,
  { who, reason }: { who: string | null; reason: string },
): Promise<void> {
  const event = {
    entityType: 'single_sign_on',
    entityId: organizationId,
    entityName: organizationName,
    action: 'single_sign_on.refused',
    changes: { email: who, reason, via: 'dashboard', ip: visit.ip },
  }
  await addActivity(db, { organizationId, actor: { name: who, email: who }, events: [event], now })
}

async function note(
  { db, now, visit }: VisitorContext,
  { organizationId }: SingleSignOn,
  { name, email }: { name: string; email: string },
  { changes, ...event }: Pick<ActivityDraft, 'entityId' | 'action' | 'changes'>,
): Promise<void> {
  const full = {
    ...event,
    entityType: 'user',
    entityName: name,
    changes: { ...changes, via: 'dashboard', ip: visit.ip },
  }
  await addActivity(db, { organizationId, actor: { name, email }, events: [full], now })
}
