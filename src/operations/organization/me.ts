import { z } from 'zod'
import { type Caller, roles, scopes } from '../../domain/caller.ts'
import { planNames, titleOf } from '../../domain/plan.ts'
import { JsonText, defineOperation, ok } from '../registry/define.ts'

const me = z
  .object({
    object: z.literal('me'),
    credential: z.object({
      type: z.enum(['api_key', 'oauth', 'session']).meta({ example: 'api_key' }),
      id: z.uuid(),
      name: z.string().meta({ example: 'deploy pipeline' }),
      prefix: z
        .string()
        .meta({ description: 'The first characters of the key; never the key itself', example: 'lw_9fK2x' }),
      scope: z.enum(scopes).meta({ example: 'write' }),
      created_at: z.iso.datetime(),
      last_used_at: z.iso.datetime().nullable().meta({ example: '2026-02-11T08:12:44.120Z' }),
      expires_at: z.iso.datetime().nullable(),
      client_id: z.string().nullable(),
    }),
    user: z.object({ id: z.uuid(), name: z.string(), email: z.string(), role: z.enum(roles) }).nullable(),
    organization: z.object({
      id: z.uuid(),
      name: z.string().meta({ example: 'Acme' }),
      slug: z.string().meta({ example: 'acme' }),
      plan: z.enum(planNames.map(titleOf)).meta({ example: 'Pro' }),
      timezone: z.string().meta({ example: 'Europe/Berlin' }),
      created_at: z.iso.datetime(),
    }),
    server: z.object({ version: z.string().meta({ example: '0.3.0' }), api_version: z.literal('v1') }),
  })
  .meta({ id: 'Me' })

export const getMe = defineOperation({
  id: 'getMe',
  method: 'GET',
  path: '/me',
  tag: 'Meta',
  summary: 'Get the current credential, user and organization',
  description: 'The credential of the request, its user if any, and the organization.',
  responses: { 200: { description: 'The identity behind the credential', schema: me } },
  async handle(_input, { caller, services }) {
    const known = written.get(caller)
    if (known) return ok(known)
    const text = new JsonText(JSON.stringify(show(caller, services.version)))
    written.set(caller, text)
    return ok(text)
  },
})

// Callers are cached between requests, and so is their JSON.
const written = new WeakMap<Caller, JsonText>()

function show({ credential, user, organization }: Caller, version: string): object {
  return {
    object: 'me',
    credential: {
      type: credential.type,
      id: credential.id,
      name: credential.name,
      prefix: credential.prefix,
      scope: credential.scope,
      created_at: credential.createdAt,
      last_used_at: credential.lastUsedAt,
      expires_at: credential.expiresAt,
      client_id: credential.clientId,
    },
    user,
    organization: {
      id: organization.id,
      name: organization.name,
      slug: organization.slug,
      plan: titleOf(organization.plan),
      timezone: organization.timezone,
      created_at: organization.createdAt,
    },
    server: { version, api_version: 'v1' },
  }
}
