import { z } from 'zod'
import { putPreferences } from '../../store/accounts/users.ts'
import { ruled } from '../../domain/field.ts'
import { timeZoneProblem } from '../../domain/schedule/zone.ts'
import { defineOperation, ok } from '../registry/define.ts'
import { signedInUser } from '../registry/signed-in-user.ts'

const fields = {
  theme: z.enum(['system', 'light', 'dark']).meta({ description: 'How the dashboard looks' }),
  language: z.enum(['en', 'de']).nullable().meta({ description: "Null: the browser's" }),
  timezone: ruled(z.string().max(64), timeZoneProblem).nullable().meta({ description: "Null: the browser's" }),
  density: z.enum(['comfortable', 'compact']).meta({ description: 'How high the rows of tables are' }),
  keys: z.boolean().meta({ description: 'Whether single letters are commands' }),
}

const defaults = { theme: 'system', language: null, timezone: null, density: 'comfortable', keys: true } as const

export const preferences = z.object(fields)

/** With what was never chosen as it usually is. */
export const preferencesIn = (stored: object): object => ({ ...defaults, ...stored })

export const preferencesExample = { ...defaults, theme: 'dark', language: 'de' } as const

export const updatePreferences = defineOperation({
  id: 'updatePreferences',
  method: 'PATCH',
  path: '/dashboard/preferences',
  access: 'write',
  role: 'viewer',
  audience: 'dashboard',
  tag: 'Me',
  summary: 'Say how the dashboard should be',
  description: 'What is left out stays as it is.',
  body: z.strictObject(fields).partial().meta({ id: 'PreferencesUpdate' }),
  bodyExample: { theme: 'dark' },
  responses: {
    200: {
      description: 'All preferences',
      schema: z.object({ object: z.literal('preferences'), ...fields }).meta({ id: 'Preferences' }),
      example: { object: 'preferences', ...preferencesExample },
    },
  },
  async handle({ body }, context) {
    const stored = await putPreferences(context.db, signedInUser(context).id, body, context.now)
    return ok({ object: 'preferences', ...preferencesIn(stored) })
  },
})
