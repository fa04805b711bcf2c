// Evaluates a rule against past checks.
import { z } from 'zod'
import { factsOf } from '../../../checks/index.ts'
import { usualConfirmAfterMs } from '../../../domain/alerting/judge.ts'
import { type Replay, type ReplayOptions, beforeReplay, firingMs, replay } from '../../../domain/alerting/replay.ts'
import { Fault } from '../../../domain/fault.ts'
import { validateRule } from '../../../domain/rule.ts'
import type { Span } from '../../../domain/span.ts'
import { listRules } from '../../../store/monitors/alert-rules.ts'
import { incidentSeverities } from '../../../store/incidents/reads.ts'
import { type ReplayedMonitor, incidentsDuring, pastChecks, replayedMonitor } from '../../../store/results/replays.ts'
import type { UsualHistory } from '../../../store/results/usual-ranges.ts'
import { ruleFields } from './schema.ts'
import { historyFor, showUnusual, unusualPreview, withUsual } from './unusual-preview.ts'
import { type CallerContext, defineOperation, ok } from '../../registry/define.ts'
import { checkOf } from '../validate.ts'
import { exampleId } from '../../registry/fields/example.ts'

const maxShown = 100
const hour = 3_600_000

const body = z
  .strictObject({
    monitorId: z.uuid().toLowerCase(),
    metric: ruleFields.metric,
    operator: ruleFields.operator,
    value: ruleFields.value,
    severity: ruleFields.severity.default('critical'),
    failureThreshold: ruleFields.failureThreshold.default(1),
    minFailedProbes: ruleFields.minFailedProbes.default(1),
    durationWindow: ruleFields.durationWindow.default(0),
    hours: z.int().min(1).max(720).default(168).meta({ description: 'How far to look back' }),
  })
  .meta({ id: 'AlertRulePreviewRequest' })

const preview = z
  .object({
    object: z.literal('alert_rule_preview'),
    monitor_id: z.uuid(),
    from: z.iso.datetime().meta({ example: '2026-02-08T08:00:00.000Z' }),
    to: z.iso.datetime().meta({ example: '2026-02-11T08:00:00.000Z' }),
    checks: z.int().meta({ description: 'Checks that measured the metric', example: 4320 }),
    firings: z
      .array(
        z.object({
          started_at: z.iso.datetime().meta({ example: '2026-02-10T22:04:10.300Z' }),
          ended_at: z.iso
            .datetime()
            .nullable()
            .meta({ description: 'Null if it would still be firing', example: '2026-02-10T22:16:10.120Z' }),
          duration_seconds: z.int().meta({ example: 720 }),
          detected_value: z
            .string()
            .meta({ description: 'The value that would have made it fire', example: '3481.02 ms' }),
        }),
      )
      .meta({ description: `The latest ${maxShown}, oldest first` }),
    total_firings: z.int(),
    firing_seconds: z.int().meta({ description: 'Total time it would have fired', example: 720 }),
    unusual: unusualPreview,
    present: z
      .object({
        incidents: z
          .array(
            z.object({
              id: z.int(),
              rule: z
                .object({ id: z.uuid(), name: z.string() })
                .nullable()
                .meta({ description: 'Null if it was deleted' }),
              severity: z.enum(incidentSeverities),
              started_at: z.iso.datetime(),
              resolved_at: z.iso.datetime().nullable(),
            }),
          )
          .meta({ example: [] }),
        total: z.int(),
      })
      .meta({
        description: `Incidents of the current rules: the latest ${maxShown} open in the period, oldest first`,
      }),
  })
  .meta({ id: 'AlertRulePreview' })

export const previewAlertRule = defineOperation({
  id: 'previewAlertRule',
  method: 'POST',
  path: '/alert-rules/preview',
  access: 'read',
  tag: 'Alert rules',
  summary: 'Preview when a rule would have fired',
  description:
    "Evaluates the rule against the monitor's stored checks, from a clean state and with all current locations " +
    'alive. ' +
    'Nothing changes. Maintenance is ignored, because it silences alerts but incidents still open. Checks that an ' +
    'active critical rule would have added to confirm a failure are missing. A rule of severity info opens no ' +
    'incident. The rule is evaluated alone: if another critical rule was about to fire, its incident would have ' +
    'stayed open for up to five more minutes.',
  body,
  bodyExample: {
    monitorId: exampleId,
    metric: 'response_time',
    operator: '>',
    value: '2000',
    failureThreshold: 3,
    hours: 72,
  },
  responses: {
    200: { description: 'Incidents the rule would have opened, and those the current rules opened', schema: preview },
  },
  async handle({ body }, context) {
    const { db, caller, now } = context
    const organizationId = caller.organization.id
    const monitor = await replayedMonitor(db, organizationId, body.monitorId)
    if (!monitor)
      throw new Fault('invalid_request', `monitorId: unknown monitor id in this organization: ${body.monitorId}`)
    const span = { from: new Date(now.getTime() - body.hours * hour), to: now }
    const history = await historyFor(context, { monitor, operator: body.operator, ...span })
    const replayed = await replayRule(context, monitor, { rule: body, history, ...span })
    const present = await incidentsDuring(db, { organizationId, monitorId: monitor.id, ...span, limit: maxShown })
    const { locations } = monitor
    return ok({
      object: 'alert_rule_preview',
      monitor_id: monitor.id,
      ...span,
      ...show(replayed, now),
      ...(history && { unusual: await showUnusual(context, { locations, history, value: body.value }) }),
      present,
    })
  },
})

type PreviewedRule = Pick<
  z.output<typeof body>,
  'metric' | 'operator' | 'value' | 'severity' | 'failureThreshold' | 'minFailedProbes' | 'durationWindow'
>

/** What a rule would have done in a span of stored checks. */
export async function replayRule(
  context: CallerContext,
  monitor: ReplayedMonitor,
  { rule, history, ...span }: Span & { rule: PreviewedRule; history: UsualHistory | null },
): Promise<Replay> {
  return replayAll(context, { monitor, options: await replayOptions(context, monitor, rule), history, ...span })
}

async function replayOptions(
  { db, caller }: CallerContext,
  monitor: ReplayedMonitor,
  draft: PreviewedRule,
): Promise<ReplayOptions> {
  const check = checkOf(monitor.type)
  const facts = factsOf(monitor.type)
  const metric = validateRule(check.type, check.metrics, draft)
  const rules = await listRules(db, { organizationId: caller.organization.id, monitorId: monitor.id })
  // A rule that replaces an existing one clears like that one.
  const twin = rules.find(({ metricKey, severity }) => metricKey === metric.key && severity === draft.severity)
  const terms = {
    failureThreshold: draft.failureThreshold,
    minFailedProbes: draft.minFailedProbes,
    durationWindowMs: draft.durationWindow * 1000,
    clearAfter: twin?.clearAfter ?? 1,
    reminderDays: [],
  }
  return {
    rule: { metricKey: metric.key, operator: draft.operator, value: draft.value, terms, metric },
    watch: { live: monitor.locations, parallel: monitor.strategy === 'parallel', exempt: facts.exempt },
    minGapMs: Math.min(monitor.intervalSeconds * 1000, facts.confirmAfterMs ?? usualConfirmAfterMs),
  }
}

interface ReplayInput {
  readonly monitor: ReplayedMonitor
  readonly options: ReplayOptions
  readonly history: UsualHistory | null
}

async function replayAll(
  { db }: CallerContext,
  { monitor, options, history, ...span }: Span & ReplayInput,
): Promise<Replay> {
  let replayed = beforeReplay
  for await (const checks of pastChecks(db, { monitor, metric: options.rule.metric, ...span }))
    replayed = replay(replayed, withUsual(checks, history), options)
  return replayed
}

function show(replayed: Replay, now: Date) {
  const until = now.getTime()
  const seconds = (ms: number): number => Math.round(ms / 1000)
  return {
    checks: replayed.checks,
    firings: replayed.firings.slice(-maxShown).map(({ startedAt, endedAt, detectedValue }) => ({
      started_at: new Date(startedAt),
      ended_at: endedAt === null ? null : new Date(endedAt),
      duration_seconds: seconds((endedAt ?? until) - startedAt),
      detected_value: detectedValue,
    })),
    total_firings: replayed.firings.length,
    firing_seconds: seconds(firingMs(replayed, until)),
  }
}
