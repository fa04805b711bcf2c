import { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import { endSessions, listSessions } from '../../store/accounts/sessions.ts'
import { lockAccount, renameUser } from '../../store/accounts/users.ts'
import { endGrantsOfUser } from '../registry/end-grant.ts'
import { defineOperation, noContent } from '../registry/define.ts'
import { deleted, deletionResponse } from '../registry/deletion.ts'
import { nameOf } from '../../domain/fields/name.ts'
import { wholeList, wholeListOf } from './whole-list.ts'
import { signedInUser, singleSignOnOf } from '../registry/signed-in-user.ts'

const own = { audience: 'dashboard', tag: 'Me', role: 'viewer' } as const

const session = z
  .object({
    object: z.literal('open_session'),
    id: z.uuid(),
    current: z.boolean().meta({ description: 'The session of this request' }),
    ip_address: z.string().nullable(),
    user_agent: z.string().nullable(),
    created_at: z.iso.datetime(),
    last_seen_at: z.iso.datetime().meta({ description: 'To the hour' }),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: 'OpenSession' })

export const listOpenSessions = defineOperation({
  id: 'listOpenSessions',
  method: 'GET',
  path: '/dashboard/me/sessions',
  ...own,
  summary: 'List your sessions, most recent first',
  responses: { 200: wholeListOf({ id: 'OpenSessions', item: session }) },
  async handle(_input, context) {
    const sessions = await listSessions(context.db, {
      userId: signedInUser(context).id,
      now: context.now,
      singleSignOnOf: singleSignOnOf(context),
    })
    const current = context.caller.credential.id
    return wholeList(sessions.map((one) => ({ object: 'open_session', current: one.id === current, ...one })))
  },
})

export const endOpenSession = defineOperation({
  id: 'endOpenSession',
  method: 'DELETE',
  path: '/dashboard/me/sessions/{id}',
  ...own,
  summary: 'End a session',
  params: z.object({ id: z.uuid() }),
  responses: deletionResponse,
  async handle({ params: { id } }, context) {
    const userId = signedInUser(context).id
    const ended = await endSessions(context.db, { userId, only: id, singleSignOnOf: singleSignOnOf(context) })
    if (ended === 0) throw new Fault('not_found', 'Session not found')
    return deleted(id)
  },
})

export const signOutEverywhere = defineOperation({
  id: 'signOutEverywhere',
  method: 'POST',
  path: '/dashboard/sign-out/everywhere',
  ...own,
  summary: 'Sign out everywhere',
  description:
    'Ends all sessions and disconnects all connected apps. After single sign-on, only the sessions that began in the ' +
    'same way in this organization and the apps that are connected to it.',
  responses: { 204: { description: 'All sessions ended, all apps disconnected' } },
  async handle(_input, context) {
    const { db, now, visit } = context
    const userId = signedInUser(context).id
    const organizationId = singleSignOnOf(context)
    await lockAccount(db, userId)
    await endSessions(db, { userId, singleSignOnOf: organizationId })
    const end = { reason: 'signed out everywhere', via: 'dashboard', ip: visit.ip, now } as const
    await endGrantsOfUser(db, { userId, organizationId }, end)
    return { ...noContent, keeps: { session: null, secondFactor: null } }
  },
})

export const updateProfile = defineOperation({
  id: 'updateProfile',
  method: 'PATCH',
  path: '/dashboard/me',
  changesPerson: 'settings',
  ...own,
  summary: 'Update your name',
  body: z.strictObject({ name: nameOf(100) }).meta({ id: 'ProfileUpdate' }),
  bodyExample: { name: 'Ada Lovelace' },
  responses: { 204: { description: 'Name updated' } },
  async handle({ body: { name } }, context) {
    const { id, name: before } = signedInUser(context)
    await renameUser(context.db, { id, name, now: context.now })
    if (name !== before)
      context.record({
        entityType: 'user',
        entityId: id,
        entityName: name,
        action: 'user.updated',
        changes: { name: { from: before, to: name } },
      })
    return noContent
  },
})
