// Finds out which program sent a request, and makes sure that one with a secret knows it.
import { type OAuthClient, clientWithUnreadDocument } from '../../domain/oauth/client.ts'
import { OAuthError } from '../../domain/oauth/oauth-error.ts'
import type { OAuthParameters } from '../../domain/oauth/parameters.ts'
import { isSecret } from '../../domain/oauth/secrets.ts'
import type { Services } from '../registry/services.ts'
import { findClient, hasDocument } from './find-client.ts'

/** A form that a program sent. */
export interface OAuthForm {
  readonly parameters: OAuthParameters
  readonly authorization: string | undefined
  readonly ip: string
}

interface ClientCredentials {
  readonly id: string
  readonly secret: string | null
}

export async function authenticateClient(services: Services, form: OAuthForm): Promise<OAuthClient> {
  const { id, secret } = credentialsOf(form)
  const client = hasDocument(id) ? clientWithUnreadDocument(id) : await findClient(services, id)
  if (client.secretHash === null) {
    if (secret !== null) throw refused('This client has no secret; send only its client_id')
    return client
  }
  if (secret === null) throw refused('This client must authenticate with its secret')
  if (!isSecret(secret, client.secretHash)) throw refused('Wrong client secret')
  return client
}

/** For what only programs with a secret may ask. */
export async function authenticateConfidentialClient(services: Services, form: OAuthForm): Promise<OAuthClient> {
  const client = await authenticateClient(services, form)
  if (client.secretHash === null) throw refused('Only clients with a secret may do this')
  return client
}

const refused = (description: string): OAuthError => new OAuthError('invalid_client', description)

function credentialsOf({ parameters, authorization }: OAuthForm): ClientCredentials {
  const id = parameters.optional('client_id')
  const secret = parameters.optional('client_secret')
  if (authorization === undefined) {
    if (id === null) throw new OAuthError('invalid_request', 'client_id: required')
    return { id, secret }
  }
  const basic = basicCredentials(authorization)
  if (secret !== null)
    throw new OAuthError('invalid_request', 'Send the client secret once, in the header or in the body')
  if (id !== null && id !== basic.id)
    throw new OAuthError('invalid_request', 'client_id: differs from the Authorization header')
  return basic
}

function basicCredentials(authorization: string): ClientCredentials {
  const [, encoded = ''] = /^basic +([a-z0-9+/]+=*)$/i.exec(authorization.trim()) ?? []
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? []
  if (!id || secret === undefined) throw refused('Authorization: must be Basic with the client id and secret')
  try {
    return { id: formDecoded(id), secret: formDecoded(secret) || null }
  } catch {
    throw refused('Authorization: the client id and secret must be form-encoded')
  }
}

/** RFC 6749, 2.3.1. */
const formDecoded = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))
