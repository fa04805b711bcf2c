// Validates new and changed rules against the other rules of their monitor.
import type { z } from 'zod'
import { Fault } from '../../../domain/fault.ts'
import { validateRule } from '../../../domain/rule.ts'
import type { RuleDraft } from '../../../store/monitors/alert-rules.ts'
import { unknownGroups } from '../../../store/notifications/contact-groups.ts'
import type { CallerContext } from '../../registry/define.ts'
import { refuseMoreThan } from '../../registry/plan-limit.ts'
import { readOnce } from '../../registry/steps/shared-work.ts'
import { checkOf } from '../validate.ts'
import type { createBody, updateBody } from './schema.ts'

interface RuleSurroundings {
  /** Of the monitor. */
  readonly type: string
  /** The other rules of the monitor. */
  readonly present: readonly RuleDraft[]
}

export async function newRule(
  context: CallerContext,
  { type, present }: RuleSurroundings,
  body: z.output<typeof createBody> & { enabled?: boolean },
): Promise<RuleDraft> {
  const draft = { enabled: true, ...body, metricKey: metricKeyOf(type, body), clearAfter: 1, systemName: null }
  await refuseUnknownGroup(context, draft)
  refuseTwin(present, draft)
  const own = present.filter((rule) => rule.systemName === null)
  refuseMoreThan(context, 'alert_rules_per_monitor', own.length)
  return draft
}

export async function changedRule(
  context: CallerContext,
  { type, present, before }: RuleSurroundings & { readonly before: RuleDraft },
  body: z.output<typeof updateBody>,
): Promise<RuleDraft> {
  const merged = { ...before, ...body }
  const draft = { ...merged, metricKey: metricKeyOf(type, merged) }
  if (body.contactGroupId) await refuseUnknownGroup(context, draft)
  refuseTwin(present, draft)
  return draft
}

export function refuseDefault({ name, systemName }: RuleDraft): void {
  if (systemName !== null)
    throw new Fault('conflict', `${name} is a default rule, which can be disabled but not deleted`)
}

function metricKeyOf(type: string, rule: Parameters<typeof validateRule>[2]): string {
  const check = checkOf(type)
  return validateRule(check.type, check.metrics, rule).key
}

async function refuseUnknownGroup(context: CallerContext, { contactGroupId: id }: RuleDraft): Promise<void> {
  if (!id) return
  const { db, caller } = context
  const unknown = await readOnce(context, `contact group ${id}`, () => unknownGroups(db, caller.organization.id, [id]))
  if (unknown.length > 0)
    throw new Fault('invalid_request', `contactGroupId: unknown contact group id in this organization: ${id}`)
}

function refuseTwin(others: readonly RuleDraft[], { metricKey, metric, severity }: RuleDraft): void {
  const twin = others.find((rule) => rule.metricKey === metricKey && rule.severity === severity)
  if (twin)
    throw new Fault(
      'conflict',
      `${twin.name} is already ${severity === 'info' ? 'an' : 'a'} ${severity} rule on ${metric}; a metric can ` +
        'have one rule per severity',
    )
}
