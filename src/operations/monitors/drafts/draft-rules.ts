import { z } from 'zod'
import { severities } from '../../../domain/metric.ts'
import { defineOperation, ok } from '../../registry/define.ts'
import { defaultRules } from '../rules.ts'
import { checkOf } from '../validate.ts'

const draftRule = z
  .object({
    object: z.literal('draft_rule'),
    name: z.string(),
    metric: z.string(),
    operator: z.string(),
    value: z.string(),
    severity: z.enum(severities),
    failure_threshold: z.int(),
    min_failed_probes: z.int(),
    duration_window_seconds: z.int(),
  })
  .meta({ id: 'DraftRule' })

export const listDraftRules = defineOperation({
  id: 'listDraftRules',
  method: 'POST',
  path: '/dashboard/monitors/draft-rules',
  access: 'read',
  audience: 'dashboard',
  tag: 'Monitors',
  summary: 'List the default rules that a monitor would start with',
  body: z
    .strictObject({
      type: z.string(),
      config: z.record(z.string(), z.unknown()).default({}).meta({ description: 'Valid or not' }),
      locations: z.int().min(0).max(200).default(1).meta({ description: 'How many locations it is checked from' }),
    })
    .meta({ id: 'RuleDraftRequest' }),
  bodyExample: { type: 'http', locations: 2 },
  responses: {
    200: {
      description: 'The rules',
      schema: z.object({ object: z.literal('list'), data: z.array(draftRule), has_more: z.boolean() }),
    },
  },
  async handle({ body }) {
    const locationIds = Array.from({ length: body.locations }, (_, index) => String(index))
    const data = defaultRules(checkOf(body.type), { config: body.config, locationIds }).map((rule) => ({
      object: 'draft_rule' as const,
      name: rule.name,
      metric: rule.metric,
      operator: rule.operator,
      value: rule.value,
      severity: rule.severity,
      failure_threshold: rule.failureThreshold,
      min_failed_probes: rule.minFailedProbes,
      duration_window_seconds: rule.durationWindow,
    }))
    return ok({ object: 'list', data, has_more: false })
  },
})
