// A program that asks for access.
import type { KeyScope } from '../caller.ts'

export const clientKinds = ['metadata_document', 'registered', 'organization', 'built_in'] as const
export type OAuthClientKind = (typeof clientKinds)[number]

export const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'
export const grantTypes = ['authorization_code', 'refresh_token', deviceGrant, 'client_credentials'] as const
export type GrantType = (typeof grantTypes)[number]

/** What is kept of a client with everything it was allowed to do. */
export interface ClientSummary {
  /** As the program names itself in requests. */
  readonly id: string
  readonly name: string
  readonly uri: string | null
  readonly kind: OAuthClientKind
  /** Null for a client without a row. */
  readonly rowId: string | null
  /** The only organization whose members may use it; null for all. */
  readonly organizationId: string | null
}

export interface OAuthClient extends ClientSummary {
  readonly redirectUris: readonly string[]
  readonly grantTypes: readonly GrantType[]
  readonly scope: KeyScope
  /** Null for a public client. */
  readonly secretHash: Buffer | null
}

export const summaryOf = ({ id, name, uri, kind, rowId, organizationId }: OAuthClient): ClientSummary => ({
  id,
  name,
  uri,
  kind,
  rowId,
  organizationId,
})

/** Grants that a program can have without an owner's help. */
export const ownGrants: readonly GrantType[] = ['authorization_code', 'refresh_token', deviceGrant]

/** Enough to exchange what was granted to it before; a grant has what its document said. */
export const clientWithUnreadDocument = (id: string): OAuthClient => ({
  id,
  name: id,
  uri: null,
  kind: 'metadata_document',
  rowId: null,
  organizationId: null,
  redirectUris: [],
  grantTypes: ownGrants,
  scope: 'write',
  secretHash: null,
})

/** Lapwing's own command line: it signs in by device code, or through a browser on the same machine. */
export const commandLineClient: OAuthClient = {
  id: 'lapwing-cli',
  name: 'Lapwing command line',
  uri: null,
  kind: 'built_in',
  rowId: null,
  organizationId: null,
  redirectUris: ['http://127.0.0.1/callback', 'http://[::1]/callback', 'http://localhost/callback'],
  grantTypes: ownGrants,
  scope: 'write',
  secretHash: null,
}
