// The schema of the provision file.
import { z } from 'zod'
import { roles, scopes } from '../../domain/caller.ts'
import { slugOf } from '../registry/fields/organization-slug.ts'
import { limitNames, planNames } from '../../domain/plan.ts'
import { maxVariables } from '../../domain/checking/variable.ts'
import { countryCode, latitude, longitude } from '../locations/fields.ts'
import { withoutDuplicates } from './no-duplicates.ts'
import { contactMethods, people } from './people-schema.ts'
import { settingsBody } from '../people/single-sign-on/schema.ts'
import { nameOfVariable, valueOfVariable } from '../variables/variables.ts'
import { objectKey } from '../config/document/document.ts'
import { statusPages } from './status-pages-schema.ts'

const slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lowercase letters, digits and dashes')
  .max(50)
const title = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^\P{Cc}*$/u, 'must be text without control characters')

const apiKey = z.strictObject({
  name: title,
  scope: z.enum(scopes),
  key: z.string().regex(/^[\x21-\x7e]{16,200}$/, 'must be 16 to 200 visible ASCII characters'),
})

const user = z.strictObject({
  name: title,
  email: z.email().max(320),
  password: z.string().min(8).max(128).optional(),
  role: z.enum(roles).default('member'),
  contactMethods,
})

const limits = z.strictObject(
  Object.fromEntries(limitNames.map((name) => [name, z.int().min(-1).max(2_147_483_647).optional()])),
)

const singleSignOn = settingsBody.required({ clientSecret: true })

const variable = z.strictObject({ name: nameOfVariable, value: valueOfVariable })

/** Sections that are written as in a configuration document. */
export const documentSections = [
  'onCallSchedules',
  'escalationPolicies',
  'monitors',
  'maintenanceWindows',
  'objectives',
] as const
const documentObjects = withoutDuplicates(z.array(z.looseObject({ key: objectKey })).max(5000), ['key']).default([])

const organization = z.strictObject({
  name: title,
  plan: z.enum(planNames).default('enterprise'),
  limits: limits.default({}),
  apiKeys: withoutDuplicates(z.array(apiKey), ['name', 'key']).default([]),
  users: withoutDuplicates(z.array(user), ['email']).default([]),
  singleSignOn: singleSignOn.optional(),
  ...people,
  statusPages,
  onCallSchedules: documentObjects,
  escalationPolicies: documentObjects,
  monitors: documentObjects,
  maintenanceWindows: documentObjects,
  objectives: documentObjects,
  variables: withoutDuplicates(z.array(variable).max(maxVariables), ['name']).default([]),
})

const probeToken = z.strictObject({
  name: title,
  token: z.string().regex(/^[\w-]{32,200}$/, 'must be 32 to 200 letters, digits, dashes and underscores'),
})

const location = z.strictObject({
  slug,
  name: title,
  city: title.nullish(),
  region: title,
  country: title,
  countryCode,
  latitude: latitude.nullish(),
  longitude: longitude.nullish(),
  embedded: z.boolean().default(false),
  organization: title.optional(),
  tokens: withoutDuplicates(z.array(probeToken).max(100), ['name', 'token']).default([]),
})

export const provision = z.strictObject({
  organizations: withoutEqualSlugs(withoutDuplicates(z.array(organization), ['name'])).default([]),
  locations: withoutDuplicates(z.array(location).min(1), ['slug']).optional(),
})

export type Provision = z.output<typeof provision>
export type ProvisionedOrganization = Provision['organizations'][number]

/** Organizations are identified by their slug, so slugs must be unique. */
function withoutEqualSlugs<S extends z.ZodType<{ name: string }[]>>(list: S): S {
  return list.check((context) => {
    const slugs = context.value.map(({ name }) => slugOf(name))
    slugs.forEach((slug, index) => {
      const first = slugs.indexOf(slug)
      const message = `has the same slug as organizations[${first}].name: ${slug}`
      const { name } = context.value[index]!
      if (first < index && name.toLowerCase() !== context.value[first]!.name.toLowerCase())
        context.issues.push({ code: 'custom', path: [index, 'name'], message, input: name })
    })
  }) as S
}
