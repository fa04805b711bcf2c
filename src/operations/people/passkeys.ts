// Passkeys: keys that never leave a device. The library that reads what browsers send is loaded when somebody first uses one.
import { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import { addActivityOfPerson } from '../../store/accounts/activity.ts'
import {
  type PasskeyProof,
  addPasskey,
  deletePasskey,
  findPasskey,
  listPasskeys as passkeyRows,
  notePasskeyUse,
} from '../../store/accounts/passkeys.ts'
import { addVerification, takeVerification } from '../../store/accounts/verifications.ts'
import { type CallerContext, type VisitorContext, created, defineOperation, ok } from '../registry/define.ts'
import { deleted, deletionOf } from '../registry/deletion.ts'
import { nameOf } from '../registry/name.ts'
import { gettingIn, letIn, signInAnswer } from './continue-sign-in.ts'
import { passkeysWork } from './features.ts'
import { givenPassword } from './password.ts'
import { provenPassword } from './proven-password.ts'
import { signedInUser } from './signed-in-user.ts'

const library = () => import('@simplewebauthn/server')

const challengeMs = 300_000
const mostPasskeys = 20

const options = (id: string, description: string) => ({
  description,
  schema: z.object({ object: z.literal('passkey_options'), options: z.record(z.string(), z.unknown()) }).meta({ id }),
  example: { object: 'passkey_options', options: { challenge: 'q3Vb0cXKZb2n5l1uJ8y2mRZ3nQv1aLwT' } },
})

/** What the browser answered, read by the library; its size has an end. */
const response = z.looseObject({ id: z.string().min(1).max(2000), response: z.record(z.string(), z.unknown()) })
const responseExample = { id: 'dGhlIGlkIG9mIGEga2V5', response: { clientDataJSON: 'e30' } }

const passkey = z
  .object({
    object: z.literal('passkey'),
    id: z.uuid(),
    name: z.string(),
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Passkey' })

const example = {
  object: 'passkey',
  id: '0198c5a2-c0aa-7f00-8a11-0f1e2d3c4b5a',
  name: 'Laptop',
  created_at: '2026-02-10T09:00:00.000Z',
  last_used_at: null,
}

const own = { audience: 'dashboard', tag: 'Me', role: 'viewer' } as const

/** Whom browsers make keys for. */
function partyOf(context: Pick<VisitorContext, 'services'>): { rpID: string; origin: string } {
  const origin = context.services.origin()
  if (!passkeysWork(origin))
    throw new Fault('conflict', 'Browsers make passkeys only for an https:// name: set LAPWING_PUBLIC_URL to one')
  return { rpID: new URL(origin).hostname, origin }
}

export const listPasskeys = defineOperation({
  id: 'listPasskeys',
  method: 'GET',
  path: '/dashboard/me/passkeys',
  access: 'read',
  ...own,
  summary: 'Your passkeys, newest first',
  responses: {
    200: {
      description: 'All of them',
      schema: z.object({ object: z.literal('list'), data: z.array(passkey) }).meta({ id: 'Passkeys' }),
      example: { object: 'list', data: [example] },
    },
  },
  async handle(_input, context) {
    const keys = await passkeyRows(context.db, signedInUser(context).id)
    return ok({ object: 'list', data: keys.map(({ credentialId: _, ...key }) => ({ object: 'passkey', ...key })) })
  },
})

export const beginPasskey = defineOperation({
  id: 'beginPasskey',
  method: 'POST',
  path: '/dashboard/me/passkeys/options',
  access: 'write',
  ownTransactions: true,
  ...own,
  summary: 'What the browser needs to make a passkey',
  body: z.strictObject({ password: givenPassword }).meta({ id: 'PasskeyBegin' }),
  bodyExample: { password: 'correct horse battery staple' },
  faults: ['conflict', 'forbidden'],
  responses: { 200: options('PasskeyOptions', 'For navigator.credentials.create') },
  async handle({ body: { password } }, context) {
    const { rpID } = partyOf(context)
    const { id, email, name } = await provenPassword(context, password)
    const known = await passkeyRows(context.db, id)
    if (known.length >= mostPasskeys) throw new Fault('conflict', `There are ${mostPasskeys} already; delete one first`)
    const { generateRegistrationOptions } = await library()
    const made = await generateRegistrationOptions({
      rpName: 'Lapwing',
      rpID,
      userName: email,
      userDisplayName: name,
      userID: new Uint8Array(Buffer.from(id)),
      attestationType: 'none',
      excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    await remember(context, { purpose: 'passkey-registration', token: made.challenge, value: id })
    return ok({ object: 'passkey_options', options: made })
  },
})

export const createPasskey = defineOperation({
  id: 'createPasskey',
  method: 'POST',
  path: '/dashboard/me/passkeys',
  access: 'write',
  ownTransactions: true,
  ...own,
  summary: 'Keep the passkey that the browser made',
  body: z.strictObject({ name: nameOf(100), response }).meta({ id: 'PasskeyCreate' }),
  bodyExample: { name: 'Laptop', response: responseExample },
  faults: ['conflict', 'forbidden'],
  responses: { 201: { description: 'The passkey', schema: passkey, example } },
  async handle({ body }, context) {
    const { rpID, origin } = partyOf(context)
    const user = signedInUser(context)
    const { verifyRegistrationResponse } = await library()
    const checked = await verifyRegistrationResponse({
      response: body.response as never,
      expectedChallenge: (challenge) => isOurs(context, { purpose: 'passkey-registration', challenge, value: user.id }),
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
    }).catch(notGood)
    if (!checked?.verified) throw new Fault('forbidden', 'response: is no passkey of this page; try again')
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
      const added = await addPasskey(tx, draft, context.now)
      if (!added) throw new Fault('conflict', 'This passkey is known already')
      await note({ ...context, db: tx }, 'user.passkey_added', body.name)
      return created({ object: 'passkey', ...added })
    })
  },
})

export const removePasskey = defineOperation({
  id: 'removePasskey',
  method: 'DELETE',
  path: '/dashboard/me/passkeys/{id}',
  access: 'write',
  ...own,
  summary: 'Forget a passkey',
  params: z.object({ id: z.uuid() }),
  responses: deletionOf(example.id),
  async handle({ params: { id } }, context) {
    const gone = await deletePasskey(context.db, { userId: signedInUser(context).id, id })
    if (!gone) throw new Fault('not_found', 'There is no such passkey')
    await note(context, 'user.passkey_removed', gone.name)
    return deleted(id)
  },
})

export const beginPasskeySignIn = defineOperation({
  id: 'beginPasskeySignIn',
  method: 'POST',
  path: '/dashboard/sign-in/passkey/options',
  access: 'none',
  ...gettingIn,
  summary: 'What the browser needs to sign in with a passkey',
  faults: ['conflict'],
  responses: { 200: options('PasskeySignInOptions', 'For navigator.credentials.get') },
  async handle(_input, context) {
    const { rpID } = partyOf(context)
    const { generateAuthenticationOptions } = await library()
    const made = await generateAuthenticationOptions({ rpID, userVerification: 'required' })
    await remember(context, { purpose: 'passkey-sign-in', token: made.challenge, value: '' })
    return ok({ object: 'passkey_options', options: made })
  },
})

export const signInWithPasskey = defineOperation({
  id: 'signInWithPasskey',
  method: 'POST',
  path: '/dashboard/sign-in/passkey',
  access: 'none',
  ...gettingIn,
  summary: 'Sign in with a passkey',
  description: 'A device asks its owner before it signs, so no second step follows.',
  body: z.strictObject({ response }).meta({ id: 'PasskeySignIn' }),
  bodyExample: { response: responseExample },
  faults: ['unauthorized', 'forbidden', 'conflict'],
  responses: { 200: signInAnswer },
  async handle({ body }, context) {
    const known = await findPasskey(context.db, body.response.id)
    const counter = known ? await verify(context, known, body.response) : null
    if (!known || counter === null)
      throw new Fault('unauthorized', 'This passkey is not known here. Sign in with your password.')
    return context.services.store.transaction(async (db) => {
      await notePasskeyUse(db, { id: known.id, counter, now: context.now })
      return letIn({ ...context, db }, { userId: known.userId, email: known.email, by: 'passkey' })
    })
  },
})

async function verify(context: VisitorContext, known: PasskeyProof, answer: unknown): Promise<number | null> {
  const { rpID, origin } = partyOf(context)
  const { verifyAuthenticationResponse } = await library()
  const { credentialId: id, publicKey, counter, transports } = known
  const checked = await verifyAuthenticationResponse({
    response: answer as never,
    expectedChallenge: (challenge) => isOurs(context, { purpose: 'passkey-sign-in', challenge, value: '' }),
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: { id, publicKey: new Uint8Array(publicKey), counter, transports },
    requireUserVerification: true,
  }).catch(notGood)
  return checked?.verified ? checked.authenticationInfo.newCounter : null
}

/** Whatever the library finds wrong with what a browser sent, it throws. */
function notGood(error: unknown): null {
  if (error instanceof Error && !('code' in error)) return null
  throw error
}

interface Challenge {
  readonly purpose: 'passkey-registration' | 'passkey-sign-in'
  readonly token: string
  readonly value: string
}

async function remember(
  { services, now }: Pick<VisitorContext, 'services' | 'now'>,
  challenge: Challenge,
): Promise<void> {
  await addVerification(services.store, { ...challenge, expiresAt: new Date(now.getTime() + challengeMs) }, now)
}

/** Asked by us, of this person, not long ago, and answered for the first time. */
async function isOurs(
  { services, now }: Pick<VisitorContext, 'services' | 'now'>,
  { purpose, challenge, value }: { purpose: Challenge['purpose']; challenge: string; value: string },
): Promise<boolean> {
  return (await takeVerification(services.store, { purpose, token: challenge }, now)) === value
}

async function note(context: CallerContext, action: string, name: string): Promise<void> {
  const changes = { passkey: name, via: 'dashboard', ip: context.visit.ip }
  await addActivityOfPerson(context.db, { email: signedInUser(context).email, action, changes }, context.now)
}
