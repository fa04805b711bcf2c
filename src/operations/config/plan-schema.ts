// The schemas of plans.
import { z } from 'zod'
import type { Drift } from './drift.ts'
import { shownField } from './drift.ts'
import type { ConfigPlan, PlanRequest, PlannedObjectChange } from './plan.ts'
import type { Rehearsed } from './rehearsal.ts'
import { sourceName } from './document/document.ts'
import { sections } from './document/sections.ts'

const count = z.int().min(0)
const moment = z.iso.datetime()
const section = z.enum(sections).meta({ example: 'monitors' })

const change = z.object({
  action: z.enum(['create', 'adopt', 'update', 'delete']).meta({
    description: '`adopt` marks an existing object as managed; its key is the one of its export',
    example: 'update',
  }),
  section,
  key: z.string().meta({ example: 'shop' }),
  id: z.union([z.uuid(), z.int()]).nullable().meta({ example: '0198c5a2-9b10-7d21-8c44-2b6f0e9d7a31' }),
  name: z.string().meta({ example: 'Shop' }),
  restores_history: z.boolean().meta({ description: 'Brings back a monitor that was deleted in the last 30 days' }),
  fields: z.array(
    z.object({
      field: z.string().meta({ description: 'Such as `alertRules.Slow.value`', example: 'interval' }),
      from: z.unknown().meta({ description: 'What is stored; secrets read `[redacted]`', example: 300 }),
      to: z.unknown().meta({ example: 60 }),
      cause: z.enum(['document', 'drift', 'both']).meta({
        description: 'Whether the document changed since it was applied, someone changed the object elsewhere, or both',
        example: 'drift',
      }),
    }),
  ),
})

export const planStates = ['planned', 'applying', 'applied', 'failed', 'expired'] as const

export const planSchema = z
  .object({
    object: z.literal('config_plan'),
    id: z.uuid(),
    created_at: moment,
    expires_at: moment,
    applied_at: moment.nullable(),
    state: z.enum(planStates).meta({ description: 'A plan that failed changed nothing' }),
    applied: count.meta({ description: 'How many changes are carried out so far; they take effect together' }),
    total: count.meta({ description: 'How many changes it has', example: 1 }),
    failure: z.string().nullable().meta({ description: 'Why it failed' }),
    source: z.string().meta({
      description: 'Of its documents; several are separated by commas',
      example: 'infra/lapwing.yaml',
    }),
    prune: z.boolean(),
    changes: z.array(change),
    summary: z.object({ create: count, adopt: count, update: count, delete: count, unchanged: count }),
    drift: z
      .array(
        z.object({
          section,
          key: z.string().meta({ example: 'shop' }),
          deleted: z.boolean(),
          fields: z.array(z.string()).meta({ example: ['interval'] }),
          changed_by: z.string().nullable().meta({ example: 'Ada Lovelace' }),
          changed_via: z.string().nullable().meta({ example: 'dashboard' }),
          changed_at: moment.nullable().meta({ example: '2026-02-10T16:03:00.000Z' }),
          message: z
            .string()
            .meta({ example: 'interval was changed in the dashboard by Ada Lovelace on 2026-02-10 at 16:03 UTC' }),
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
      .meta({ description: 'What new and changed rules would have done, from stored checks', example: [] }),
    warnings: z.array(z.string()).meta({ example: [] }),
  })
  .meta({ id: 'ConfigPlan' })

const maxYaml = 1_000_000
const maxFile = 250_000

const maxDocuments = 1000

const files = z
  .record(z.string().max(500), z.string().max(maxFile))
  .default({})
  .meta({ description: 'Logos that the document names as `{file: PATH}`, by path, as data: URLs' })

/** How a client sends documents. */
export const documentFields = {
  document: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: 'The document as JSON; see `GET /config/schema`' }),
  yaml: z.string().max(maxYaml).optional().meta({ description: 'The document as YAML, instead of `document`' }),
  documents: z
    .array(
      z.strictObject({
        file: z.string().min(1).max(500).meta({ description: 'Its name, in mistakes', example: 'monitors/shop.yaml' }),
        yaml: z.string().max(maxYaml).meta({ description: 'One document or several' }),
        files,
      }),
    )
    .min(1)
    .max(maxDocuments)
    .optional()
    .meta({
      description:
        'Several documents as YAML, instead of `document`. They can refer to each other, and those of one `source` are one',
    }),
  values: z
    .record(z.string().max(100), z.string().max(100_000))
    .default({})
    .meta({ description: 'Secrets that the document names as `{env: NAME}`, by name', writeOnly: true }),
  files,
}

type DocumentForms = Partial<Record<'document' | 'yaml' | 'documents', unknown>>

export const hasOneDocument = ({ document, yaml, documents }: DocumentForms): boolean =>
  [document, yaml, documents].filter((form) => form !== undefined).length === 1

export const oneDocument = {
  path: ['document'],
  error: 'Required; send one of document, yaml and documents',
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
    source: sourceName.optional().meta({
      description: 'The name of documents that have no `source` themselves; objects show it. Needed to prune',
    }),
    takeOver: z.array(sourceName).max(20).default([]).meta({
      description: 'Other sources whose objects this one may manage from now on, if the document has their keys',
    }),
  })
  .refine(hasOneDocument, oneDocument)
  .meta({ id: 'ConfigPlanCreate' })

interface PlanView {
  readonly plan: ConfigPlan
  readonly drift: readonly Drift[]
  readonly rehearsal: { readonly rules: readonly Rehearsed[]; readonly leftOut: number }
  readonly request: PlanRequest
}

export function planContents({ plan, drift, rehearsal, request }: PlanView) {
  const counted = (action: PlannedObjectChange['action']): number =>
    plan.changes.filter((one) => one.action === action).length
  const { sources, prune } = request
  return {
    source: sources.join(', '),
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
