import { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import { addActivityOfPerson } from '../../store/accounts/activity.ts'
import { endSessions } from '../../store/accounts/sessions.ts'
import { accountOf } from '../../store/accounts/users.ts'
import { type VisitorContext, defineOperation, noContent, ok } from '../registry/define.ts'
import { beginSession } from './begin-session.ts'
import { guarded } from './guarded.ts'
import { givenPassword, isTheirPassword } from './password.ts'

export const personalEmail = z.string().min(3).max(320)

const signedIn = z
  .object({
    object: z.literal('sign_in'),
    status: z
      .enum(['signed_in', 'second_step'])
      .meta({ description: '`second_step`: a code of the authenticator, or a recovery code, has to follow' }),
  })
  .meta({ id: 'SignIn' })

export const signInAnswer = {
  description: 'Whether that was all; the browser keeps the session',
  schema: signedIn,
  example: { object: 'sign_in', status: 'signed_in' },
} as const

export const shared = { audience: 'dashboard', tag: 'Getting in' } as const

export const signIn = defineOperation({
  id: 'signIn',
  method: 'POST',
  path: '/dashboard/sign-in',
  access: 'none',
  ...shared,
  summary: 'Sign in with e-mail address and password',
  body: z.strictObject({ email: personalEmail, password: givenPassword }).meta({ id: 'SignInWithPassword' }),
  bodyExample: { email: 'ada@example.com', password: 'correct horse battery staple' },
  responses: { 200: signInAnswer },
  faults: ['unauthorized', 'forbidden'],
  async handle({ body: { email, password } }, context) {
    const account = await guarded(context, email, () => prove(context, { email, password }))
    if (!account) throw new Fault('unauthorized', 'E-mail or password is wrong.')
    return signInAs(context, account)
  },
})

interface Account {
  readonly id: string
  readonly email: string
}

async function prove(
  { services, visit, now }: VisitorContext,
  { email, password }: { email: string; password: string },
): Promise<Account | null> {
  const account = await accountOf(services.store, email)
  if (await isTheirPassword(password, account?.password)) return account!
  // The same statement for an address that nobody has, so that it takes as long.
  const event = { email, action: 'user.login_failed', changes: { via: 'dashboard', ip: visit.ip } }
  await addActivityOfPerson(services.store, event, now)
  return null
}

async function signInAs({ services, ...context }: VisitorContext, { id: userId, email }: Account) {
  return services.store.transaction(async (db) => {
    const keeps = await beginSession({ ...context, services, db }, { userId, email, by: 'password' })
    return { ...ok({ object: 'sign_in', status: 'signed_in' }), keeps }
  })
}

export const signOut = defineOperation({
  id: 'signOut',
  method: 'POST',
  path: '/dashboard/sign-out',
  access: 'write',
  role: 'viewer',
  ...shared,
  summary: 'Sign out here',
  responses: { 204: { description: 'The session is over' } },
  async handle(_input, { db, caller }) {
    await endSessions(db, { userId: caller.user!.id, only: caller.credential.id })
    return { ...noContent, keeps: { session: null, secondStep: null } }
  },
})
