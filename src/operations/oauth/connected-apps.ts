// Programs that members allowed to use Lapwing on their behalf.
import { z } from 'zod'
import { isAtLeast, scopes } from '../../domain/caller.ts'
import { Fault } from '../../domain/fault.ts'
import { oauthResources } from '../../domain/oauth/resources.ts'
import { type ConnectedApp, deleteGrant, listConnectedApps } from '../../store/oauth/grants.ts'
import { type CallerContext, defineOperation } from '../registry/define.ts'
import { deleted, deletionResponse } from '../registry/deletion.ts'
import { signedInUser } from '../registry/signed-in-user.ts'
import { wholeList, wholeListOf } from '../people/whole-list.ts'
import { clientSchema, showClient } from './shown-request.ts'

const shared = { audience: 'dashboard', tag: 'OAuth', role: 'viewer' } as const

export const listConnectedPrograms = defineOperation({
  id: 'listConnectedApps',
  method: 'GET',
  path: '/dashboard/connected-apps',
  ...shared,
  summary: 'List the connected apps, newest first',
  description: 'Admins see those of all members, everyone else their own.',
  responses: {
    200: wholeListOf({
      id: 'ConnectedApps',
      item: z
        .object({
          object: z.literal('connected_app'),
          id: z.uuid(),
          client: clientSchema,
          user: z.object({ id: z.uuid(), name: z.string() }),
          scope: z.enum(scopes),
          resource: z.enum(oauthResources),
          created_at: z.iso.datetime(),
          last_used_at: z.iso.datetime().nullable().meta({ description: 'To the minute' }),
          expires_at: z.iso.datetime().meta({ description: 'If the program does not use it until then' }),
        })
        .meta({ id: 'ConnectedApp' }),
    }),
  },
  async handle(_input, context) {
    const apps = await visibleApps(context)
    return wholeList(apps.map((app) => ({ object: 'connected_app', ...app, client: showClient(app.client) })))
  },
})

export const revokeConnectedApp = defineOperation({
  id: 'revokeConnectedApp',
  method: 'DELETE',
  path: '/dashboard/connected-apps/{id}',
  ...shared,
  summary: 'Disconnect an app',
  description: 'All its tokens stop working at once.',
  params: z.object({ id: z.uuid() }),
  responses: deletionResponse,
  async handle({ params: { id } }, context) {
    const app = (await visibleApps(context)).find((each) => each.id === id)
    if (!app || !(await deleteGrant(context.db, id))) throw new Fault('not_found', 'Connected app not found')
    context.record({
      entityType: 'oauth_client',
      entityId: id,
      entityName: app.client.name,
      action: 'oauth.revoked',
      changes: { user: app.user.name },
    })
    return deleted(id)
  },
})

function visibleApps(context: CallerContext): Promise<ConnectedApp[]> {
  const { db, caller, now } = context
  const { id, role } = signedInUser(context)
  const userId = isAtLeast(role, 'admin') ? undefined : id
  return listConnectedApps(db, { organizationId: caller.organization.id, userId, now })
}
