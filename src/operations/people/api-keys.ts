import { z } from 'zod'
import { scopes } from '../../domain/caller.ts'
import { Fault } from '../../domain/fault.ts'
import { newApiKey } from '../../domain/secret.ts'
import { type KeyShown, addKey, lockKey, listKeys, revokeKey } from '../../store/accounts/api-keys.ts'
import { type CallerContext, created, defineOperation } from '../registry/define.ts'
import { deleted, deletionResponse } from '../registry/deletion.ts'
import { plannedInstant } from '../registry/fields/instant.ts'
import { nameOf } from '../../domain/fields/name.ts'
import { wholeList, wholeListOf } from './whole-list.ts'

const fields = {
  object: z.literal('api_key'),
  id: z.uuid(),
  name: z.string(),
  prefix: z.string().meta({ description: 'The first characters of the key' }),
  scope: z.enum(scopes),
  provisioned: z.boolean().meta({ description: 'Comes from the provision file' }),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable().meta({ description: 'To the minute' }),
  expires_at: z.iso.datetime().nullable(),
}

const shared = { audience: 'dashboard', tag: 'API keys', role: 'admin' } as const

export const listApiKeys = defineOperation({
  id: 'listApiKeys',
  method: 'GET',
  path: '/dashboard/api-keys',
  ...shared,
  summary: 'List the active API keys, newest first',
  responses: {
    200: wholeListOf({
      id: 'ApiKeys',
      item: z.object(fields).meta({ id: 'ApiKey' }),
      description: 'All keys, without their secret part',
    }),
  },
  async handle(_input, { db, caller }) {
    const keys = await listKeys(db, caller.organization.id)
    return wholeList(keys.map((key) => ({ object: 'api_key', ...key })))
  },
})

// Accepts no Idempotency-Key, because the stored response would contain the key.
export const createApiKey = defineOperation({
  id: 'createApiKey',
  method: 'POST',
  path: '/dashboard/api-keys',
  ...shared,
  summary: 'Create an API key',
  body: z
    .strictObject({
      name: nameOf(100),
      scope: z.enum(scopes),
      expiresAt: plannedInstant.nullable().default(null).meta({ description: 'Null means never' }),
    })
    .meta({ id: 'ApiKeyCreate' }),
  bodyExample: { name: 'deploy pipeline', scope: 'write' },
  responses: {
    201: {
      description: 'The key, shown only once',
      schema: z.object({ ...fields, key: z.string() }).meta({ id: 'NewApiKey' }),
    },
  },
  async handle({ body: { name, scope, expiresAt } }, context) {
    const { db, caller, now } = context
    if (expiresAt !== null && expiresAt <= now) throw new Fault('invalid_request', 'expiresAt: must be in the future')
    const key = newApiKey()
    const row = await addKey(db, { organizationId: caller.organization.id, name, scope, key, expiresAt }, now)
    record(context, row, 'api_key.created', { scope: { from: null, to: scope } })
    return created({ object: 'api_key', ...row, key: key.key })
  },
})

export const revokeApiKey = defineOperation({
  id: 'revokeApiKey',
  method: 'DELETE',
  path: '/dashboard/api-keys/{id}',
  ...shared,
  summary: 'Revoke an API key',
  description: 'The key stops working within two seconds.',
  params: z.object({ id: z.uuid() }),
  faults: ['conflict'],
  responses: deletionResponse,
  async handle({ params: { id } }, context) {
    const { db, caller, now } = context
    const key = await lockKey(db, { organizationId: caller.organization.id, id })
    if (!key) throw new Fault('not_found', 'API key not found')
    if (key.provisioned) throw new Fault('conflict', 'This key comes from the provision file; remove it there')
    await revokeKey(db, { id, now })
    record(context, key, 'api_key.revoked', {})
    return deleted(id)
  },
})

function record(
  { record }: CallerContext,
  { id, name }: KeyShown,
  action: string,
  changes: Record<string, unknown>,
): void {
  record({ entityType: 'api_key', entityId: id, entityName: name, action, changes })
}
