// Tries of whole configuration documents: what the document says about each monitor. The runs are in `tries`.
import type { Condition } from '../../domain/alerting/condition.ts'
import type { Severity } from '../../domain/metric.ts'
import type { Database } from '../database/database.ts'
import { json, sql } from '../database/sql.ts'

export interface TriedRule extends Condition {
  readonly name: string
  readonly metric: string
  readonly severity: Severity
}

export interface TriedMonitor {
  readonly key: string
  readonly name: string
  readonly type: string
  readonly target: string
  /** The file that it was sent in; null or missing if that has no name. */
  readonly file?: string | null
  /** Of its key in the YAML text; null if the document was sent as JSON. */
  readonly line: number | null
  /** Why it is not tried. */
  readonly skipped: string | null
  /** Locations where no probe was running. */
  readonly silent: readonly { readonly id: string; readonly name: string }[]
  readonly rules: readonly TriedRule[]
}

export interface ConfigTry {
  readonly id: string
  readonly monitors: readonly TriedMonitor[]
  readonly createdAt: Date
}

export async function addConfigTry(
  db: Database,
  organizationId: string,
  { id, monitors, createdAt }: ConfigTry,
): Promise<void> {
  await db.run(sql`
    insert into config_tries (organization_id, id, monitors, created_at)
    values (${organizationId}, ${id}, ${json(monitors)}, ${createdAt})`)
}

export async function findConfigTry(db: Database, organizationId: string, id: string): Promise<ConfigTry | undefined> {
  return db.row(sql`
    select id, monitors, created_at as "createdAt"
    from config_tries
    where organization_id = ${organizationId} and id = ${id}`)
}

/** With their runs. */
export async function dropConfigTries(db: Database, before: Date): Promise<void> {
  await db.run(sql`delete from config_tries where created_at < ${before}`)
}
