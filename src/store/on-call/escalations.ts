// Active escalations: which step is due for which incident. A row is advanced in the transaction that pages.
import { type EscalationPolicy, type EscalationProgress, minRestMinutes } from '../../domain/on-call/escalation.ts'
import { clockSlack } from '../database/clock-slack.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { addEvents } from '../incidents/incident-events.ts'

export interface FiringIncident {
  readonly organizationId: string
  readonly incidentId: number
  /** The groups that the alert is for. */
  readonly groupIds: readonly string[]
}

/** Starts an escalation for each policy of the groups, unless it is already active. */
export async function startEscalations(db: Database, incidents: readonly FiringIncident[], now: Date): Promise<void> {
  const pairs = incidents.flatMap(({ groupIds, ...incident }) => groupIds.map((groupId) => ({ ...incident, groupId })))
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
    where i.status = 'firing'
    on conflict do nothing`)
}

export interface DueEscalation extends EscalationProgress {
  readonly organizationId: string
  readonly incidentId: number
  readonly policy: EscalationPolicy & { readonly id: string; readonly name: string }
  readonly dueAt: Date
  readonly held: boolean
  /** Whether the incident is open, closed but may still reopen, affected by another, or needs no more pages. */
  readonly standing: 'firing' | 'undecided' | 'over'
}

/** Locks due escalations and their incidents until the transaction ends; skips locked ones. */
export async function lockDueEscalations(
  db: Database,
  { limit, now }: { limit: number; now: Date },
): Promise<DueEscalation[]> {
  return db.rows(sql`
    select e.organization_id as "organizationId", e.incident_id as "incidentId", e.step, e.round, e.due_at as "dueAt",
      e.held,
      json_build_object('id', p.id, 'name', p.name, 'repeatCount', p.repeat_count, 'steps', p.steps) as policy,
      case
        when i.affected_by is not null and i.status <> 'resolved' then 'undecided'
        when i.status = 'firing' and i.resolve_requested_at is null then 'firing'
        when i.acknowledged_at is null and exists (
          select from incidents other
          where other.organization_id = i.organization_id and other.part_of = i.id and other.status = 'firing'
        ) then 'firing'
        when i.status = 'resolved' and i.acknowledged_at is null and exists (
          select from outbox o
          where o.organization_id = i.organization_id and o.incident_id = i.id and o.kind = 'resolved'
            and o.due_at > ${now}
        ) then 'undecided'
        else 'over'
      end as standing
    from escalations e
    join incidents i on i.organization_id = e.organization_id and i.id = e.incident_id
    join escalation_policies p on p.organization_id = e.organization_id and p.id = e.policy_id
    where e.due_at <= ${now}
    order by e.due_at, e.incident_id
    limit ${limit}
    for update of e skip locked
    for no key update of i skip locked`)
}

export interface RunningEscalation extends EscalationProgress {
  readonly incidentId: number
  readonly policy: EscalationPolicy & { readonly id: string; readonly name: string }
  readonly dueAt: Date
  readonly held: boolean
}

/** Active escalations of incidents that are not acknowledged, by due time. */
export async function escalationsOf(
  db: Database,
  organizationId: string,
  incidentIds: readonly number[],
): Promise<RunningEscalation[]> {
  return db.rows(sql`
    select e.incident_id as "incidentId", e.step, e.round, e.due_at as "dueAt", e.held,
      json_build_object('id', p.id, 'name', p.name, 'repeatCount', p.repeat_count, 'steps', p.steps) as policy
    from escalations e
    join incidents i on i.organization_id = e.organization_id and i.id = e.incident_id
    join escalation_policies p on p.organization_id = e.organization_id and p.id = e.policy_id
    where e.organization_id = ${organizationId}
      and e.incident_id = any (${incidentIds}::bigint[])
      and i.status = 'firing'
      and i.resolve_requested_at is null
    order by e.due_at, p.name`)
}

interface EscalationKey {
  readonly organizationId: string
  readonly incidentId: number
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
      ${next.map(({ incidentId }) => incidentId)}::bigint[],
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
        ${ended.map(({ incidentId }) => incidentId)}::bigint[],
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
      ${escalated.map(({ data }) => JSON.stringify(data))}::jsonb[]
    ) as e (organization_id, incident_id, data)`),
  )
}

/** Makes the next step of these escalations due now. */
export async function expediteEscalations(
  db: Database,
  { organizationId, incidentId }: { organizationId: string; incidentId: number },
  now: Date,
): Promise<void> {
  await db.run(sql`
    update escalations
    set due_at = ${now}
    where organization_id = ${organizationId} and incident_id = ${incidentId} and due_at > ${now} and not held`)
}
