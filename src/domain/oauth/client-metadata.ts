// What a program says about itself, when it registers (RFC 7591) or in its Client ID Metadata Document.
import { z } from 'zod'
import { problems, wording } from '../validation.ts'
import { type OAuthClient, ownGrants } from './client.ts'
import { OAuthError } from './oauth-error.ts'
import { redirectUriProblem } from './redirect-uri.ts'
import { accessOf, oauthScopes } from './scopes.ts'

const maxRedirectUris = 20
const maxNameLength = 100
const text = z.string().max(2000)

/** Fields that are not listed here are ignored. */
const metadata = z.object({
  redirect_uris: z.array(text).max(maxRedirectUris).default([]),
  client_name: text.optional(),
  client_uri: text.optional(),
  grant_types: z.array(text).max(20).default(['authorization_code']),
  response_types: z.array(text).max(20).default(['code']),
  token_endpoint_auth_method: text.optional(),
  scope: text.optional(),
})

export interface ClientMetadata extends Pick<OAuthClient, 'name' | 'uri' | 'redirectUris' | 'grantTypes' | 'scope'> {
  readonly authMethod: string | undefined
}

export function readClientMetadata(json: unknown): ClientMetadata {
  const parsed = metadata.safeParse(json, { error: wording })
  if (!parsed.success) throw wrong(problems(parsed.error).join('; '))
  const { redirect_uris: redirectUris, response_types: responses, ...given } = parsed.data
  const grantTypes = ownGrants.filter((grant) => given.grant_types.includes(grant))
  if (grantTypes.length === 0) throw wrong(`grant_types: must include one of ${ownGrants.join(', ')}`)
  const usesBrowser = grantTypes.includes('authorization_code')
  if (usesBrowser && !responses.includes('code')) throw wrong('response_types: must include code')
  if (usesBrowser && redirectUris.length === 0) throw new OAuthError('invalid_redirect_uri', 'redirect_uris: required')
  redirectUris.forEach((uri, index) => {
    const problem = redirectUriProblem(uri)
    if (problem) throw new OAuthError('invalid_redirect_uri', `redirect_uris[${index}]: ${problem}`)
  })
  return {
    name: readableName(given.client_name),
    uri: webAddress(given.client_uri),
    redirectUris,
    grantTypes,
    scope: maxScope(given.scope),
    authMethod: given.token_endpoint_auth_method,
  }
}

const wrong = (description: string): OAuthError => new OAuthError('invalid_client_metadata', description)

/** People decide by this name, so it has no characters that hide or reorder others. */
function readableName(name = ''): string {
  const readable = name
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
  return [...readable].slice(0, maxNameLength).join('') || 'Unnamed program'
}

const webAddress = (uri: string | undefined): string | null =>
  uri !== undefined && URL.canParse(uri) && new URL(uri).protocol === 'https:' ? new URL(uri).href : null

/** Scopes that Lapwing does not know are ignored; without any, the program may ask for all. */
function maxScope(scope: string | undefined): OAuthClient['scope'] {
  if (scope === undefined) return 'write'
  const names = scope.split(' ')
  return accessOf(oauthScopes.filter((known) => names.includes(known)))
}

/** What is wrong with the address of a metadata document, as the rest of a sentence; null if it is fine. */
export function documentUrlProblem(address: string): string | null {
  if (!URL.canParse(address)) return 'must be a URL'
  const { protocol, username, password, hash, pathname, href } = new URL(address)
  if (protocol !== 'https:') return 'must use https'
  if (username !== '' || password !== '' || hash !== '') return 'must have neither a user name nor a fragment'
  if (pathname === '/') return 'must have a path'
  return href === address ? null : 'must be written in its normal form'
}

/** The client that a metadata document describes; it must name the address it was read from. */
export function clientOfDocument(address: string, document: string): OAuthClient {
  const json = jsonIn(document)
  if (json['client_id'] !== address) throw wrong('client_id: must be the address of the document')
  if ('client_secret' in json) throw wrong('client_secret: must not be in the document, which everybody can read')
  const { authMethod = 'none', ...client } = readClientMetadata(json)
  if (authMethod !== 'none') throw wrong('token_endpoint_auth_method: must be none')
  return { ...client, id: address, kind: 'metadata_document', rowId: null, organizationId: null, secretHash: null }
}

function jsonIn(document: string): Record<string, unknown> {
  try {
    const json: unknown = JSON.parse(document)
    if (json !== null && typeof json === 'object') return json as Record<string, unknown>
  } catch {
    // Said below.
  }
  throw wrong('the metadata document is not a JSON object')
}
