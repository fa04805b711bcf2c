// What making a passkey and signing in with one have in common.
import { z } from 'zod'
import { Fault } from '../../../domain/fault.ts'
import { addVerification, takeVerification } from '../../../store/accounts/verifications.ts'
import { type OperationResponse, type VisitorContext, ok } from '../../registry/define.ts'
import { passkeysWork } from '../features.ts'

/** Loaded when somebody first uses a passkey: half a second, and 25 MB that most processes never need. */
export const library = () => import('@simplewebauthn/server')

const challengeMs = 300_000
export const optionsAnswer = (id: string, description: string) => ({
  description,
  schema: z.object({ object: z.literal('passkey_options'), options: z.record(z.string(), z.unknown()) }).meta({ id }),
  example: { object: 'passkey_options', options: { challenge: 'q3Vb0cXKZb2n5l1uJ8y2mRZ3nQv1aLwT' } },
})

/** What the browser answered, read by the library; its size has an end. */
export const response = z.looseObject({ id: z.string().min(1).max(2000), response: z.record(z.string(), z.unknown()) })
export const responseExample = { id: 'dGhlIGlkIG9mIGEga2V5', response: { clientDataJSON: 'e30' } }

/** The site that browsers create passkeys for. */
export function partyOf(context: Pick<VisitorContext, 'services'>): { rpID: string; origin: string } {
  const origin = context.services.origin()
  if (!passkeysWork(origin))
    throw new Fault('conflict', 'Browsers make passkeys only for an https:// name: set LAPWING_PUBLIC_URL to one')
  return { rpID: new URL(origin).hostname, origin }
}

/** Whatever the library finds wrong with what a browser sent, it throws, and so does what computes with its keys. */
export function notGood(error: unknown): null {
  if (error instanceof DOMException || (error instanceof Error && !('code' in error))) return null
  throw error
}

interface Ceremony {
  readonly purpose: 'passkey-registration' | 'passkey-sign-in'
  /** The user it is for, if known. */
  readonly value: string
}

/** Hands the browser what it needs, and remembers what it was asked. */
export async function offer(
  { services, now }: Pick<VisitorContext, 'services' | 'now'>,
  ceremony: Ceremony,
  options: { readonly challenge: string },
): Promise<OperationResponse> {
  const expiresAt = new Date(now.getTime() + challengeMs)
  await addVerification(services.store, { ...ceremony, token: options.challenge, expiresAt }, now)
  return ok({ object: 'passkey_options', options })
}

/** An answer counts when we asked, of this person, not long ago, on our page, and for the first time. */
export function expectedOf(context: Pick<VisitorContext, 'services' | 'now'>, { purpose, value }: Ceremony) {
  const { services, now } = context
  const { rpID, origin } = partyOf(context)
  return {
    // It is read from what was sent, so that it may be anything.
    expectedChallenge: async (token: unknown): Promise<boolean> =>
      typeof token === 'string' && (await takeVerification(services.store, { purpose, token }, now)) === value,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }
}
