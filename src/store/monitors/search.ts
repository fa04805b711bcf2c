// Global search: monitors, hosts, incidents, people, channels, schedules, status pages.
import type { Database } from '../database/database.ts'
import { type Statement, beginsWith, contains, sql, unprepared } from '../database/sql.ts'

export const searchResultKinds = [
  'monitor',
  'host',
  'incident',
  'person',
  'channel',
  'schedule',
  'status_page',
] as const
export type SearchResultKind = (typeof searchResultKinds)[number]

export interface SearchResult {
  kind: SearchResultKind
  id: string
  name: string
  /** Distinguishes it from others with the same name. */
  detail: string | null
  state: string | null
}

const newestIncidents = 2000

interface SearchQuery {
  organizationId: string
  text: string
  limit: number
}

const begins = (what: Statement, text: string): Statement => sql`(${beginsWith(what, text)}) desc`

const monitorMatches = ({ organizationId, text, limit }: SearchQuery): Statement => sql`
  select 'monitor' as kind, m.id::text as id, m.name,
    case when m.deadline_seconds is null then null else m.target end as detail, m.state
  from monitors m
  where m.organization_id = ${organizationId} and ${contains(sql`m.search`, text)}
  order by ${begins(sql`lower(m.name)`, text)}, m.state not in ('down', 'degraded'), lower(m.name), m.id
  limit ${limit}`

const hostMatches = ({ organizationId, text, limit }: SearchQuery): Statement => sql`
  select 'host', h.id::text, m.name, h.machine ->> 'hostname', m.state
  from hosts h
  join monitors m on m.monitor_number = h.monitor_number
  where h.organization_id = ${organizationId}
    and ${contains(sql`lower(m.name || e'\n' || coalesce(h.machine ->> 'hostname', ''))`, text)}
  order by ${begins(sql`lower(m.name)`, text)}, lower(m.name), h.id
  limit ${limit}`

function incidentMatches({ organizationId, text, limit }: SearchQuery): Statement {
  const number = /^#?\d{1,9}$/.test(text) ? Number(text.replace('#', '')) : -1
  return sql`
  select 'incident', i.id::text, i.message, i.monitor_name, i.status
  from (
    select *
    from incidents
    where organization_id = ${organizationId}
    order by started_at desc, id desc
    limit ${newestIncidents}
  ) i
  where i.id = ${number} or ${contains(sql`lower(i.message || e'\n' || i.monitor_name)`, text)}
  order by i.id = ${number} desc, i.status = 'resolved', i.started_at desc
  limit ${limit}`
}

const personMatches = ({ organizationId, text, limit }: SearchQuery): Statement => sql`
  select 'person', u.id::text, u.name, u.email, null
  from members m
  join users u on u.id = m.user_id
  where m.organization_id = ${organizationId} and ${contains(sql`lower(u.name || e'\n' || u.email)`, text)}
  order by ${begins(sql`lower(u.name)`, text)}, lower(u.name), u.id
  limit ${limit}`

const channelMatches = ({ organizationId, text, limit }: SearchQuery): Statement => sql`
  select 'channel', c.id::text, c.name, c.type, null
  from notification_channels c
  where c.organization_id = ${organizationId} and c.user_id is null and ${contains(sql`lower(c.name)`, text)}
  order by ${begins(sql`lower(c.name)`, text)}, lower(c.name), c.id
  limit ${limit}`

const scheduleMatches = ({ organizationId, text, limit }: SearchQuery): Statement => sql`
  select 'schedule', s.id::text, s.name, null, null
  from on_call_schedules s
  where s.organization_id = ${organizationId} and ${contains(sql`lower(s.name)`, text)}
  order by ${begins(sql`lower(s.name)`, text)}, lower(s.name), s.id
  limit ${limit}`

const statusPageMatches = ({ organizationId, text, limit }: SearchQuery): Statement => sql`
  select 'status_page', p.id::text, p.name, p.slug, null
  from status_pages p
  where p.organization_id = ${organizationId} and ${contains(sql`lower(p.name || e'\n' || p.slug)`, text)}
  order by ${begins(sql`lower(p.name)`, text)}, lower(p.name), p.id
  limit ${limit}`

/** Limits the results per kind; matches at the start of a name come first. */
export async function search(
  db: Database,
  organizationId: string,
  { text, limit }: { text: string; limit: number },
): Promise<SearchResult[]> {
  const query = { organizationId, text, limit }
  return db.rows(
    unprepared(sql`
    (${monitorMatches(query)})
    union all (${hostMatches(query)})
    union all (${incidentMatches(query)})
    union all (${personMatches(query)})
    union all (${channelMatches(query)})
    union all (${scheduleMatches(query)})
    union all (${statusPageMatches(query)})`),
  )
}
