// What services of others last said of themselves.
import type { Said } from '../../domain/status-page/third-party.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

export interface ReadService extends Said {
  readonly slug: string
  /** When the service last said so. */
  readonly saidAt: Date | null
}

/** By their slugs; what was never asked for is missing. */
export async function readServices(db: Database, slugs: readonly string[]): Promise<Map<string, ReadService>> {
  if (slugs.length === 0) return new Map()
  const rows = await db.rows<ReadService>(sql`
    select slug, status, components, said_at as "saidAt"
    from third_party_services
    where slug = any (${slugs}::text[])`)
  return new Map(rows.map((service) => [service.slug, service]))
}
