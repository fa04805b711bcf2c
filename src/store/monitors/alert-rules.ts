import { newId } from '../../domain/id.ts'
import { type Severity, unusual } from '../../domain/metric.ts'
import type { Database } from '../database/database.ts'
import { type Statement, every, json, sql } from '../database/sql.ts'

export interface RuleDraft {
  name: string
  metric: string
  metricKey: string
  operator: string
  value: string
  severity: Severity
  failureThreshold: number
  minFailedProbes: number
  /** In seconds. */
  durationWindow: number
  clearAfter: number
  enabled: boolean
  systemName: string | null
  contactGroupId: string | null
}

export interface AlertRule extends RuleDraft {
  id: string
  /** The id in webhooks. */
  ruleId: number
  monitorId: string
  contactGroup: { id: string; name: string } | null
  /** For a rule on unusual values: whether it is known what is usual within a day, and from when on. */
  usual: { isKnown: boolean; readyAtMs: number | null } | null
  version: number
  createdAt: Date
  updatedAt: Date
}

interface OfMonitor {
  organizationId: string
  monitorId: string
}

const columns = sql`
  r.id, r.rule_id as "ruleId", r.monitor_id as "monitorId", r.name, r.metric, r.metric_key as "metricKey", r.operator,
  r.value,
  r.severity, r.failure_threshold as "failureThreshold", r.min_failed_probes as "minFailedProbes",
  r.duration_window_seconds as "durationWindow", r.clear_after as "clearAfter", r.enabled,
  r.system_name as "systemName",
  r.contact_group_id as "contactGroupId", r.version, r.created_at as "createdAt", r.updated_at as "updatedAt",
  case when g.id is not null then json_build_object('id', g.id, 'name', g.name) end as "contactGroup",
  case when r.operator = ${unusual} then (
    select json_build_object('isKnown', coalesce(jsonb_path_exists(u.ranges, '$.*[0 to 23] ? (@ != null)'), false),
      'readyAtMs', (extract(epoch from u.ready_at) * 1000)::bigint)
    from monitors m
    left join usual_ranges u on u.monitor_number = m.monitor_number
    where m.organization_id = r.organization_id and m.id = r.monitor_id
  ) end as usual`

const withGroup = sql`
  from alert_rules r
  left join contact_groups g on g.organization_id = r.organization_id and g.id = r.contact_group_id`

/** In the order of creation. */
export async function listRules(
  db: Database,
  { organizationId, monitorId }: OfMonitor,
  { after, limit }: { after?: number; limit?: number } = {},
): Promise<AlertRule[]> {
  return db.rows(sql`
    select ${columns} ${withGroup}
    where ${every([
      sql`r.organization_id = ${organizationId}`,
      sql`r.monitor_id = ${monitorId}`,
      after !== undefined && sql`r.rule_id > ${after}`,
    ])}
    order by r.rule_id
    limit ${limit ?? null}`)
}

/** The rules of these monitors, in the order of creation. */
export async function rulesOfMonitors(
  db: Database,
  organizationId: string,
  monitorIds: readonly string[],
): Promise<Map<string, AlertRule[]>> {
  const rules = await db.rows<AlertRule>(sql`
    select ${columns} ${withGroup}
    where r.organization_id = ${organizationId} and r.monitor_id = any (${monitorIds}::uuid[])
    order by r.rule_id`)
  return Map.groupBy(rules, ({ monitorId }) => monitorId)
}

/** The rules of all monitors of an organization, in the order of creation. */
export async function rulesOfOrganization(db: Database, organizationId: string): Promise<AlertRule[]> {
  return db.rows(sql`select ${columns} ${withGroup} where r.organization_id = ${organizationId} order by r.rule_id`)
}

export async function findRule(
  db: Database,
  { organizationId, monitorId }: OfMonitor,
  id: string,
): Promise<AlertRule | undefined> {
  return db.row(sql`
    select ${columns} ${withGroup}
    where r.organization_id = ${organizationId} and r.monitor_id = ${monitorId} and r.id = ${id}`)
}

export const addRules = (
  db: Database,
  { organizationId, monitorId }: OfMonitor,
  drafts: readonly RuleDraft[],
  now: Date,
): Promise<string[]> => addRulesOf(db, organizationId, [{ monitorId, drafts }], now)

/** Adds rules to several monitors; returns their ids in the same order. */
export async function addRulesOf(
  db: Database,
  organizationId: string,
  monitors: readonly { readonly monitorId: string; readonly drafts: readonly RuleDraft[] }[],
  now: Date,
): Promise<string[]> {
  const rows = monitors.flatMap(({ monitorId, drafts }) =>
    drafts.map((draft) => ({ id: newId(now), monitorId, ...draft })),
  )
  await db.run(sql`
    insert into alert_rules (
      organization_id, monitor_id, id, name, metric, metric_key, operator, value, severity, failure_threshold,
      min_failed_probes, duration_window_seconds, clear_after, enabled, system_name, contact_group_id, created_at,
      updated_at
    )
    select ${organizationId}, "monitorId", id, name, metric, "metricKey", operator, value, severity,
      "failureThreshold",
      "minFailedProbes", "durationWindow", "clearAfter", enabled, "systemName", "contactGroupId", ${now}, ${now}
    from ${ruleRows(rows)} rows`)
  return rows.map(({ id }) => id)
}

const ruleRows = (rows: readonly (RuleDraft & RuleOfMonitor)[]): Statement => sql`(
  select *
  from jsonb_to_recordset(${json(rows)}) as row (
    id uuid, "monitorId" uuid, name text, metric text, "metricKey" text, operator text, value text, severity text,
    "failureThreshold" int, "minFailedProbes" int, "durationWindow" int, "clearAfter" int, enabled boolean,
    "systemName" text, "contactGroupId" uuid
  )
)`

type RuleOfMonitor = Pick<AlertRule, 'id' | 'monitorId'>

export interface ChangedRuleRow extends RuleOfMonitor {
  readonly draft: RuleDraft
}

/** Each change creates a new version of the rule. */
export async function changeRules(
  db: Database,
  organizationId: string,
  changes: readonly ChangedRuleRow[],
  now: Date,
): Promise<void> {
  const rows = changes.map(({ id, monitorId, draft }) => ({ ...draft, id, monitorId }))
  await db.run(sql`
    update alert_rules r
    set name = d.name, metric = d.metric, metric_key = d."metricKey", operator = d.operator, value = d.value,
      severity = d.severity, failure_threshold = d."failureThreshold", min_failed_probes = d."minFailedProbes",
      duration_window_seconds = d."durationWindow", clear_after = d."clearAfter", enabled = d.enabled,
      contact_group_id = d."contactGroupId", version = r.version + 1, updated_at = ${now}
    from ${ruleRows(rows)} d
    where r.organization_id = ${organizationId} and r.monitor_id = d."monitorId" and r.id = d.id`)
}

export async function deleteRules(
  db: Database,
  organizationId: string,
  rules: readonly RuleOfMonitor[],
): Promise<void> {
  await db.run(sql`
    delete from alert_rules
    where organization_id = ${organizationId} and (monitor_id, id) in (
      select * from unnest(${rules.map(({ monitorId }) => monitorId)}::uuid[], ${rules.map(({ id }) => id)}::uuid[]))`)
}

/** Removes a deleted contact group from rules, which then use the groups of their monitors. */
export async function takeGroupFromRules(
  db: Database,
  { organizationId, groupId, now }: { organizationId: string; groupId: string; now: Date },
): Promise<void> {
  await db.run(sql`
    update alert_rules
    set contact_group_id = null, version = version + 1, updated_at = ${now}
    where organization_id = ${organizationId} and contact_group_id = ${groupId}`)
}
