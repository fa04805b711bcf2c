import { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import { addActivityOfPerson } from '../../store/accounts/activity.ts'
import { endSessions } from '../../store/accounts/sessions.ts'
import { offeredSingleSignOn } from '../../store/accounts/single-sign-on.ts'
import { type UserAccount, accountOf, anyUser } from '../../store/accounts/users.ts'
import { type VisitorContext, defineOperation, noContent, ok } from '../registry/define.ts'
import { continueSignIn, gettingIn, signInAnswer } from './continue-sign-in.ts'
import { featuresOf } from './features.ts'
import { withGuessLimit } from './guess-limit.ts'
import { givenPassword, isTheirPassword } from './password.ts'

const someEmail = z.string().min(3).max(320)

export const getSignInOptions = defineOperation({
  id: 'getSignInOptions',
  method: 'GET',
  path: '/dashboard/sign-in',
  access: 'none',
  ...gettingIn,
  summary: 'Get the available sign-in methods',
  responses: {
    200: {
      description: 'The available sign-in methods',
      schema: z
        .object({
          object: z.literal('sign_in_options'),
          setup: z.boolean().meta({ description: 'No account exists yet, so the setup comes first' }),
          mail: z.boolean().meta({ description: 'Whether password resets can be sent by email' }),
          passkeys: z.boolean().meta({ description: 'Whether the public address supports passkeys' }),
          single_sign_on: z.boolean().meta({ description: 'Whether any organization has single sign-on' }),
          single_sign_on_organization: z
            .string()
            .nullable()
            .meta({ description: 'The short name of the organization with single sign-on, if it is the only one' }),
        })
        .meta({ id: 'SignInOptions' }),
    },
  },
  async handle(_input, { db, services }) {
    const setup = !(await anyUser(db))
    const { any, only } = await offeredSingleSignOn(db)
    const singleSignOn = { single_sign_on: any, single_sign_on_organization: only }
    return ok({ object: 'sign_in_options', setup, ...featuresOf(services), ...singleSignOn })
  },
})

export const signIn = defineOperation({
  id: 'signIn',
  method: 'POST',
  path: '/dashboard/sign-in',
  access: 'none',
  ...gettingIn,
  summary: 'Sign in with email address and password',
  body: z.strictObject({ email: someEmail, password: givenPassword }).meta({ id: 'SignInWithPassword' }),
  bodyExample: { email: 'ada@example.com', password: 'correct horse battery staple' },
  responses: { 200: signInAnswer },
  faults: ['unauthorized', 'forbidden'],
  async handle({ body: { email, password } }, context) {
    const account = await withGuessLimit(context, email, () => prove(context, { email, password }))
    if (!account) throw new Fault('unauthorized', 'Wrong email address or password.')
    return continueSignIn(context, account, { by: 'password' })
  },
})

async function prove(
  { services, visit, now }: VisitorContext,
  { email, password }: { email: string; password: string },
): Promise<UserAccount | null> {
  const account = await accountOf(services.store, email)
  if (await isTheirPassword(password, account?.password)) return account!
  // Runs for unknown addresses too, so that they take as long as known ones.
  const event = { email, action: 'user.login_failed', changes: { via: 'dashboard', ip: visit.ip } }
  await addActivityOfPerson(services.store, event, now)
  return null
}

export const signOut = defineOperation({
  id: 'signOut',
  method: 'POST',
  path: '/dashboard/sign-out',
  role: 'viewer',
  ...gettingIn,
  summary: 'Sign out',
  responses: { 204: { description: 'Session ended' } },
  async handle(_input, { db, caller }) {
    await endSessions(db, { userId: caller.user!.id, only: caller.credential.id })
    return { ...noContent, keeps: { session: null, secondFactor: null } }
  },
})
