// The people and channels that an incident would notify, without notifying them.
import { z } from 'zod'
import { needsRecipients, takes } from '../../channels/index.ts'
import { covers } from '../../domain/maintenance.ts'
import { groupsFor, routesOf, silences } from '../../domain/notifying/routing.ts'
import type { EscalationPolicy } from '../../domain/on-call/escalation.ts'
import { expectedMissText, pagesFor } from '../../domain/on-call/paging.ts'
import { incidentSeverities } from '../../store/incidents/reads.ts'
import { routedChannels } from '../../store/notifications/channels.ts'
import { groupsWithPolicies, membersOf } from '../../store/notifications/contact-groups.ts'
import { defaultGroupId, watchedTarget } from '../../store/notifications/tests.ts'
import { pagingContexts } from '../../store/on-call/paging-context.ts'
import { monitors } from '../monitors/monitor.ts'
import { openWindows } from '../maintenance/maintenance-now.ts'
import { type CallerContext, defineOperation, ok } from '../registry/define.ts'
import { wordList } from '../registry/fields/word-list.ts'

const named = z.object({ id: z.uuid(), name: z.string() })
const minute = 60_000

const channel = z.object({
  id: z.int(),
  type: z.string(),
  name: z.string(),
  groups: z.array(z.string()).meta({ description: 'Names of the groups that it would be notified for' }),
  silenced_reason: z
    .enum(silences)
    .nullable()
    .meta({ description: 'Why it would be silenced; null if it would be notified' }),
  recipients: z.array(z.string()).meta({ description: 'The recipients, if the channel writes to people' }),
})

const policy = named.extend({
  repeat_count: z.int(),
  steps: z.array(
    z.object({
      after_minutes: z.int().meta({ description: 'After the alert, while nobody acknowledges it' }),
      whom: z.array(z.string()),
      missed: z.array(z.string()).meta({ description: 'A sentence for each person who would not be paged' }),
    }),
  ),
})

const query = z.object({
  monitor_id: z.uuid().toLowerCase().optional().meta({ description: 'The monitor, for a rule without its own group' }),
  group_ids: wordList(z.uuid().toLowerCase())
    .optional()
    .meta({ description: 'Groups to notify instead of those of a monitor' }),
  severity: z.enum(incidentSeverities).default('critical'),
})

export const getReach = defineOperation({
  id: 'getReach',
  method: 'GET',
  path: '/dashboard/reach',
  audience: 'dashboard',
  tag: 'Notifications',
  summary: 'Preview who an incident would notify now, without notifying anyone',
  query,
  responses: {
    200: {
      description: 'The channels and people it would notify',
      schema: z
        .object({
          object: z.literal('reach'),
          groups: z.array(named),
          channels: z.array(channel),
          escalation: z.array(policy),
          reaches_somebody: z.boolean(),
        })
        .meta({ id: 'Reach' }),
    },
  },
  async handle({ query }, context) {
    const { db, caller } = context
    const organizationId = caller.organization.id
    const { groupIds, ...held } = await concerned(query, context)
    const groups = await groupsWithPolicies(db, organizationId, groupIds)
    const known = groups.map(({ id }) => id)
    const channels = (await routedChannels(db, [organizationId])).filter(({ type }) => takes(type, 'firing'))
    const routes = routesOf({ severity: query.severity, groupIds: known, ...held }, channels)
    const members = await membersOf(db, known)
    const nameOf = (id: string): string => groups.find((group) => group.id === id)!.name
    const notified = routes.map(({ channel: { id, type, name }, groupIds, silence }) => ({
      id,
      type,
      name,
      groups: groupIds.map(nameOf),
      silenced_reason: silence,
      recipients: needsRecipients(type)
        ? [...new Set(groupIds.flatMap((group) => (members.get(group) ?? []).map((person) => person.name)))]
        : [],
    }))
    const policies = new Map(groups.flatMap(({ policy }) => (policy ? [[policy.id, policy] as const] : [])))
    const escalation = await Promise.all(
      [...policies.values()].map((one) => stepsOf(context, one, { groupIds: known, severity: query.severity })),
    )
    return ok({
      object: 'reach',
      groups: groups.map(({ id, name }) => ({ id, name })),
      channels: notified,
      escalation,
      reaches_somebody:
        notified.some(
          (one) => one.silenced_reason === null && (!needsRecipients(one.type) || one.recipients.length > 0),
        ) || escalation.some(({ steps }) => steps.some(({ whom }) => whom.length > 0)),
    })
  },
})

async function concerned({ monitor_id, group_ids }: z.output<typeof query>, context: CallerContext) {
  const { db, caller } = context
  const organizationId = caller.organization.id
  const defaultGroup = await defaultGroupId(db, organizationId)
  if (group_ids)
    return { groupIds: groupsFor({ ruleGroup: null, monitorGroups: group_ids, defaultGroup }), silence: null }
  // A new monitor without contact groups.
  if (monitor_id === undefined)
    return { groupIds: groupsFor({ ruleGroup: null, monitorGroups: [], defaultGroup }), silence: null }
  const monitor = await watchedTarget(db, organizationId, monitor_id)
  if (!monitor) throw monitors.notFound()
  const windows = await openWindows(context)
  return {
    groupIds: groupsFor({ ruleGroup: null, monitorGroups: monitor.groupIds, defaultGroup }),
    silence: windows.some((window) => window.suppressAlerts && covers(window, monitor))
      ? ('maintenance' as const)
      : null,
    shadow: monitor.shadow,
  }
}

async function stepsOf(
  { db, caller, now }: CallerContext,
  { id, name, repeatCount, steps }: EscalationPolicy & { id: string; name: string },
  occasion: { groupIds: readonly string[]; severity: string },
) {
  let afterMinutes = 0
  const timed = steps.map((step) => ({ ...step, after: (afterMinutes += step.delayMinutes) }))
  const at = (minutes: number): Date => new Date(now.getTime() + minutes * minute)
  const contexts = await pagingContexts(db, caller.organization.id, {
    targets: steps.flatMap(({ targets }) => targets),
    span: { from: now, to: at(afterMinutes + 1) },
    needsRecipients,
  })
  return {
    id,
    name,
    repeat_count: repeatCount,
    steps: timed.map(({ after, targets }) => {
      const { paged, missed } = pagesFor(targets, { ...contexts(at(after)), ...occasion })
      return { after_minutes: after, whom: paged.map((one) => one.name), missed: missed.map(expectedMissText) }
    }),
  }
}
