import { z } from 'zod'
import { roles } from '../../domain/caller.ts'
import { Fault } from '../../domain/fault.ts'
import { allows } from '../../domain/plan.ts'
import { addActivity } from '../../store/accounts/activity.ts'
import { type OpenInvitation, deleteInvitation, openInvitation } from '../../store/accounts/invitations.ts'
import { findOrganizationById, lockOrganization, usageOf } from '../../store/accounts/organizations.ts'
import {
  type UserAccount,
  accountOf,
  addUser,
  lockAccount,
  putMember,
  putPassword,
  renameUser,
} from '../../store/accounts/users.ts'
import { singleSignOnOf } from '../../store/accounts/single-sign-on.ts'
import { dropResetLinks } from '../../store/accounts/verifications.ts'
import { type OperationResponse, type VisitorContext, defineOperation, ok } from '../registry/define.ts'
import { nameOf } from '../../domain/fields/name.ts'
import { proveAddress } from './address-ownership.ts'
import { continueSignIn, gettingIn, letIn, signInAnswer } from './continue-sign-in.ts'
import { withGuessLimit } from './guess-limit.ts'
import { givenPassword, hashNewPassword, isTheirPassword, newPassword } from './password.ts'
import { parse } from '../../domain/validation.ts'

const token = z.string().min(1).max(200).meta({ description: 'The token in the link' })
const bodyExample = { token: 'q3Vb0cXKZb2n5l1uJ8y2mRZ3nQv1aLwT' }

const invitationGone = (): Fault =>
  new Fault('not_found', 'This invitation was already used, was revoked or has expired. Ask for a new one.')

export const readInvitation = defineOperation({
  id: 'readInvitation',
  method: 'POST',
  path: '/dashboard/invitation',
  access: 'none',
  ...gettingIn,
  summary: 'Get an invitation by its token',
  body: z.strictObject({ token }).meta({ id: 'InvitationToken' }),
  bodyExample,
  faults: ['not_found'],
  responses: {
    200: {
      description: 'The invitation',
      schema: z
        .object({
          object: z.literal('open_invitation'),
          organization: z.string(),
          invited_by: z.string().nullable(),
          email: z.string(),
          role: z.enum(roles),
          has_account: z
            .boolean()
            .meta({ description: 'The address has an account, so its password is required instead of a new one' }),
          expires_at: z.iso.datetime(),
        })
        .meta({ id: 'OpenInvitation' }),
    },
  },
  async handle({ body }, { db, now }) {
    const open = await openInvitation(db, { token: body.token, now })
    if (!open) throw invitationGone()
    const { organization, invited_by, email, role, expires_at } = open
    const account = await accountOf(db, email)
    const has_account = account !== undefined && !isTakenOver(open, account)
    return ok({ object: 'open_invitation', organization, invited_by, email, role, has_account, expires_at })
  },
})

const accepting = z
  .strictObject({ token, name: nameOf(100).optional(), password: givenPassword.optional() })
  .meta({ id: 'InvitationAccept' })
type AcceptanceBody = z.output<typeof accepting>

export const acceptInvitation = defineOperation({
  id: 'acceptInvitation',
  method: 'POST',
  path: '/dashboard/invitation/accept',
  access: 'none',
  ...gettingIn,
  summary: 'Accept an invitation',
  description:
    'New users send their name and a new password; users with an account send its password, ' +
    'unless they are signed in. An emailed link proves the address: an account whose address was never verified is ' +
    'taken over, without its password, authenticator, passkeys and sessions.',
  body: accepting,
  bodyExample: { ...bodyExample, name: 'Ben', password: 'correct horse battery staple' },
  faults: ['not_found', 'forbidden'],
  responses: { 200: signInAnswer },
  async handle({ body }, context) {
    const open = await openInvitation(context.db, { token: body.token, now: context.now })
    if (!open) throw invitationGone()
    const account = await accountOf(context.db, open.email)
    if (!account) return joinAsNew(context, open, body)
    return isTakenOver(open, account) ? takeOver(context, account, body) : joinAs(context, account, body)
  },
})

/** The address of the account was never verified, and the emailed link verifies it now. */
const isTakenOver = ({ isMailed }: OpenInvitation, { emailVerified }: UserAccount): boolean =>
  isMailed && !emailVerified

const newcomer = z.object({ name: nameOf(100), password: newPassword })

async function joinAsNew(
  context: VisitorContext,
  { email }: OpenInvitation,
  body: AcceptanceBody,
): Promise<OperationResponse> {
  const { name, password } = parse(newcomer, body)
  const hash = await hashNewPassword(password)
  return context.services.store.transaction(async (db) => {
    const open = await stillOpen({ ...context, db }, body.token)
    const userId = await addUser(db, { name, email, emailVerified: open.isMailed }, context.now)
    // Another request just created an account with this address, whose password must not be set here.
    if (userId === undefined) throw invitationGone()
    await putPassword(db, { userId, password: hash }, context.now)
    await join({ ...context, db }, open, { id: userId, name, email })
    return letIn({ ...context, db }, { userId, email, by: 'invitation', organizationId: open.organizationId })
  })
}

/** Requires a new password, because the creator of the account knows the old one. */
async function takeOver(
  context: VisitorContext,
  { id }: UserAccount,
  body: AcceptanceBody,
): Promise<OperationResponse> {
  const { name, password } = parse(newcomer, body)
  const hash = await hashNewPassword(password)
  return context.services.store.transaction(async (db) => {
    const inside = { ...context, db }
    const open = await stillOpen(inside, body.token)
    const account = await lockAccount(db, id)
    // Another request just verified the address; the page reads the invitation again.
    if (!account || !isTakenOver(open, account)) throw invitationGone()
    const { now, visit } = context
    await renameUser(db, { id, name, now })
    await putPassword(db, { userId: id, password: hash }, now)
    await join(inside, open, { ...account, name })
    await proveAddress(db, account, { now, via: 'dashboard', ip: visit.ip })
    return letIn(inside, { userId: id, email: account.email, by: 'invitation', organizationId: open.organizationId })
  })
}

/** A link that was not emailed gives access to the organization, never to an existing account. */
async function joinAs(context: VisitorContext, account: UserAccount, body: AcceptanceBody): Promise<OperationResponse> {
  const { user, credential } = context.caller ?? {}
  // A provider speaks for its own organization only, so single sign-on does not join another one.
  const isHere = user?.id === account.id && !credential?.isSingleSignOn
  if (!isHere) await provePassword(context, account, parse(z.object({ password: givenPassword }), body).password)
  const open = await context.services.store.transaction(async (db) => {
    const open = await stillOpen({ ...context, db }, body.token)
    await join({ ...context, db }, open, account)
    return open
  })
  const how = { by: 'invitation', organizationId: open.organizationId } as const
  if (!isHere) return continueSignIn(context, account, how)
  return letIn(context, { userId: account.id, email: account.email, ...how })
}

async function provePassword(context: VisitorContext, account: UserAccount, password: string): Promise<void> {
  const right = await withGuessLimit(context, account.email, async () =>
    (await isTheirPassword(password, account.password)) ? account : null,
  )
  if (!right) throw new Fault('forbidden', 'password: is wrong')
}

async function stillOpen({ db, now }: VisitorContext, token: string): Promise<OpenInvitation> {
  const open = await openInvitation(db, { token, now })
  if (!open) throw invitationGone()
  return open
}

async function join(
  { db, now, visit }: VisitorContext,
  { id, organizationId, role }: OpenInvitation,
  person: { id: string; name: string; email: string },
): Promise<void> {
  await lockOrganization(db, organizationId)
  if (role !== 'owner' && (await singleSignOnOf(db, organizationId))?.required)
    throw new Fault('forbidden', 'This organization requires single sign-on. Use it to sign in, without an invitation.')
  const { plan, limits } = (await findOrganizationById(db, organizationId))!
  if (!allows(limits.users, (await usageOf(db, organizationId)).users))
    throw new Fault('forbidden', `The ${plan} plan allows ${limits.users} people. Ask the person who invited you.`)
  await deleteInvitation(db, { organizationId, id })
  await putMember(db, { organizationId, userId: person.id, role }, now)
  // Older reset links would also give access to this organization.
  await dropResetLinks(db, person.id)
  const changes = { role: { from: null, to: role }, via: 'dashboard', ip: visit.ip }
  const event = { entityType: 'user', entityId: person.id, entityName: person.name, action: 'user.joined', changes }
  await addActivity(db, { organizationId, actor: person, events: [event], now })
}
