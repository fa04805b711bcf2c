import { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import { newToken } from '../../domain/secret.ts'
import { type UserAccount, lockAccount } from '../../store/accounts/users.ts'
import { findTwoFactor } from '../../store/accounts/two-factors.ts'
import { addVerification } from '../../store/accounts/verifications.ts'
import { type OperationResponse, type VisitorContext, ok } from '../registry/define.ts'
import { type SessionRequest, beginSession } from './begin-session.ts'

export const gettingIn = { audience: 'dashboard', tag: 'Getting in' } as const

const signedIn = z
  .object({
    object: z.literal('sign_in'),
    status: z
      .enum(['signed_in', 'second_step'])
      .meta({ description: '`second_step`: a code of the authenticator or a recovery code must follow' }),
  })
  .meta({ id: 'SignIn' })

export const signInAnswer = {
  description: 'Whether a second factor is required; sets the session cookie',
  schema: signedIn,
} as const

const secondFactorMs = 600_000

/** Continues after a correct password: signs in, or asks for the second factor. */
export async function continueSignIn(
  context: VisitorContext,
  { id: userId, email, password }: UserAccount,
  how: Pick<SessionRequest, 'by' | 'organizationId'>,
): Promise<OperationResponse> {
  return context.services.store.transaction(async (db) => {
    // The password was compared before this transaction, and may have been replaced since.
    if ((await lockAccount(db, userId))?.password !== password)
      throw new Fault('unauthorized', 'The password was changed a moment ago. Sign in with the new one.')
    if ((await findTwoFactor(db, userId))?.confirmed) return askForSecondFactor({ ...context, db }, userId)
    return letIn({ ...context, db }, { userId, email, ...how })
  })
}

export async function letIn(context: VisitorContext, wanted: SessionRequest): Promise<OperationResponse> {
  const keeps = await beginSession(context, wanted)
  return { ...ok({ object: 'sign_in', status: 'signed_in' }), keeps }
}

async function askForSecondFactor({ db, now }: VisitorContext, userId: string): Promise<OperationResponse> {
  const token = newToken()
  const expiresAt = new Date(now.getTime() + secondFactorMs)
  await addVerification(db, { purpose: 'second-step', token, value: userId, expiresAt }, now)
  return { ...ok({ object: 'sign_in', status: 'second_step' }), keeps: { secondFactor: token } }
}
