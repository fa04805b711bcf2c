import { z } from 'zod'
import { Fault } from '../../../domain/fault.ts'
import { addActivityOfPerson } from '../../../store/accounts/activity.ts'
import { addPasskey, deletePasskey, listPasskeys as passkeyRows } from '../../../store/accounts/passkeys.ts'
import { type CallerContext, created, defineOperation } from '../../registry/define.ts'
import { deleted, deletionResponse } from '../../registry/deletion.ts'
import { nameOf } from '../../../domain/fields/name.ts'
import { wholeList, wholeListOf } from '../whole-list.ts'
import { expectedOf, library, notGood, offer, optionsAnswer, partyOf, response, responseExample } from './ceremony.ts'
import { givenPassword } from '../password.ts'
import { provenPassword } from '../proven-password.ts'
import { lockSession, signedInUser } from '../../registry/signed-in-user.ts'

/** EdDSA, ES256 and RS256, which devices support. */
const supportedAlgorithmIDs = [-8, -7, -257]
const maxPasskeys = 20
const ceremonyFor = (userId: string) => ({ purpose: 'passkey-registration', value: userId }) as const

const passkey = z
  .object({
    object: z.literal('passkey'),
    id: z.uuid(),
    name: z.string(),
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Passkey' })

const own = { audience: 'dashboard', tag: 'Me', role: 'viewer' } as const

export const listPasskeys = defineOperation({
  id: 'listPasskeys',
  method: 'GET',
  path: '/dashboard/me/passkeys',
  ...own,
  summary: 'List your passkeys, newest first',
  responses: { 200: wholeListOf({ id: 'Passkeys', item: passkey }) },
  async handle(_input, context) {
    const keys = await passkeyRows(context.db, signedInUser(context).id)
    return wholeList(keys.map(({ credentialId: _, ...key }) => ({ object: 'passkey', ...key })))
  },
})

export const beginPasskey = defineOperation({
  id: 'beginPasskey',
  method: 'POST',
  path: '/dashboard/me/passkeys/options',
  changesPerson: 'credentials',
  ownTransactions: true,
  ...own,
  summary: 'Get the options to create a passkey',
  body: z.strictObject({ password: givenPassword }).meta({ id: 'PasskeyBegin' }),
  bodyExample: { password: 'correct horse battery staple' },
  faults: ['conflict', 'forbidden'],
  responses: { 200: optionsAnswer('PasskeyOptions', 'For navigator.credentials.create') },
  async handle({ body: { password } }, context) {
    const { rpID } = partyOf(context)
    const { id, email, name } = await provenPassword(context, password)
    const known = await passkeyRows(context.db, id)
    if (known.length >= maxPasskeys)
      throw new Fault('conflict', `You already have ${maxPasskeys} passkeys; delete one first`)
    const { generateRegistrationOptions } = await library()
    const options = await generateRegistrationOptions({
      rpName: 'Lapwing',
      rpID,
      userName: email,
      userDisplayName: name,
      userID: new Uint8Array(Buffer.from(id)),
      attestationType: 'none',
      supportedAlgorithmIDs,
      excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    return offer(context, ceremonyFor(id), options)
  },
})

export const createPasskey = defineOperation({
  id: 'createPasskey',
  method: 'POST',
  path: '/dashboard/me/passkeys',
  changesPerson: 'credentials',
  ownTransactions: true,
  ...own,
  summary: 'Register the passkey that the browser created',
  body: z.strictObject({ name: nameOf(100), response }).meta({ id: 'PasskeyCreate' }),
  bodyExample: { name: 'Laptop', response: responseExample },
  faults: ['conflict', 'forbidden'],
  responses: { 201: { description: 'The passkey', schema: passkey } },
  async handle({ body }, context) {
    const user = signedInUser(context)
    const { verifyRegistrationResponse } = await library()
    const checked = await verifyRegistrationResponse({
      ...expectedOf(context, ceremonyFor(user.id)),
      response: body.response as never,
      supportedAlgorithmIDs,
    }).catch(notGood)
    if (!checked?.verified) throw new Fault('forbidden', 'response: is not a passkey for this site; try again')
    const { credential } = checked.registrationInfo
    const draft = {
      userId: user.id,
      name: body.name,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: credential.transports ?? [],
    }
    return context.services.store.transaction(async (tx) => {
      await lockSession({ ...context, db: tx })
      const added = await addPasskey(tx, draft, context.now)
      if (!added) throw new Fault('conflict', 'This passkey is already registered')
      await note({ ...context, db: tx }, 'user.passkey_added', body.name)
      return created({ object: 'passkey', ...added })
    })
  },
})

export const removePasskey = defineOperation({
  id: 'removePasskey',
  method: 'DELETE',
  path: '/dashboard/me/passkeys/{id}',
  changesPerson: 'credentials',
  ...own,
  summary: 'Delete a passkey',
  params: z.object({ id: z.uuid() }),
  responses: deletionResponse,
  async handle({ params: { id } }, context) {
    await lockSession(context)
    const deletedPasskey = await deletePasskey(context.db, { userId: signedInUser(context).id, id })
    if (!deletedPasskey) throw new Fault('not_found', 'Passkey not found')
    await note(context, 'user.passkey_removed', deletedPasskey.name)
    return deleted(id)
  },
})

async function note(context: CallerContext, action: string, name: string): Promise<void> {
  const changes = { passkey: name, via: 'dashboard', ip: context.visit.ip }
  await addActivityOfPerson(context.db, { email: signedInUser(context).email, action, changes }, context.now)
}
