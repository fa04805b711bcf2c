import { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import { guessesOfAccount } from '../../domain/people/guessing.ts'
import { addActivityOfPerson } from '../../store/accounts/activity.ts'
import { forgetGuesses, takeGuess } from '../../store/accounts/guesses.ts'
import { endSessions } from '../../store/accounts/sessions.ts'
import { type UserAccount, accountOf, lockAccount, putPassword, setEmailVerified } from '../../store/accounts/users.ts'
import { dropSignInTokens, takeVerification } from '../../store/accounts/verifications.ts'
import { endGrantsOfUser } from '../registry/end-grant.ts'
import { type VisitorContext, accepted, defineOperation } from '../registry/define.ts'
import type { AccountEmail } from '../registry/services.ts'
import { proveAddress } from './address-ownership.ts'
import { continueSignIn, gettingIn, letIn, signInAnswer } from './continue-sign-in.ts'
import { refuseTooMany } from './guess-limit.ts'
import { givenPassword, hashNewPassword, newPassword } from './password.ts'
import { provenPassword } from './proven-password.ts'
import { type ResetVerification, findResetLink, newResetLink } from './reset-links.ts'
import { lockSession } from '../registry/signed-in-user.ts'

export const changePassword = defineOperation({
  id: 'changePassword',
  method: 'POST',
  path: '/dashboard/me/password',
  changesPerson: 'credentials',
  role: 'viewer',
  ownTransactions: true,
  audience: 'dashboard',
  tag: 'Me',
  summary: 'Change your password',
  description: 'All other sessions end, and connected apps are disconnected unless you keep them.',
  body: z
    .strictObject({
      currentPassword: givenPassword,
      password: newPassword,
      keepConnectedApps: z
        .boolean()
        .default(false)
        .meta({ description: 'Keep them only if nobody else can have known the old password' }),
    })
    .meta({ id: 'PasswordChange' }),
  bodyExample: { currentPassword: 'correct horse battery staple', password: 'a new one that is long enough' },
  faults: ['forbidden'],
  responses: { 200: signInAnswer },
  async handle({ body }, context) {
    const { id: userId, email } = await provenPassword(context, body.currentPassword)
    const password = await hashNewPassword(body.password)
    return context.services.store.transaction(async (db) => {
      await lockSession({ ...context, db })
      await replacePassword({ ...context, db }, { userId, email, password, keepsApps: body.keepConnectedApps })
      return letIn(
        { ...context, db },
        { userId, email, by: 'password', organizationId: context.caller.organization.id },
      )
    })
  },
})

export const askForPasswordReset = defineOperation({
  id: 'askForPasswordReset',
  method: 'POST',
  path: '/dashboard/password-reset',
  access: 'none',
  ...gettingIn,
  summary: 'Request a password reset by email',
  description: 'The response is the same for known and unknown addresses.',
  body: z.strictObject({ email: z.email().max(320) }).meta({ id: 'PasswordResetRequest' }),
  bodyExample: { email: 'ada@example.com' },
  faults: ['conflict'],
  responses: {
    202: {
      description: 'If an account has this address, an email is sent',
      schema: z.object({ object: z.literal('password_reset_request') }).meta({ id: 'PasswordResetRequested' }),
    },
  },
  async handle({ body: { email } }, context) {
    const { services, now } = context
    if (!services.mail) throw new Fault('conflict', 'Email is not configured. Ask an admin for a link.')
    refuseTooMany(await takeGuess(services.store, guessesOfAccount(`emails to ${email}`), now))
    services.mail.send(() => resetEmail(context, email))
    return accepted({ object: 'password_reset_request' })
  },
})

async function resetEmail({ services, now }: VisitorContext, email: string): Promise<AccountEmail | null> {
  const account = await accountOf(services.store, email)
  if (!account) return null
  const { url } = await newResetLink(services.store, {
    userId: account.id,
    purpose: 'mailed-reset',
    origin: services.origin(),
    hours: 1,
    now,
  })
  const lines = [
    `Hello ${account.name},`,
    'someone, hopefully you, requested a new password for Lapwing. Choose it here within an hour:',
    url,
    'A new password ends all your sessions and disconnects all connected apps.',
    'If it was not you, ignore this email. Your password does not change.',
  ]
  const to = { name: account.name, address: account.email }
  return { to, subject: 'Reset your Lapwing password', text: `${lines.join('\n\n')}\n` }
}

const noLink = (): Fault =>
  new Fault('not_found', 'This link was already used, was replaced by a newer one or has expired. Ask for a new one.')

export const resetPassword = defineOperation({
  id: 'resetPassword',
  method: 'POST',
  path: '/dashboard/password-reset/finish',
  access: 'none',
  ...gettingIn,
  summary: 'Reset a password with the token of a link',
  description:
    'Ends all sessions and disconnects all connected apps. Users with an authenticator must enter a code next. An emailed link verifies the address: ' +
    'if it was not verified before, the authenticator and the passkeys are removed.',
  body: z.strictObject({ token: z.string().min(1).max(200), password: newPassword }).meta({ id: 'PasswordReset' }),
  bodyExample: { token: 'q3Vb0cXKZb2n5l1uJ8y2mRZ3nQv1aLwT', password: 'a new one that is long enough' },
  faults: ['not_found', 'forbidden'],
  responses: { 200: signInAnswer },
  async handle({ body }, context) {
    const { services, now } = context
    const link = await findResetLink(services.store, body.token, now)
    // Hashes a password only with a valid link, because hashing is expensive.
    if (!link) throw noLink()
    const password = await hashNewPassword(body.password)
    const account = await services.store.transaction(async (db) => {
      const known = await lockAccount(db, link.userId)
      if (!known || (await takeVerification(db, link, now)) === undefined) throw noLink()
      await noteOwnership({ ...context, db }, known, link)
      await replacePassword({ ...context, db }, { userId: known.id, email: known.email, password })
      return { ...known, password }
    })
    await forgetGuesses(services.store, guessesOfAccount(account.email))
    return continueSignIn(context, account, { by: 'reset' })
  },
})

/** Anyone may have got a link from an admin, so its use leaves the address unverified. */
async function noteOwnership(
  { db, now, visit }: VisitorContext,
  account: UserAccount,
  { purpose }: ResetVerification,
): Promise<void> {
  if (purpose === 'mailed-reset') return proveAddress(db, account, { now, via: 'dashboard', ip: visit.ip })
  await setEmailVerified(db, { userId: account.id, isVerified: false, now })
}

interface NewPassword {
  readonly userId: string
  readonly email: string
  readonly password: string
  readonly keepsApps?: boolean
}

/** Ends the sessions, links and connected apps of everyone who knew the old password. */
async function replacePassword(
  { db, now, visit }: VisitorContext,
  { userId, email, password, keepsApps = false }: NewPassword,
): Promise<void> {
  await putPassword(db, { userId, password }, now)
  await endSessions(db, { userId })
  const end = { reason: 'password changed', via: 'dashboard', ip: visit.ip, now } as const
  if (!keepsApps) await endGrantsOfUser(db, { userId }, end)
  await dropSignInTokens(db, userId)
  const changes = { via: 'dashboard', ip: visit.ip }
  await addActivityOfPerson(db, { email, action: 'user.password_changed', changes }, now)
}
