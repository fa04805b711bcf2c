// What sign-in with an OpenID Connect provider needs of a client, which `protocols/open-id.ts` is.

export interface OpenIdProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

/** The secrets of one sign-in, which the browser or the provider must return. */
export interface OpenIdAttempt {
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

export type OpenIdClaims = Readonly<Record<string, unknown>> & { readonly sub: string }

export interface OpenIdClient {
  /** Throws an OpenIdError if there is no provider at this address. */
  check(issuer: string): Promise<void>
  /** The address of the provider's page, to which the browser goes. */
  signInAddress(provider: OpenIdProvider, attempt: OpenIdAttempt): Promise<string>
  /** Exchanges the code in the query of the redirect, and returns the verified claims about the person. */
  claims(provider: OpenIdProvider, attempt: OpenIdAttempt, query: string): Promise<OpenIdClaims>
}

/** `unreachable`: nothing can be said about the person; `refused`: the provider or its response is not acceptable. */
export class OpenIdError extends Error {
  override name = 'OpenIdError'
  readonly kind: 'unreachable' | 'refused'

  constructor(kind: 'unreachable' | 'refused', message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

/** What the sealed client secret of an organization is bound to. */
export const clientSecretContext = (organizationId: string): string => `single sign-on ${organizationId}`
