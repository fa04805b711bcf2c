// Programs that an owner creates: apps that members sign in to, and service accounts.
import { z } from 'zod'
import { scopes } from '../../domain/caller.ts'
import { Fault } from '../../domain/fault.ts'
import { type GrantType, ownGrants } from '../../domain/oauth/client.ts'
import { redirectUriProblem } from '../../domain/oauth/redirect-uri.ts'
import { newClientId, newSecret } from '../../domain/oauth/secrets.ts'
import { type ClientShown, addClient, deleteClient, listClients } from '../../store/oauth/clients.ts'
import { type CallerContext, created, defineOperation } from '../registry/define.ts'
import { deleted, deletionResponse } from '../registry/deletion.ts'
import { nameOf } from '../../domain/fields/name.ts'
import { wholeList, wholeListOf } from '../people/whole-list.ts'

const maxRedirectUris = 20
const maxClients = 100

const fields = {
  object: z.literal('oauth_client'),
  id: z.uuid(),
  client_id: z.string(),
  name: z.string(),
  kind: z.enum(['app', 'service']),
  redirect_uris: z.array(z.string()),
  scope: z.enum(scopes),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable().meta({ description: 'To the minute' }),
}

const shared = { audience: 'dashboard', tag: 'OAuth', role: 'owner' } as const

export const listOAuthClients = defineOperation({
  id: 'listOAuthClients',
  method: 'GET',
  path: '/dashboard/oauth/clients',
  ...shared,
  summary: 'List the apps and service accounts of the organization, newest first',
  responses: { 200: wholeListOf({ id: 'OAuthClients', item: z.object(fields).meta({ id: 'OAuthClient' }) }) },
  async handle(_input, { db, caller }) {
    const clients = await listClients(db, caller.organization.id)
    return wholeList(clients.map((client) => ({ object: 'oauth_client', ...client })))
  },
})

const redirectUri = z.string().superRefine((text, context) => {
  const problem = redirectUriProblem(text)
  if (problem) context.addIssue({ code: 'custom', message: problem })
})

const grantTypesOf: Readonly<Record<'app' | 'service', readonly GrantType[]>> = {
  app: ownGrants,
  service: ['client_credentials'],
}

// Accepts no Idempotency-Key, because the stored response would contain the secret.
export const createOAuthClient = defineOperation({
  id: 'createOAuthClient',
  method: 'POST',
  path: '/dashboard/oauth/clients',
  ...shared,
  summary: 'Create an app or a service account',
  description:
    'Members sign in to an app; a service account has its own access to the organization. Both authenticate with ' +
    'their secret.',
  body: z
    .strictObject({
      name: nameOf(100),
      kind: z.enum(['app', 'service']),
      redirectUris: z
        .array(redirectUri)
        .max(maxRedirectUris)
        .default([])
        .meta({ description: 'Required for an app; a service account has none' }),
      scope: z.enum(scopes).meta({ description: 'The most that its tokens may do' }),
    })
    .meta({ id: 'OAuthClientCreate' }),
  bodyExample: {
    name: 'Internal portal',
    kind: 'app',
    redirectUris: ['https://portal.example.com/callback'],
    scope: 'read',
  },
  faults: ['conflict'],
  responses: {
    201: {
      description: 'The client with its secret, which is shown only once',
      schema: z.object({ ...fields, client_secret: z.string() }).meta({ id: 'NewOAuthClient' }),
    },
  },
  async handle({ body: { name, kind, redirectUris, scope } }, context) {
    const { db, caller, now } = context
    if ((kind === 'app') !== redirectUris.length > 0)
      throw new Fault('invalid_request', `redirectUris: must ${kind === 'app' ? 'not ' : ''}be empty for kind ${kind}`)
    const organizationId = caller.organization.id
    if ((await listClients(db, organizationId)).length >= maxClients)
      throw new Fault(
        'conflict',
        `An organization can have at most ${maxClients} apps and service accounts; delete one first`,
      )
    const secret = newSecret('client')
    const draft = { clientId: newClientId(), kind, organizationId, name, uri: null, redirectUris, scope }
    const grantTypes = grantTypesOf[kind]
    const client = await addClient(db, { ...draft, grantTypes, secretHash: secret.hash }, now)
    record(context, client, 'oauth_client.created', { scope: { from: null, to: scope } })
    return created({ object: 'oauth_client', ...client, client_secret: secret.text })
  },
})

export const deleteOAuthClient = defineOperation({
  id: 'deleteOAuthClient',
  method: 'DELETE',
  path: '/dashboard/oauth/clients/{id}',
  ...shared,
  summary: 'Delete an app or a service account',
  description: 'All its tokens stop working at once.',
  params: z.object({ id: z.uuid() }),
  responses: deletionResponse,
  async handle({ params: { id } }, context) {
    const client = await deleteClient(context.db, { organizationId: context.caller.organization.id, id })
    if (!client) throw new Fault('not_found', 'OAuth client not found')
    record(context, client, 'oauth_client.deleted', {})
    return deleted(id)
  },
})

function record(
  { record }: CallerContext,
  { id, name }: ClientShown,
  action: string,
  changes: Record<string, unknown>,
): void {
  record({ entityType: 'oauth_client', entityId: id, entityName: name, action, changes })
}
