// Queues whose items are set aside if they cannot be processed: where all items are, and what identifies one.
// Statements that take due items have the same aliases.
import type { Database } from '../database/database.ts'
import { Statement, every, sql } from '../database/sql.ts'

// An item that has failed for long is tried again less often.
const [minPause, maxPause] = [sql`interval '1 minute'`, sql`interval '30 minutes'`]
const rememberedForMs = 3_600_000

/** Which due items to take. */
export interface DueSelection {
  readonly now: Date
  readonly limit: number
  /** The keys of the only items to take. */
  readonly only?: readonly string[]
}

export type ItemIds = Readonly<Record<string, unknown>>

const constant = (text: string): Statement => new Statement([text], [])

export class QueueItems {
  /** What the items are, in the plural. */
  readonly kind: string
  readonly #rows: string
  readonly #ids: readonly string[]

  constructor(kind: string, rows: string, ids: readonly string[]) {
    this.kind = kind
    this.#rows = rows
    this.#ids = ids
  }

  /** The ids of at least all items that are due. */
  all(db: Database): Promise<ItemIds[]> {
    return db.rows(sql`select distinct ${constant(this.#ids.join(', '))} from ${constant(this.#rows)}`)
  }

  keyOf(ids: ItemIds): string {
    return Object.values(ids).join(' ')
  }

  /** SQL: the item is not set aside, and may be taken. A pause that is too long is of a clock that was set back. */
  isReady({ now, only }: Pick<DueSelection, 'now' | 'only'>): Statement {
    const key = constant(`concat_ws(' ', ${this.#ids.join(', ')})`)
    return every([
      sql`${key} <> all (array(
        select key from set_aside_items
        where kind = ${this.kind} and retry_at > ${now} and retry_at <= ${now}::timestamptz + ${maxPause}
      ))`,
      only && sql`${key} = any (${only}::text[])`,
    ])
  }

  /** The row of the item stays as it is: the database may refuse every change of it. */
  async setAside(db: Database, ids: ItemIds, now: Date): Promise<void> {
    await db.run(sql`delete from set_aside_items where retry_at <= ${new Date(now.getTime() - rememberedForMs)}`)
    await db.run(sql`
      insert into set_aside_items as s (kind, key, since, retry_at)
      values (${this.kind}, ${this.keyOf(ids)}, ${now}, ${now}::timestamptz + ${minPause})
      on conflict (kind, key) do update
      set retry_at = ${now}::timestamptz + least(greatest(${now}::timestamptz - s.since, ${minPause}), ${maxPause})`)
  }
}

const queue = (kind: string, rows: string, ...ids: string[]): QueueItems => new QueueItems(kind, rows, ids)

const openIncidents = `incidents i where i.status <> 'resolved'`
const unsentReports = `report_letters l where state in ('waiting', 'sending')`
const monitorsAtLocations = '(select organization_id, unnest(location_numbers) as location from monitors) o'
const incidentsOfPages = `
  status_page_components c
  join status_pages p on p.id = c.page_id
  join incidents i on i.organization_id = p.organization_id and i.status <> 'resolved'`

export const queueItems = {
  alerts: queue('alerts', 'outbox o', 'o.incident_id', 'o.id'),
  artifacts: queue('artifacts', 'artifacts a', 'a.id'),
  deployments: queue('deployments', 'deployments d where compare_at is not null', 'd.id'),
  escalations: queue('escalations', 'escalations e', 'e.organization_id', 'e.incident_id', 'e.policy_id'),
  explained: queue('explained incidents', openIncidents, 'i.id'),
  locationOutages: queue('location outages', monitorsAtLocations, 'o.organization_id', 'o.location'),
  maintenance: queue('maintenance announcements', 'status_pages p', 'p.id'),
  objectives: queue('objectives', 'objectives o', 'o.id'),
  pageUpdates: queue('page updates', 'announcement_updates u where told_at is null', 'u.id'),
  published: queue('published incidents', 'announcements a where resolved_at is null', 'a.id'),
  reminders: queue('reminders', openIncidents, 'i.id'),
  reportEmails: queue('report emails', unsentReports, 'l.organization_id', 'l.cadence', 'l.recipient'),
  reportSchedules: queue('report schedules', 'report_schedules s', 's.organization_id', 's.cadence'),
  resolves: queue('requested resolves', openIncidents, 'i.id'),
  retriedChannels: queue('retried channels', 'deliveries d where owed_since is not null', 'd.channel_id'),
  silenced: queue('silenced incidents', openIncidents, 'i.id'),
  silent: queue('silent monitors', 'turns t where location = 0', 't.monitor_number'),
  stranded: queue('stranded turns', 'turns t where location > 0', 't.monitor_number', 't.slot'),
  unpublished: queue('unpublished incidents', incidentsOfPages, 'c.page_id', 'i.id'),
  unwatched: queue('unwatched monitors', `monitors m where state in ('up', 'degraded')`, 'm.monitor_number'),
  usualRanges: queue('usual ranges', 'monitors m', 'm.monitor_number'),
  vendorReports: queue('vendor reports', openIncidents, 'i.id'),
}
