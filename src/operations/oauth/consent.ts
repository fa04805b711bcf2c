// A person's decision about what a program may do.
import { z } from 'zod'
import { scopes } from '../../domain/caller.ts'
import { Fault } from '../../domain/fault.ts'
import { accessOf, isWithin } from '../../domain/oauth/scopes.ts'
import { addActivity } from '../../store/accounts/activity.ts'
import { lockClient } from '../../store/oauth/clients.ts'
import { type OAuthGrant, addGrant } from '../../store/oauth/grants.ts'
import type { AccessRequest } from '../../store/oauth/requests.ts'
import type { CallerContext } from '../registry/define.ts'
import { lockSession, signedInUser } from '../registry/signed-in-user.ts'
import { mayWrite, organizationsFor } from './shown-request.ts'

export const decisionBody = z
  .strictObject({
    allow: z.boolean(),
    scope: z.enum(scopes).default('read').meta({ description: 'At most what the program asked for' }),
    organizationId: z.uuid().optional().meta({ description: 'Required to allow the request' }),
  })
  .meta({ id: 'OAuthDecisionBody' })

export const decisionExample = {
  allow: true,
  scope: 'read',
  organizationId: '0198c5a2-7d4f-7b12-8d1e-0c5a9f7e3b20',
}

type ConsentDecision = z.output<typeof decisionBody>

/** Grants what the user chose, until the program picks up its tokens at the latest at `expiresAt`. */
export async function grantAccess(
  request: AccessRequest,
  decision: ConsentDecision,
  { context, expiresAt }: { context: CallerContext; expiresAt: Date },
): Promise<OAuthGrant> {
  const { db, now } = context
  const user = signedInUser(context)
  // Someone who signs out everywhere has disconnected all programs, also one that is being allowed.
  await lockSession(context)
  const organizationId = await chosenOrganization(request, decision, context)
  const { client, resource } = request
  if (client.rowId !== null && !(await lockClient(db, client.rowId)))
    throw new Fault('not_found', 'The program was deleted')
  const grant = await addGrant(
    db,
    {
      organizationId,
      userId: user.id,
      client,
      scope: decision.scope,
      resource,
      offline: request.scopes.includes('offline_access'),
      expiresAt,
    },
    now,
  )
  await recordAuthorized(grant, context)
  return grant
}

async function chosenOrganization(
  { client, scopes: requested }: AccessRequest,
  { scope, organizationId }: ConsentDecision,
  context: CallerContext,
): Promise<string> {
  if (organizationId === undefined) throw new Fault('invalid_request', 'organizationId: required')
  const organization = (await organizationsFor(client, context)).find(({ id }) => id === organizationId)
  if (!organization)
    throw new Fault('invalid_request', 'organizationId: must be one of the organizations of the request')
  if (!isWithin(scope, accessOf(requested)))
    throw new Fault('invalid_request', 'scope: must be read; the program did not ask for more')
  if (scope === 'write' && !mayWrite(organization))
    throw new Fault('forbidden', `Your role in ${organization.name} is viewer. Choose read.`)
  return organization.id
}

/** In the log of the chosen organization, which need not be the one that the dashboard shows. */
async function recordAuthorized(grant: OAuthGrant, { db, now, caller, visit, via }: CallerContext): Promise<void> {
  const { client, scope, resource } = grant
  await addActivity(db, {
    organizationId: grant.organizationId,
    actor: { name: caller.user!.name, email: caller.user!.email },
    events: [
      {
        entityType: 'oauth_client',
        entityId: grant.id,
        entityName: client.name,
        action: 'oauth.authorized',
        changes: { scope: { from: null, to: scope }, resource: { from: null, to: resource }, via, ip: visit.ip },
      },
    ],
    now,
  })
}
