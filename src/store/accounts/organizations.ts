import type { Organization } from '../../domain/caller.ts'
import { newId } from '../../domain/id.ts'
import { type PlanLimits, type PlanName, limitsOf } from '../../domain/plan.ts'
import type { ReaderLanguage } from '../../domain/text/language.ts'
import { keptDays } from '../../domain/history/retention.ts'
import { addDefaultGroup } from '../notifications/contact-groups.ts'
import type { Database } from '../database/database.ts'
import { json, sql } from '../database/sql.ts'

export interface OrganizationRow {
  id: string
  name: string
  slug: string
  plan: PlanName
  limits: Partial<PlanLimits>
  timezone: string
  language: ReaderLanguage
  created_at: Date
}

export function toOrganization(row: OrganizationRow): Organization {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    plan: row.plan,
    limits: limitsOf(row.plan, row.limits),
    timezone: row.timezone,
    language: row.language,
    createdAt: row.created_at,
  }
}

export interface OrganizationDraft {
  name: string
  slug: string
  plan: PlanName
  limits: Partial<PlanLimits>
}

/** Creates or updates the organization; `changed` is false if it already matched. */
export async function putOrganization(
  db: Database,
  draft: OrganizationDraft,
  now: Date,
): Promise<{ id: string; changed: boolean }> {
  const limits = json(draft.limits)
  const changed = await db.row<{ id: string }>(sql`
    insert into organizations as o (id, name, slug, plan, limits, created_at, updated_at)
    values (${newId(now)}, ${draft.name}, ${draft.slug}, ${draft.plan}, ${limits}, ${now}, ${now})
    on conflict (slug) do update
    set name = excluded.name, plan = excluded.plan, limits = excluded.limits, updated_at = excluded.updated_at
    where (o.name, o.plan, o.limits) is distinct from (excluded.name, excluded.plan, excluded.limits)
    returning id`)
  const known = changed ?? (await db.row<{ id: string }>(sql`select id from organizations where slug = ${draft.slug}`))
  await addDefaultGroup(db, known!.id, now)
  return { id: known!.id, changed: changed !== undefined }
}

export async function anyOrganization(db: Database): Promise<{ id: string } | undefined> {
  return db.row(sql`select id from organizations order by created_at, id limit 1`)
}

export async function findOrganization(db: Database, slug: string): Promise<{ id: string; name: string } | undefined> {
  return db.row(sql`select id, name from organizations where slug = ${slug}`)
}

export async function listOrganizations(db: Database): Promise<{ id: string; name: string; slug: string }[]> {
  return db.rows(sql`select id, name, slug from organizations order by slug`)
}

/** The slug of an organization without a name. */
export const unnamedSlug = 'my-organization'

interface NamedOrganization {
  id: string
  name: string
  timezone: string
  language: ReaderLanguage
}

/** Sets name, time zone and language. The slug changes only the first time, because addresses may contain it. */
export async function nameOrganization(
  db: Database,
  { id, name, slug, timezone, language }: NamedOrganization & { slug: string },
  now: Date,
): Promise<void> {
  await db.run(sql`
    update organizations
    set name = ${name}, timezone = ${timezone}, language = ${language}, slug = case
        when slug = ${unnamedSlug} and not exists (select from organizations where slug = ${slug}) then ${slug}
        else slug
      end,
      updated_at = ${now}
    where id = ${id}`)
}

/** The chosen retention in days; null uses the plan's. */
export interface ChosenRetention {
  incidentDays: number | null
  activityDays: number | null
}

const chosenRetention = sql`incident_days as "incidentDays", activity_days as "activityDays"`

export async function retentionOf(db: Database, id: string): Promise<ChosenRetention> {
  const row = await db.row<ChosenRetention>(sql`select ${chosenRetention} from organizations where id = ${id}`)
  return row!
}

/** The retention of each organization; null is forever. */
export async function organizationsKeeping(db: Database): Promise<(ChosenRetention & { id: string })[]> {
  const rows = await db.rows<OrganizationRow & ChosenRetention>(
    sql`select id, plan, limits, ${chosenRetention} from organizations`,
  )
  return rows.map(({ id, plan, limits: own, incidentDays, activityDays }) => {
    const limits = limitsOf(plan, own)
    return {
      id,
      incidentDays: keptDays(limits.incident_retention_days, incidentDays),
      activityDays: keptDays(limits.activity_retention_days, activityDays),
    }
  })
}

/** How many objects one credential of an assistant may delete, pause or silence in a call and in an hour. */
export async function assistantLimitOf(db: Database, id: string): Promise<number> {
  const row = await db.row<{ limit: number }>(sql`
    select assistant_limit as limit from organizations where id = ${id}`)
  return row!.limit
}

export interface OrganizationUpdate extends ChosenRetention, NamedOrganization {
  assistantLimit: number
}

export async function updateOrganization(
  db: Database,
  { id, name, timezone, language, incidentDays, activityDays, assistantLimit }: OrganizationUpdate,
  now: Date,
): Promise<void> {
  await db.run(sql`
    update organizations
    set name = ${name}, timezone = ${timezone}, language = ${language}, incident_days = ${incidentDays},
      activity_days = ${activityDays}, assistant_limit = ${assistantLimit}, updated_at = ${now}
    where id = ${id}`)
}

/** The number of resources that the plan limits. */
export interface Usage {
  monitors: number
  contacts: number
  /** Without the default group. */
  contact_groups: number
  /** Without personal channels. */
  notification_channels: number
  status_pages: number
  /** Without windows that mark an incident as maintenance. */
  maintenance_windows: number
  on_call_schedules: number
  escalation_policies: number
  hosts: number
  private_locations: number
  users: number
}

export async function usageOf(db: Database, organizationId: string): Promise<Usage> {
  const usage = await db.row<Usage>(sql`
    select
      (select count(*) from monitors where organization_id = ${organizationId}) as monitors,
      (select count(*) from contacts where organization_id = ${organizationId}) as contacts,
      (select count(*) from contact_groups where organization_id = ${organizationId}
        and not is_default) as contact_groups,
      (select count(*) from notification_channels where organization_id = ${organizationId}
        and user_id is null) as notification_channels,
      (select count(*) from status_pages where organization_id = ${organizationId}) as status_pages,
      (select count(*) from maintenance_windows where organization_id = ${organizationId}
        and incident_id is null) as maintenance_windows,
      (select count(*) from on_call_schedules where organization_id = ${organizationId}) as on_call_schedules,
      (select count(*) from escalation_policies where organization_id = ${organizationId}) as escalation_policies,
      (select count(*) from hosts where organization_id = ${organizationId}) as hosts,
      (select count(*) from locations where organization_id = ${organizationId}
        and retired_at is null) as private_locations,
      (select count(*) from members where organization_id = ${organizationId}) as users`)
  return usage!
}

/** Lock the organization before counting against a limit, so that two requests cannot both take the last slot. */
export async function lockOrganization(db: Database, organizationId: string): Promise<void> {
  await db.run(sql`select from organizations where id = ${organizationId} for no key update`)
}

export async function findOrganizationById(db: Database, id: string): Promise<Organization | undefined> {
  const row = await db.row<OrganizationRow>(sql`
    select id, name, slug, plan, limits, timezone, language, created_at from organizations where id = ${id}`)
  return row && toOrganization(row)
}
