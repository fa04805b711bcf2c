// Shared by the creation of passkeys and sign-in with them.
import { z } from 'zod'
import { Fault } from '../../../domain/fault.ts'
import { addVerification, takeVerification } from '../../../store/accounts/verifications.ts'
import { type OperationResponse, type VisitorContext, ok } from '../../registry/define.ts'
import { passkeysWork } from '../features.ts'

/** Loaded on first use: it takes half a second and 25 MB that most processes never need. */
export const library = () => import('@simplewebauthn/server')

const challengeMs = 300_000
export const optionsAnswer = (id: string, description: string) => ({
  description,
  schema: z.object({ object: z.literal('passkey_options'), options: z.record(z.string(), z.unknown()) }).meta({ id }),
})

/** The response of the browser, parsed by the library; its size is limited. */
export const response = z.looseObject({ id: z.string().min(1).max(2000), response: z.record(z.string(), z.unknown()) })
export const responseExample = { id: 'dGhlIGlkIG9mIGEga2V5', response: { clientDataJSON: 'e30' } }

/** The site that browsers create passkeys for. */
export function partyOf(context: Pick<VisitorContext, 'services'>): { rpID: string; origin: string } {
  const origin = context.services.origin()
  if (!passkeysWork(origin))
    throw new Fault(
      'conflict',
      'Browsers create passkeys only for an https:// address with a hostname: set LAPWING_PUBLIC_URL to one',
    )
  return { rpID: new URL(origin).hostname, origin }
}

/** The library and the key operations throw on invalid responses. */
export function notGood(error: unknown): null {
  if (error instanceof DOMException || (error instanceof Error && !('code' in error))) return null
  throw error
}

interface Ceremony {
  readonly purpose: 'passkey-registration' | 'passkey-sign-in'
  /** The user, if known. */
  readonly value: string
}

/** Sends the options to the browser and stores the challenge. */
export async function offer(
  { services, now }: Pick<VisitorContext, 'services' | 'now'>,
  ceremony: Ceremony,
  options: { readonly challenge: string },
): Promise<OperationResponse> {
  const expiresAt = new Date(now.getTime() + challengeMs)
  await addVerification(services.store, { ...ceremony, token: options.challenge, expiresAt }, now)
  return ok({ object: 'passkey_options', options })
}

/** Accepts a response to a recent challenge for this user and origin, once. */
export function expectedOf(context: Pick<VisitorContext, 'services' | 'now'>, { purpose, value }: Ceremony) {
  const { services, now } = context
  const { rpID, origin } = partyOf(context)
  return {
    // It comes from the client and can be anything.
    expectedChallenge: async (token: unknown): Promise<boolean> =>
      typeof token === 'string' && (await takeVerification(services.store, { purpose, token }, now)) === value,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }
}
