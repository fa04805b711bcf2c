// What a provision file may say.
import { z } from 'zod'
import { roles, scopes } from '../../domain/caller.ts'
import { limitNames, planNames } from '../../domain/plan.ts'

const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lowercase letters, digits and dashes').max(50)
const title = z.string().trim().min(1).max(100)

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
})

const limits = z.strictObject(Object.fromEntries(limitNames.map((name) => [name, z.int().min(-1).optional()])))

const organization = z.strictObject({
  name: title,
  plan: z.enum(planNames).default('enterprise'),
  limits: limits.default({}),
  apiKeys: distinct(z.array(apiKey), ['name', 'key']).default([]),
  users: distinct(z.array(user), ['email']).default([]),
})

const location = z.strictObject({
  slug,
  name: title,
  city: title.nullish(),
  region: title,
  country: title,
  countryCode: z.string().regex(/^[A-Z]{2}$/, 'must be two capital letters, such as DE'),
  embedded: z.boolean().default(false),
})

export const provision = z.strictObject({
  organizations: distinct(z.array(organization), ['name']).default([]),
  locations: distinct(z.array(location).min(1), ['slug']).optional(),
})

export type Provision = z.output<typeof provision>
export type ProvisionedOrganization = Provision['organizations'][number]

/** No two items of a list may read the same, whatever their case. */
function distinct<S extends z.ZodType<Record<string, unknown>[]>>(list: S, keys: string[]): S {
  return list.check((context) => {
    for (const key of keys) {
      const seen = new Set<string>()
      context.value.forEach((item, index) => {
        const value = String(item[key]).toLowerCase()
        if (seen.has(value)) context.issues.push({ code: 'custom', path: [index, key], message: 'is used twice', input: item[key] })
        seen.add(value)
      })
    }
  }) as S
}
