// How people see a program and what it asks for.
import { z } from 'zod'
import { isAtLeast, roles } from '../../domain/caller.ts'
import { type ClientSummary, clientKinds } from '../../domain/oauth/client.ts'
import { oauthResources } from '../../domain/oauth/resources.ts'
import { oauthScopes } from '../../domain/oauth/scopes.ts'
import type { Membership } from '../../store/accounts/users.ts'
import type { AccessRequest } from '../../store/oauth/requests.ts'
import type { CallerContext } from '../registry/define.ts'
import { organizationsOf } from '../registry/signed-in-user.ts'

export const clientSchema = z
  .object({
    id: z.string(),
    name: z.string().meta({ description: 'As the program calls itself; anyone can claim a name' }),
    uri: z.string().nullable(),
    logo_uri: z.null(),
    kind: z.enum(clientKinds),
    host: z
      .string()
      .nullable()
      .meta({ description: 'The host that vouches for the program, if it has a metadata document' }),
  })
  .meta({ id: 'OAuthClientSummary' })

export function showClient({ id, name, uri, kind }: ClientSummary): object {
  const host = kind === 'metadata_document' ? new URL(id).host : null
  return { id, name, uri, logo_uri: null, kind, host }
}

/** What every request for access shows. */
export const requestFields = {
  id: z.uuid(),
  client: clientSchema,
  scopes: z.array(z.enum(oauthScopes)),
  resource: z.enum(oauthResources),
  organizations: z
    .array(z.object({ id: z.uuid(), name: z.string(), role: z.enum(roles) }))
    .meta({ description: 'Organizations that the user can choose' }),
  expires_at: z.iso.datetime(),
}

interface ShownRequest extends AccessRequest {
  readonly id: string
  readonly expiresAt: Date
}

export async function showRequest(request: ShownRequest, context: CallerContext): Promise<object> {
  const organizations = await organizationsFor(request.client, context)
  return {
    id: request.id,
    client: showClient(request.client),
    scopes: request.scopes,
    resource: request.resource,
    organizations: organizations.map(({ id, name, role }) => ({ id, name, role })),
    expires_at: request.expiresAt,
  }
}

/** The user's organizations; a program of an organization is only for that one. */
export async function organizationsFor(client: ClientSummary, context: CallerContext): Promise<Membership[]> {
  return (await organizationsOf(context)).filter(
    ({ id }) => client.organizationId === null || client.organizationId === id,
  )
}

export const mayWrite = ({ role }: Membership): boolean => isAtLeast(role, 'member')
