import { z } from 'zod'
import { Fault } from '../../../domain/fault.ts'
import { type PasskeyProof, findPasskey, notePasskeyUse } from '../../../store/accounts/passkeys.ts'
import { lockAccount } from '../../../store/accounts/users.ts'
import { type VisitorContext, defineOperation } from '../../registry/define.ts'
import { gettingIn, letIn, signInAnswer } from '../continue-sign-in.ts'
import { expectedOf, library, notGood, offer, optionsAnswer, partyOf, response, responseExample } from './ceremony.ts'

const ceremony = { purpose: 'passkey-sign-in', value: '' } as const

const unknownPasskey = (): Fault =>
  new Fault('unauthorized', 'This passkey is not registered. Sign in with your password.')

export const beginPasskeySignIn = defineOperation({
  id: 'beginPasskeySignIn',
  method: 'POST',
  path: '/dashboard/sign-in/passkey/options',
  access: 'none',
  ...gettingIn,
  summary: 'Get the options to sign in with a passkey',
  faults: ['conflict'],
  responses: { 200: optionsAnswer('PasskeySignInOptions', 'For navigator.credentials.get') },
  async handle(_input, context) {
    const { rpID } = partyOf(context)
    const { generateAuthenticationOptions } = await library()
    const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' })
    return offer(context, ceremony, options)
  },
})

export const signInWithPasskey = defineOperation({
  id: 'signInWithPasskey',
  method: 'POST',
  path: '/dashboard/sign-in/passkey',
  access: 'none',
  ...gettingIn,
  summary: 'Sign in with a passkey',
  description: 'The device verifies its user, so no second factor is required.',
  body: z.strictObject({ response }).meta({ id: 'PasskeySignIn' }),
  bodyExample: { response: responseExample },
  faults: ['unauthorized', 'forbidden', 'conflict'],
  responses: { 200: signInAnswer },
  async handle({ body }, context) {
    const known = await findPasskey(context.db, body.response.id)
    const counter = known ? await verify(context, known, body.response) : null
    if (!known || counter === null) throw unknownPasskey()
    return context.services.store.transaction(async (db) => {
      await lockAccount(db, known.userId)
      if (!(await notePasskeyUse(db, { id: known.id, counter, now: context.now }))) throw unknownPasskey()
      return letIn({ ...context, db }, { userId: known.userId, email: known.email, by: 'passkey' })
    })
  },
})

async function verify(context: VisitorContext, known: PasskeyProof, answer: unknown): Promise<number | null> {
  const { verifyAuthenticationResponse } = await library()
  const { credentialId: id, publicKey, counter, transports } = known
  const checked = await verifyAuthenticationResponse({
    ...expectedOf(context, ceremony),
    response: answer as never,
    credential: { id, publicKey: new Uint8Array(publicKey), counter, transports },
  }).catch(notGood)
  return checked?.verified ? checked.authenticationInfo.newCounter : null
}
