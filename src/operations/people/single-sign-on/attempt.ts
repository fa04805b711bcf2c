// One attempt to sign in at a provider: from the redirect to its page until it sends the browser back.
import { createHmac } from 'node:crypto'
import { Fault } from '../../../domain/fault.ts'
import {
  type OpenIdAttempt,
  type OpenIdClaims,
  OpenIdError,
  type OpenIdProvider,
  clientSecretContext,
} from '../../../domain/people/open-id.ts'
import { newToken } from '../../../domain/secret.ts'
import { openReadable } from '../../../domain/vault.ts'
import { type SingleSignOn, singleSignOnOf } from '../../../store/accounts/single-sign-on.ts'
import { addVerification, takeVerification } from '../../../store/accounts/verifications.ts'
import { type OperationResponse, type VisitorContext, ok } from '../../registry/define.ts'
import type { Services } from '../../registry/services.ts'

const attemptMs = 600_000

/** A different address for each organization, so that no provider can pass on the codes of another one. */
export const redirectUriOf = ({ origin }: Services, slug: string): string => `${origin()}/sign-in/callback/${slug}`

interface AttemptState {
  readonly organizationId: string
  readonly issuer: string
  readonly clientId: string
  /** The owner who tests the settings; null for a sign-in. */
  readonly testedBy: string | null
}

/** The browser keeps the token; everything that the provider must return is derived from it and stored nowhere. */
function secretsOf(token: string, redirectUri: string): OpenIdAttempt {
  const derived = (name: string): string => createHmac('sha256', token).update(name).digest('base64url')
  return { redirectUri, state: derived('state'), nonce: derived('nonce'), verifier: derived('verifier') }
}

/** The address of the provider's page. */
export async function beginAttempt(
  { db, now, services }: Pick<VisitorContext, 'db' | 'now' | 'services'>,
  configured: SingleSignOn,
  testedBy: string | null,
): Promise<OperationResponse> {
  const token = newToken()
  const { organizationId, issuer, clientId, slug } = configured
  const secrets = secretsOf(token, redirectUriOf(services, slug))
  const url = await services.openId
    .signInAddress(providerOf(services, configured), secrets)
    .catch(faultOf(configured, testedBy !== null))
  const state: AttemptState = { organizationId, issuer, clientId, testedBy }
  const expiresAt = new Date(now.getTime() + attemptMs)
  await addVerification(db, { purpose: 'single-sign-on', token, value: JSON.stringify(state), expiresAt }, now)
  return { ...ok({ object: 'single_sign_on_start', url }), keeps: { secondFactor: token } }
}

export interface FinishedAttempt {
  readonly configured: SingleSignOn
  readonly claims: OpenIdClaims
  readonly testedBy: string | null
}

/** Each attempt can be finished once, by the browser that began it. */
export async function finishAttempt(
  { services, now, visit }: VisitorContext,
  { organization, query }: { organization: string; query: string },
): Promise<FinishedAttempt> {
  const token = visit.secondFactor
  const value =
    token === null ? undefined : await takeVerification(services.store, { purpose: 'single-sign-on', token }, now)
  if (token === null || value === undefined)
    throw new Fault('unauthorized', 'This sign-in was finished, took too long or began in another browser. Try again.')
  const { organizationId, issuer, clientId, testedBy } = JSON.parse(value) as AttemptState
  const configured = await singleSignOnOf(services.store, organizationId)
  if (!configured || configured.issuer !== issuer || configured.clientId !== clientId)
    throw new Fault('unauthorized', 'Single sign-on was changed in the meantime. Try again.')
  if (configured.slug !== organization)
    throw new Fault('unauthorized', 'The response belongs to the sign-in of another organization. Try again.')
  const secrets = secretsOf(token, redirectUriOf(services, configured.slug))
  const claims = await services.openId
    .claims(providerOf(services, configured), secrets, query)
    .catch(faultOf(configured, testedBy !== null))
  return { configured, claims, testedBy }
}

function providerOf({ vault }: Services, { organizationId, issuer, clientId, secrets }: SingleSignOn): OpenIdProvider {
  const clientSecret = openReadable(vault, secrets, clientSecretContext(organizationId))
  if (clientSecret === null)
    throw new Fault('conflict', 'The stored client secret cannot be decrypted. An owner has to enter it again.')
  return { issuer, clientId, clientSecret }
}

/** Only owners learn why, because the reason says something about the network of the server. */
function faultOf({ organizationName }: SingleSignOn, isTest: boolean): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof OpenIdError)) throw error
    if (isTest) throw new Fault('conflict', error.message)
    throw error.kind === 'unreachable'
      ? new Fault(
          'conflict',
          `The provider of ${organizationName} does not respond. Try again later. Owners can sign in with their password.`,
        )
      : new Fault('unauthorized', `The provider of ${organizationName} did not sign you in. Try again.`)
  }
}
