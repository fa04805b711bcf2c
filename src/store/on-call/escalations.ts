// Active escalations: which step is due for which outage. A row is advanced in the transaction that pages.
import { type EscalationPolicy, type EscalationProgress, minRestMinutes } from '../../domain/on-call/escalation.ts'
import { type DueSelection, queueItems } from '../checking/queue-items.ts'
import { clockSlack } from '../database/clock-slack.ts'
import type { Database } from '../database/database.ts'
import { every, json, sql } from '../database/sql.ts'
import { addEvents } from '../incidents/incident-events.ts'
import { isOfOutage } from '../incidents/outages.ts'

export interface AnnouncedOutage {
  readonly organizationId: string
  readonly incidentId: number
  /** The groups that the alert is for. */
  readonly groupIds: readonly string[]
}

/** Starts an escalation for each policy of the groups, unless it is already active. */
export async function startEscalations(db: Database, outages: readonly AnnouncedOutage[], now: Date): Promise<void> {
  const pairs = outages.flatMap(({ groupIds, ...outage }) => groupIds.map((groupId) => ({ ...outage, groupId })))
  if (pairs.length === 0) return
  await db.run(sql`
    insert into escalations (organization_id, incident_id, policy_id, due_at)
    select distinct p.organization_id, i.id, p.id,
      ${now}::timestamptz + make_interval(mins => (p.steps -> 0 ->> 'delayMinutes')::int)
    from unnest(
      ${pairs.map(({ organizationId }) => organizationId)}::uuid[],
      ${pairs.map(({ incidentId }) => incidentId)}::bigint[],
      ${pairs.map(({ groupId }) => groupId)}::uuid[]
    ) as alarm (organization_id, incident_id, group_id)
    join incidents i on i.organization_id = alarm.organization_id and i.id = alarm.incident_id
    join contact_groups g on g.organization_id = i.organization_id and g.id = alarm.group_id
    join escalation_policies p on p.organization_id = g.organization_id and p.id = g.escalation_policy_id
    on conflict do nothing`)
}

export interface DueEscalation extends EscalationProgress {
  readonly organizationId: string
  readonly outageId: number
  readonly policy: EscalationPolicy & { readonly id: string; readonly name: string }
  readonly dueAt: Date
  readonly held: boolean
}

/** Locks due escalations, or those of some outages, until the transaction ends; skips locked ones. */
export async function lockDueEscalations(
  db: Database,
  { outageIds, limit, now, only }: DueSelection & { outageIds?: readonly number[] },
): Promise<DueEscalation[]> {
  return db.rows(sql`
    select e.organization_id as "organizationId", e.incident_id as "outageId", e.step, e.round, e.due_at as "dueAt",
      e.held,
      json_build_object('id', p.id, 'name', p.name, 'repeatCount', p.repeat_count, 'steps', p.steps) as policy
    from escalations e
    join incidents i on i.organization_id = e.organization_id and i.id = e.incident_id
    join escalation_policies p on p.organization_id = e.organization_id and p.id = e.policy_id
    where ${every([
      sql`e.due_at <= ${now}`,
      queueItems.escalations.isReady({ now, only }),
      outageIds && sql`e.incident_id = any (${outageIds}::bigint[])`,
    ])}
    order by e.due_at, e.incident_id
    limit ${limit}
    for update of e skip locked
    for no key update of i skip locked`)
}

export interface RunningEscalation extends EscalationProgress {
  readonly outageId: number
  readonly policy: EscalationPolicy & { readonly id: string; readonly name: string }
  readonly dueAt: Date
  readonly held: boolean
}

/** Active escalations of outages, by due time. */
export async function escalationsOf(
  db: Database,
  organizationId: string,
  outageIds: readonly number[],
): Promise<RunningEscalation[]> {
  return db.rows(sql`
    select e.incident_id as "outageId", e.step, e.round, e.due_at as "dueAt", e.held,
      json_build_object('id', p.id, 'name', p.name, 'repeatCount', p.repeat_count, 'steps', p.steps) as policy
    from escalations e
    join escalation_policies p on p.organization_id = e.organization_id and p.id = e.policy_id
    where e.organization_id = ${organizationId} and e.incident_id = any (${outageIds}::bigint[])
    order by e.due_at, p.name`)
}

interface EscalationKey {
  readonly organizationId: string
  readonly outageId: number
  readonly policyId: string
}

export interface NextStep extends EscalationKey, EscalationProgress {
  readonly dueAt: Date
  readonly held: boolean
}

export async function scheduleSteps(db: Database, next: readonly NextStep[]): Promise<void> {
  if (next.length === 0) return
  await db.run(sql`
    update escalations e
    set step = k.step, round = k.round, due_at = k.due_at, held = k.held
    from unnest(
      ${next.map(({ organizationId }) => organizationId)}::uuid[],
      ${next.map(({ outageId }) => outageId)}::bigint[],
      ${next.map(({ policyId }) => policyId)}::uuid[],
      ${next.map(({ step }) => step)}::smallint[], ${next.map(({ round }) => round)}::smallint[],
      ${next.map(({ dueAt }) => dueAt)}::timestamptz[], ${next.map(({ held }) => held)}::boolean[]
    ) as k (organization_id, incident_id, policy_id, step, round, due_at, held)
    where e.organization_id = k.organization_id and e.incident_id = k.incident_id and e.policy_id = k.policy_id`)
}

// An escalation that is checked again is due in a minute.
const stepMinutes = sql`
  case
    when e.held then 1
    when e.step = 0 and e.round > 0 then greatest(${minRestMinutes},
      (select max((s ->> 'delayMinutes')::int) from jsonb_array_elements(p.steps) s))
    else greatest(1, (p.steps -> e.step ->> 'delayMinutes')::int)
  end`

/** Resets due times that lie further ahead than the delay of their step. */
export async function pullBackEscalations(db: Database, now: Date): Promise<number> {
  const latest = sql`${now}::timestamptz + make_interval(mins => ${stepMinutes})`
  return db.run(sql`
    update escalations e
    set due_at = ${latest}
    from escalation_policies p
    where p.organization_id = e.organization_id and p.id = e.policy_id and e.due_at > ${latest} + ${clockSlack}`)
}

export async function endEscalations(db: Database, ended: readonly EscalationKey[]): Promise<void> {
  if (ended.length === 0) return
  await db.run(sql`
    delete from escalations
    where (organization_id, incident_id, policy_id) in (
      select *
      from unnest(
        ${ended.map(({ organizationId }) => organizationId)}::uuid[],
        ${ended.map(({ outageId }) => outageId)}::bigint[],
        ${ended.map(({ policyId }) => policyId)}::uuid[]
      )
    )`)
}

export interface EscalationEvent {
  readonly organizationId: string
  readonly incidentId: number
  /** Data for the timeline. */
  readonly data: object
}

export async function noteEscalated(db: Database, escalated: readonly EscalationEvent[], now: Date): Promise<void> {
  if (escalated.length === 0) return
  await db.run(
    addEvents(sql`
    select e.organization_id, e.incident_id, 'escalated', null, e.data, ${now}::timestamptz
    from unnest(
      ${escalated.map(({ organizationId }) => organizationId)}::uuid[],
      ${escalated.map(({ incidentId }) => incidentId)}::bigint[],
      ${escalated.map(({ data }) => json(data))}::jsonb[]
    ) as e (organization_id, incident_id, data)`),
  )
}

/** Makes the next step of the escalations of an outage due now, or of one policy's only. */
export async function expediteEscalations(
  db: Database,
  { organizationId, outageId, policyId }: { organizationId: string; outageId: number; policyId?: string | undefined },
  now: Date,
): Promise<void> {
  await db.run(sql`
    update escalations
    set due_at = ${now}
    where ${every([
      sql`organization_id = ${organizationId} and incident_id = ${outageId} and due_at > ${now} and not held`,
      policyId !== undefined && sql`policy_id = ${policyId}`,
    ])}`)
}

/** The policy whose step last paged through this channel; undefined if none did. */
export async function policyPagedThrough(
  db: Database,
  { organizationId, outageId, channelId }: { organizationId: string; outageId: number; channelId: number },
): Promise<string | undefined> {
  const page = await db.row<{ policyId: string | null }>(sql`
    select n.page ->> 'policyId' as "policyId"
    from notifications n
    join incidents i on i.organization_id = n.organization_id and i.id = n.incident_id
    where i.organization_id = ${organizationId}
      and ${isOfOutage(sql`i`, sql`${outageId}::bigint`)}
      and n.channel_id = ${channelId}
      and n.page is not null
    order by n.id desc
    limit 1`)
  return page?.policyId ?? undefined
}
