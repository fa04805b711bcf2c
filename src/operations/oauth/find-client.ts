// Finds the client that a request names.
import { type OAuthClient, commandLineClient } from '../../domain/oauth/client.ts'
import { clientOfDocument, documentUrlProblem } from '../../domain/oauth/client-metadata.ts'
import { OAuthError } from '../../domain/oauth/oauth-error.ts'
import { findClientRow } from '../../store/oauth/clients.ts'
import type { Services } from '../registry/services.ts'

export async function findClient(services: Services, id: string): Promise<OAuthClient> {
  if (id === commandLineClient.id) return commandLineClient
  if (hasDocument(id)) return clientWithDocument(services, id)
  const client = await findClientRow(services.store, id)
  if (!client) throw new OAuthError('invalid_client', 'client_id: unknown client; register it again')
  return client
}

/** Whether the id of a client is the address of its metadata document. */
export const hasDocument = (id: string): boolean => /^https?:/i.test(id)

async function clientWithDocument({ clientDocument }: Services, address: string): Promise<OAuthClient> {
  const problem = documentUrlProblem(address)
  if (problem) throw new OAuthError('invalid_client', `client_id: ${problem}`)
  const document = await clientDocument(address)
  try {
    return clientOfDocument(address, document)
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    throw new OAuthError('invalid_client', `The metadata document of the client is wrong: ${error.message}`)
  }
}
