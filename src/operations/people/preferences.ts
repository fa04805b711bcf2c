import { z } from 'zod'
import { putPreferences } from '../../store/accounts/users.ts'
import { defaultPaging } from '../../domain/on-call/quiet-hours.ts'
import { ruled } from '../../domain/field.ts'
import { languages } from '../../domain/text/language.ts'
import { timeZoneProblem } from '../../domain/schedule/zone.ts'
import { restriction } from '../on-call/schema.ts'
import { defineOperation, ok } from '../registry/define.ts'
import { signedInUser } from '../registry/signed-in-user.ts'

const timezone = ruled(z.string().max(64), timeZoneProblem)

const paging = z
  .strictObject({
    only_critical: z.boolean().meta({ description: 'Warnings never page you' }),
    quiet_hours: restriction
      .extend({ timezone })
      .nullable()
      .meta({ description: 'Hours in which warnings do not page you; null for none' }),
    quiet_for_critical: z.boolean().meta({
      description:
        'Critical incidents do not page you in quiet hours either: the escalation goes on to the next person at once',
    }),
  })
  .meta({ id: 'PagingPreferences', description: 'Which pages reach you; what is held back is in the delivery log' })

const fields = {
  theme: z.enum(['system', 'light', 'dark']).meta({ description: 'Color theme of the dashboard' }),
  language: z.enum(languages).nullable().meta({ description: "Null for the browser's" }),
  timezone: timezone.nullable().meta({ description: "Null for the browser's" }),
  density: z.enum(['comfortable', 'compact']).meta({ description: 'Row height of tables' }),
  keys: z.boolean().meta({ description: 'Whether keyboard shortcuts are on' }),
  paging,
}

const defaults = {
  theme: 'system',
  language: null,
  timezone: null,
  density: 'comfortable',
  keys: true,
  paging: defaultPaging,
} as const

export const preferences = z.object(fields)

/** Stored preferences over the defaults. */
export const preferencesIn = (stored: object): object => ({ ...defaults, ...stored })

export const updatePreferences = defineOperation({
  id: 'updatePreferences',
  method: 'PATCH',
  path: '/dashboard/preferences',
  changesPerson: 'settings',
  role: 'viewer',
  audience: 'dashboard',
  tag: 'Me',
  summary: 'Update your preferences',
  description: 'Omitted fields keep their values.',
  body: z.strictObject(fields).partial().meta({ id: 'PreferencesUpdate' }),
  bodyExample: { theme: 'dark' },
  responses: {
    200: {
      description: 'All preferences',
      schema: z.object({ object: z.literal('preferences'), ...fields }).meta({ id: 'Preferences' }),
    },
  },
  async handle({ body }, context) {
    const stored = await putPreferences(context.db, signedInUser(context).id, body, context.now)
    return ok({ object: 'preferences', ...preferencesIn(stored) })
  },
})
