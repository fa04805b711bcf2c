import { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import {
  newRecoveryCodes,
  newTotpSecret,
  recoveryHash,
  stepOfCode,
  totpUri,
  twoFactorContext,
} from '../../codecs/totp.ts'
import { addActivityOfPerson } from '../../store/accounts/activity.ts'
import type { Database } from '../../store/database/database.ts'
import { endSessions } from '../../store/accounts/sessions.ts'
import {
  beginTwoFactor,
  confirmTwoFactor,
  countRecoveryCodes,
  dropTwoFactor,
  findTwoFactor,
  replaceRecoveryCodes,
  useStep,
} from '../../store/accounts/two-factors.ts'
import { type CallerContext, defineOperation, noContent, ok } from '../registry/define.ts'
import { withGuessLimit } from './guess-limit.ts'
import { givenPassword } from './password.ts'
import { provenPassword } from './proven-password.ts'
import { lockSession, signedInUser } from '../registry/signed-in-user.ts'

const own = { audience: 'dashboard', tag: 'Me', role: 'viewer' } as const
const changing = {
  ...own,
  method: 'POST',
  access: 'write',
  changesPerson: 'credentials',
  ownTransactions: true,
} as const
const passwordBody = z.strictObject({ password: givenPassword })
const passwordExample = { password: 'correct horse battery staple' }

const codes = {
  description: 'Recovery codes, shown only once; each works once',
  schema: z.object({ object: z.literal('recovery_codes'), codes: z.array(z.string()) }).meta({ id: 'RecoveryCodes' }),
}

export const getTwoFactor = defineOperation({
  id: 'getTwoFactor',
  method: 'GET',
  path: '/dashboard/me/two-factor',
  ...own,
  summary: 'Get the state of two-factor authentication',
  responses: {
    200: {
      description: 'The current state',
      schema: z
        .object({ object: z.literal('two_factor'), enabled: z.boolean(), recovery_codes_left: z.int() })
        .meta({ id: 'TwoFactor' }),
    },
  },
  async handle(_input, context) {
    const { id } = signedInUser(context)
    const enabled = (await findTwoFactor(context.db, id))?.confirmed ?? false
    return ok({ object: 'two_factor', enabled, recovery_codes_left: await countRecoveryCodes(context.db, id) })
  },
})

export const beginTwoFactorSetup = defineOperation({
  id: 'beginTwoFactorSetup',
  path: '/dashboard/me/two-factor',
  ...changing,
  summary: 'Start to set up an authenticator',
  description: 'Takes effect once a code of the authenticator is confirmed.',
  body: passwordBody.meta({ id: 'TwoFactorBegin' }),
  bodyExample: passwordExample,
  faults: ['conflict', 'forbidden'],
  responses: {
    200: {
      description: 'The secret, shown only once',
      schema: z
        .object({ object: z.literal('two_factor_setup'), secret: z.string(), uri: z.string() })
        .meta({ id: 'TwoFactorSetup' }),
    },
  },
  async handle({ body: { password } }, context) {
    const { services, now } = context
    const { id, email } = await provenPassword(context, password)
    const secret = newTotpSecret()
    const secrets = services.vault.seal(secret, twoFactorContext(id))
    if (!(await beginTwoFactor(services.store, { userId: id, secrets }, now)))
      throw new Fault('conflict', 'You already have an authenticator; turn it off first')
    return ok({ object: 'two_factor_setup', secret, uri: totpUri(secret, { issuer: 'Lapwing', account: email }) })
  },
})

export const confirmTwoFactorSetup = defineOperation({
  id: 'confirmTwoFactorSetup',
  path: '/dashboard/me/two-factor/confirm',
  ...changing,
  summary: 'Confirm an authenticator and turn on two-factor authentication',
  body: z.strictObject({ code: z.string().trim().min(6).max(10) }).meta({ id: 'TwoFactorConfirm' }),
  bodyExample: { code: '492039' },
  faults: ['conflict', 'forbidden'],
  responses: { 200: codes },
  async handle({ body: { code } }, context) {
    const { services } = context
    const { id } = signedInUser(context)
    const pending = await findTwoFactor(services.store, id)
    if (!pending || pending.confirmed) throw new Fault('conflict', 'You have no authenticator to confirm')
    const secret = services.vault.open(pending.secrets, twoFactorContext(id))
    const step = await withGuessLimit(context, `second step of ${id}`, async () =>
      stepOfCode(secret, code, context.now),
    )
    if (step === null) throw new Fault('forbidden', "code: is wrong; check that your phone's clock is right")
    return services.store.transaction((tx) => enable(tx, context, step))
  },
})

async function enable(tx: Database, context: CallerContext, step: number) {
  const { id } = signedInUser(context)
  await lockSession({ ...context, db: tx })
  if (!(await confirmTwoFactor(tx, id, context.now)))
    throw new Fault('conflict', 'The authenticator is already confirmed')
  await useStep(tx, id, step)
  await endSessions(tx, { userId: id, except: context.caller.credential.id })
  await note(tx, context, 'user.two_factor_enabled')
  return renewCodes(tx, id)
}

export const disableTwoFactor = defineOperation({
  id: 'disableTwoFactor',
  path: '/dashboard/me/two-factor/disable',
  ...changing,
  summary: 'Turn off two-factor authentication',
  body: passwordBody.meta({ id: 'TwoFactorDisable' }),
  bodyExample: passwordExample,
  faults: ['forbidden'],
  responses: { 204: { description: 'Two-factor authentication is off' } },
  async handle({ body: { password } }, context) {
    const { id } = await provenPassword(context, password)
    await context.services.store.transaction(async (tx) => {
      if (await dropTwoFactor(tx, id)) await note(tx, context, 'user.two_factor_disabled')
    })
    return noContent
  },
})

export const renewRecoveryCodes = defineOperation({
  id: 'renewRecoveryCodes',
  path: '/dashboard/me/two-factor/recovery-codes',
  ...changing,
  summary: 'Replace the recovery codes',
  body: passwordBody.meta({ id: 'RecoveryCodesRenew' }),
  bodyExample: passwordExample,
  faults: ['conflict', 'forbidden'],
  responses: { 200: codes },
  async handle({ body: { password } }, context) {
    const { id } = await provenPassword(context, password)
    return context.services.store.transaction(async (tx) => {
      if (!(await findTwoFactor(tx, id))?.confirmed) throw new Fault('conflict', 'You have no authenticator')
      await note(tx, context, 'user.recovery_codes_renewed')
      return renewCodes(tx, id)
    })
  },
})

async function renewCodes(tx: Database, userId: string) {
  const newCodes = newRecoveryCodes()
  await replaceRecoveryCodes(
    tx,
    userId,
    newCodes.map((code) => recoveryHash(userId, code)),
  )
  return ok({ object: 'recovery_codes', codes: newCodes })
}

async function note(tx: Database, context: CallerContext, action: string): Promise<void> {
  const changes = { via: 'dashboard', ip: context.visit.ip }
  await addActivityOfPerson(tx, { email: signedInUser(context).email, action, changes }, context.now)
}
