import { z } from 'zod'
import { isAtLeast, roles } from '../../domain/caller.ts'
import { Fault } from '../../domain/fault.ts'
import { planNames, titleOf } from '../../domain/plan.ts'
import { chooseOrganization } from '../../store/accounts/sessions.ts'
import { hasSecondFactor, preferencesOf } from '../../store/accounts/users.ts'
import { type CallerContext, defineOperation, ok } from '../registry/define.ts'
import { featuresOf } from './features.ts'
import { preferences, preferencesIn } from './preferences.ts'
import { ownsInstallation } from '../registry/installation-owner.ts'
import { mayChangePerson } from '../registry/own-sign-in.ts'
import { organizationsOf, signedInUser } from '../registry/signed-in-user.ts'

export const session = z
  .object({
    object: z.literal('session'),
    id: z.uuid(),
    user: z.object({ id: z.uuid(), name: z.string(), email: z.string() }),
    role: z.enum(roles).meta({ description: 'Role in this organization' }),
    rights: z.object({
      change: z.boolean().meta({ description: 'May change monitors, channels and similar resources' }),
      administer: z.boolean().meta({ description: 'May manage members, keys, locations and the plan' }),
      own: z.boolean().meta({ description: 'May manage owners and the organization itself' }),
      operate: z.boolean().meta({ description: 'May see what concerns the whole installation, such as its backups' }),
      settings: z.boolean().meta({
        description:
          'May change their name and preferences: false after single sign-on with one of several organizations',
      }),
      credentials: z.boolean().meta({
        description: 'May change their password, passkeys and two-factor authentication: false after single sign-on',
      }),
    }),
    organization: z.object({
      id: z.uuid(),
      name: z.string(),
      slug: z.string(),
      plan: z.enum(planNames.map(titleOf)),
      timezone: z.string(),
    }),
    organizations: z
      .array(z.object({ id: z.uuid(), name: z.string(), slug: z.string(), role: z.enum(roles) }))
      .meta({ description: 'All organizations of the user, by name' }),
    two_factor: z.boolean().meta({ description: 'Whether the user has two-factor authentication or a passkey' }),
    preferences,
    features: z.object({ mail: z.boolean(), passkeys: z.boolean() }),
    server: z.object({ version: z.string() }),
  })
  .meta({ id: 'Session' })

const acme = { id: '0198c5a2-7d4f-7b12-8d1e-0c5a9f7e3b20', name: 'Acme', slug: 'acme' }
const answer = { description: 'The signed-in user and their permissions', schema: session } as const

const shared = { audience: 'dashboard', tag: 'Getting in' } as const

export const getSession = defineOperation({
  id: 'getSession',
  method: 'GET',
  path: '/dashboard/session',
  ...shared,
  summary: 'Get the current session',
  responses: { 200: answer },
  handle: async (_input, context) => ok(await showSession(context)),
})

export const switchOrganization = defineOperation({
  id: 'switchOrganization',
  method: 'POST',
  path: '/dashboard/session/organization',
  role: 'viewer',
  ...shared,
  summary: 'Switch to another organization',
  body: z.strictObject({ organizationId: z.uuid() }).meta({ id: 'SwitchOrganization' }),
  bodyExample: { organizationId: acme.id },
  responses: { 204: { description: 'Organization switched' } },
  async handle({ body: { organizationId } }, context) {
    const memberships = await organizationsOf(context)
    if (!memberships.some(({ id }) => id === organizationId)) throw new Fault('not_found', 'Organization not found')
    await chooseOrganization(context.db, { sessionId: context.caller.credential.id, organizationId })
    return { status: 204 }
  },
})

async function showSession(context: CallerContext): Promise<object> {
  const { db, caller, services } = context
  const { id, name, email, role } = signedInUser(context)
  const { organization, credential } = caller
  return {
    object: 'session',
    id: credential.id,
    user: { id, name, email },
    role,
    rights: {
      change: isAtLeast(role, 'member'),
      administer: isAtLeast(role, 'admin'),
      own: isAtLeast(role, 'owner'),
      operate: await ownsInstallation(db, caller),
      settings: await mayChangePerson(db, 'settings', caller),
      credentials: await mayChangePerson(db, 'credentials', caller),
    },
    organization: {
      id: organization.id,
      name: organization.name,
      slug: organization.slug,
      plan: titleOf(organization.plan),
      timezone: organization.timezone,
    },
    organizations: await organizationsOf(context),
    two_factor: await hasSecondFactor(db, id),
    features: featuresOf(services),
    preferences: preferencesIn(await preferencesOf(db, id)),
    server: { version: services.version },
  }
}
