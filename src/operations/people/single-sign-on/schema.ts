import { z } from 'zod'
import { roles } from '../../../domain/caller.ts'
import { ruled } from '../../../domain/field.ts'

const loopback = ['localhost', '127.0.0.1', '[::1]']

/** Without TLS, anyone on the way could sign in as anyone else. */
function issuerProblem(text: string): string | null {
  if (!URL.canParse(text)) return 'must be an address such as https://id.example.com'
  const { protocol, hostname, search, hash, username, password } = new URL(text)
  if (protocol !== 'https:' && !(protocol === 'http:' && loopback.includes(hostname)))
    return 'must begin with https://; only a provider on this machine may use http://'
  return search || hash || username || password ? 'must not have a query, a fragment or a login' : null
}

const domainName = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9][a-z0-9-]*[a-z0-9]$/

const group = z.string().trim().min(1).max(255)
const groupRole = z.strictObject({ group, role: z.enum(roles) })

export const settingsBody = z
  .strictObject({
    issuer: ruled(z.string().trim().max(2000), issuerProblem).meta({
      description: 'The address of the provider, exactly as its discovery document names it',
    }),
    clientId: z.string().trim().min(1).max(500),
    clientSecret: z.string().min(1).max(2000).optional().meta({
      description: 'Encrypted and never returned. Required at first, and again for another issuer or client',
      writeOnly: true,
    }),
    domains: z
      .array(z.string().trim().toLowerCase().regex(domainName, 'must be a domain such as example.com'))
      .min(1)
      .max(50)
      .meta({ description: 'Email domains of the people who may sign in' }),
    groupsClaim: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .default('groups')
      .meta({ description: 'The claim that lists the groups of a person; `realm_access.roles` is a nested one' }),
    groupRoles: z
      .array(groupRole)
      .max(200)
      .default([])
      .meta({ description: 'The role of each group. People in several groups get the highest one' }),
    defaultRole: z
      .enum(['admin', 'member', 'viewer'])
      .nullable()
      .default('viewer')
      .meta({ description: 'The role of people in none of these groups; null refuses them' }),
    required: z.boolean().default(false).meta({
      description: 'Members other than owners can sign in in no other way. Needs a successful test first',
    }),
  })
  .meta({ id: 'SingleSignOnUpdate' })
export type SettingsBody = z.output<typeof settingsBody>

export const settingsExample = {
  issuer: 'https://id.example.com/realms/acme',
  clientId: 'lapwing',
  clientSecret: 'q3Vb0cXKZb2n5l1uJ8y2mRZ3nQv1aLwT',
  domains: ['example.com'],
  groupRoles: [{ group: 'on-call', role: 'member' }],
  defaultRole: 'viewer',
}

const settings = z
  .object({
    object: z.literal('single_sign_on'),
    configured: z.boolean(),
    redirect_uri: z.string().meta({ description: 'Register this address at the provider' }),
    issuer: z.string().nullable(),
    client_id: z.string().nullable(),
    domains: z.array(z.string()),
    groups_claim: z.string(),
    group_roles: z.array(z.object({ group: z.string(), role: z.enum(roles) })),
    default_role: z.enum(roles).nullable(),
    required: z.boolean(),
    tested_at: z.iso.datetime().nullable().meta({ description: 'The last successful test with this provider' }),
  })
  .meta({ id: 'SingleSignOn' })

export const settingsAnswer = {
  description: 'The settings of single sign-on, without the client secret',
  schema: settings,
} as const

export const startAnswer = {
  description: 'The page of the provider; sets a cookie that the response of the provider must match',
  schema: z.object({ object: z.literal('single_sign_on_start'), url: z.string() }).meta({ id: 'SingleSignOnStart' }),
} as const

export const resultAnswer = {
  description: 'Signed in, or the result of a test; sets the session cookie after a sign-in',
  schema: z
    .object({
      object: z.literal('single_sign_on_result'),
      status: z.enum(['signed_in', 'tested']),
      test: z
        .object({
          email: z.string(),
          name: z.string(),
          groups: z.array(z.string()),
          role: z.enum(roles).meta({ description: 'The role that a new person in these groups gets' }),
        })
        .nullable(),
    })
    .meta({ id: 'SingleSignOnResult' }),
} as const
