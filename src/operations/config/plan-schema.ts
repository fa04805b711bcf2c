// The schemas of plans.
import { z } from 'zod'
import type { Drift } from './drift.ts'
import { shownField } from './drift.ts'
import type { ConfigPlan, PlanRequest, PlannedObjectChange } from './plan.ts'
import type { Rehearsed } from './rehearsal.ts'
import { sections } from './document/sections.ts'

const count = z.int().min(0)
const moment = z.iso.datetime()
const section = z.enum(sections)

const change = z.object({
  action: z.enum(['create', 'adopt', 'update', 'delete']).meta({
    description: '`adopt` marks an existing object as managed; its key is the one of its export',
  }),
  section,
  key: z.string(),
  id: z.union([z.uuid(), z.int()]).nullable(),
  name: z.string(),
  restores_history: z.boolean().meta({ description: 'Brings back a monitor that was deleted in the last 30 days' }),
  fields: z.array(
    z.object({
      field: z.string().meta({ description: 'Such as `alertRules.Slow.value`' }),
      from: z.unknown().meta({ description: 'What is stored; secrets read `[redacted]`' }),
      to: z.unknown(),
      cause: z.enum(['document', 'drift', 'both']).meta({
        description: 'Whether the document changed since it was applied, someone changed the object elsewhere, or both',
      }),
    }),
  ),
})

export const planSchema = z
  .object({
    object: z.literal('config_plan'),
    id: z.uuid(),
    created_at: moment,
    expires_at: moment,
    applied_at: moment.nullable(),
    source: z.string(),
    prune: z.boolean(),
    changes: z.array(change),
    summary: z.object({ create: count, adopt: count, update: count, delete: count, unchanged: count }),
    drift: z
      .array(
        z.object({
          section,
          key: z.string(),
          deleted: z.boolean(),
          fields: z.array(z.string()),
          changed_by: z.string().nullable(),
          changed_via: z.string().nullable(),
          changed_at: moment.nullable(),
          message: z.string(),
        }),
      )
      .meta({ description: 'What others changed since the configuration was applied; applying reverts it' }),
    rehearsal: z
      .array(
        z.object({
          monitor: z.string(),
          rule: z.string(),
          severity: z.string(),
          days: z.int(),
          checks: count,
          incidents: count,
          firing_seconds: count,
          message: z.string(),
        }),
      )
      .meta({ description: 'What new and changed rules would have done, from stored checks' }),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'ConfigPlan' })

const maxYaml = 1_000_000
const maxFile = 250_000

/** How a client sends a document. */
export const documentFields = {
  document: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: 'The document as JSON; see `GET /config/schema`' }),
  yaml: z.string().max(maxYaml).optional().meta({ description: 'The document as YAML, instead of `document`' }),
  values: z
    .record(z.string().max(100), z.string().max(100_000))
    .default({})
    .meta({ description: 'Secrets that the document names as `{env: NAME}`, by name', writeOnly: true }),
  files: z
    .record(z.string().max(500), z.string().max(maxFile))
    .default({})
    .meta({ description: 'Logos that the document names as `{file: PATH}`, by path, as data: URLs' }),
}

export const hasOneDocument = (body: { document?: unknown; yaml?: unknown }): boolean =>
  (body.document === undefined) !== (body.yaml === undefined)

export const oneDocument = {
  path: ['document'],
  error: 'Required; send the document as document or as yaml, not both',
}

export const planBody = z
  .strictObject({
    ...documentFields,
    prune: z
      .boolean()
      .default(false)
      .meta({ description: 'Delete objects that this source manages and that the document no longer has' }),
    pruneLimit: count.optional().meta({
      description: 'How many objects may be deleted; 10 or 20 % of the managed objects by default, whichever is more',
    }),
    source: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .regex(/^[^\r\n]*$/, 'must be one line')
      .default('config')
      .meta({ description: 'Where the document comes from, such as a repository and path; objects show it' }),
  })
  .refine(hasOneDocument, oneDocument)
  .meta({ id: 'ConfigPlanCreate' })

interface PlanView {
  readonly plan: ConfigPlan
  readonly drift: readonly Drift[]
  readonly rehearsal: { readonly rules: readonly Rehearsed[]; readonly leftOut: number }
  readonly request: PlanRequest
}

export function shownPlan({ plan, drift, rehearsal, request }: PlanView): object {
  const counted = (action: PlannedObjectChange['action']): number =>
    plan.changes.filter((one) => one.action === action).length
  const { source, prune } = request
  return {
    source,
    prune,
    changes: plan.changes.map(({ restores, fields, ...rest }) => ({
      ...rest,
      restores_history: restores !== null,
      fields: fields.map(shownField),
    })),
    summary: {
      create: counted('create'),
      adopt: counted('adopt'),
      update: counted('update'),
      delete: counted('delete'),
      unchanged: plan.unchanged,
    },
    drift: drift.map(({ by, via, at, ...rest }) => ({ ...rest, changed_by: by, changed_via: via, changed_at: at })),
    rehearsal: rehearsal.rules.map(({ firingSeconds, ...rest }) => ({ ...rest, firing_seconds: firingSeconds })),
    warnings: [
      ...plan.warnings,
      ...(rehearsal.leftOut > 0 ? [`${rehearsal.leftOut} more rules were not evaluated against past checks`] : []),
    ],
  }
}

export const planExample = {
  object: 'config_plan',
  id: '0198c5a2-e1a0-7b3c-8f21-5e4d3c2b1a09',
  created_at: '2026-02-11T08:12:44.120Z',
  expires_at: '2026-02-11T08:27:44.120Z',
  applied_at: null,
  source: 'infra/lapwing.yaml',
  prune: false,
  changes: [
    {
      action: 'update',
      section: 'monitors',
      key: 'shop',
      id: '0198c5a2-9b10-7d21-8c44-2b6f0e9d7a31',
      name: 'Shop',
      restores_history: false,
      fields: [{ field: 'interval', from: 300, to: 60, cause: 'drift' }],
    },
  ],
  summary: { create: 0, adopt: 0, update: 1, delete: 0, unchanged: 3 },
  drift: [
    {
      section: 'monitors',
      key: 'shop',
      deleted: false,
      fields: ['interval'],
      changed_by: 'Ada Lovelace',
      changed_via: 'dashboard',
      changed_at: '2026-02-10T16:03:00.000Z',
      message: 'interval was changed in the dashboard by Ada Lovelace on 2026-02-10 at 16:03 UTC',
    },
  ],
  rehearsal: [],
  warnings: [],
}
