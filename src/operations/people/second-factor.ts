import { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import { recoveryHash, stepOfCode, twoFactorContext } from '../../codecs/totp.ts'
import { openReadable } from '../../domain/vault.ts'
import { addActivityOfPerson } from '../../store/accounts/activity.ts'
import { findTwoFactor, useRecoveryCode, useStep } from '../../store/accounts/two-factors.ts'
import { accountOfId, lockAccount } from '../../store/accounts/users.ts'
import { findVerification, takeVerification } from '../../store/accounts/verifications.ts'
import { type VisitorContext, defineOperation } from '../registry/define.ts'
import { gettingIn, letIn, signInAnswer } from './continue-sign-in.ts'
import { withGuessLimit } from './guess-limit.ts'

const tooLate = (): Fault => new Fault('unauthorized', 'Sign-in took too long. Sign in again.')

export const signInSecondFactor = defineOperation({
  id: 'signInSecondFactor',
  method: 'POST',
  path: '/dashboard/sign-in/second-step',
  access: 'none',
  ...gettingIn,
  summary: 'Finish signing in with a code',
  description: 'A code of the authenticator, or a recovery code, which works once.',
  body: z.strictObject({ code: z.string().trim().min(6).max(40) }).meta({ id: 'SecondFactor' }),
  bodyExample: { code: '492039' },
  responses: { 200: signInAnswer },
  faults: ['unauthorized', 'forbidden'],
  async handle({ body: { code } }, context) {
    const { db, now, visit } = context
    if (visit.secondFactor === null) throw tooLate()
    const halfway = { purpose: 'second-step', token: visit.secondFactor } as const
    const userId = await findVerification(db, halfway, now)
    const account = userId === undefined ? undefined : await accountOfId(db, userId)
    if (!account) throw tooLate()
    const by = await withGuessLimit(context, `second step of ${account.id}`, () => prove(context, account, code))
    if (by === null) throw new Fault('unauthorized', 'The code is wrong or was already used.')
    return context.services.store.transaction(async (tx) => {
      await lockAccount(tx, account.id)
      if ((await takeVerification(tx, halfway, now)) === undefined) throw tooLate()
      return letIn({ ...context, db: tx }, { userId: account.id, email: account.email, by })
    })
  },
})

async function prove(
  { db, services, visit, now }: VisitorContext,
  { id, email }: { id: string; email: string },
  code: string,
): Promise<'two_factor' | 'recovery_code' | null> {
  const known = await findTwoFactor(db, id)
  if (!known?.confirmed) return null
  // If the secret cannot be decrypted, only recovery codes work.
  const secret = openReadable(services.vault, known.secrets, twoFactorContext(id))
  const step = secret === null ? null : stepOfCode(secret, code.replace(/\s/g, ''), now)
  if (step !== null && (await useStep(db, id, step))) return 'two_factor'
  if (step === null && (await useRecoveryCode(db, id, recoveryHash(id, code)))) return 'recovery_code'
  const changes = { step: 'second', via: 'dashboard', ip: visit.ip }
  await addActivityOfPerson(db, { email, action: 'user.login_failed', changes }, now)
  return null
}
