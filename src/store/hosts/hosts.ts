// Hosts: machines with an agent, their last report, and the turn at which their silence is evaluated.
import type { DiskHistory } from '../../domain/host/forecast.ts'
import { type HostMemory, type SilenceMoments, newHost } from '../../domain/host/host.ts'
import type { MonitorConfig, MonitorState } from '../../domain/monitor.ts'
import { type DueSelection, queueItems } from '../checking/queue-items.ts'
import { clockSlackMs } from '../database/clock-slack.ts'
import type { Database } from '../database/database.ts'
import { json, nothing, sql } from '../database/sql.ts'

export interface HostDraft {
  id: string
  monitorId: string
  tokenHash: Buffer
  tokenExpiresAt: Date
}

/** Its monitor was created in the same transaction. */
export async function addHost(db: Database, organizationId: string, draft: HostDraft): Promise<void> {
  await db.run(sql`
    insert into hosts (organization_id, id, monitor_id, monitor_number, token_hash, token_expires_at)
    select organization_id, ${draft.id}, id, monitor_number, ${draft.tokenHash}, ${draft.tokenExpiresAt}
    from monitors
    where organization_id = ${organizationId} and id = ${draft.monitorId}`)
}

/** Invalidates the previous token. */
export async function setHostToken(
  db: Database,
  organizationId: string,
  { id, tokenHash, tokenExpiresAt }: Omit<HostDraft, 'monitorId'>,
): Promise<void> {
  await db.run(sql`
    update hosts
    set token_hash = ${tokenHash}, token_expires_at = ${tokenExpiresAt}
    where organization_id = ${organizationId} and id = ${id}`)
}

export interface LockedHost {
  id: string
  organizationId: string
  monitorId: string
  monitorNumber: number
  version: number
  state: MonitorState
  config: MonitorConfig
  slugs: string[]
  tokenExpiresAt: Date | null
  host: HostMemory
  diskHistory: DiskHistory
}

const lockedColumns = sql`
  h.id, m.organization_id as "organizationId", m.id as "monitorId", m.monitor_number as "monitorNumber", m.version,
  m.state, m.config, m.slugs, h.token_expires_at as "tokenExpiresAt",
  coalesce(h.state, ${json(newHost)}::jsonb) as host, h.disk_history as "diskHistory"`

/** The host of a token, without a lock. */
export async function hostOfToken(db: Database, tokenHash: Buffer): Promise<LockedHost | undefined> {
  return db.row(sql`
    select ${lockedColumns}
    from hosts h
    join monitors m on m.monitor_number = h.monitor_number
    where h.token_hash = ${tokenHash}`)
}

// Locks monitor and host: data read before waiting for one would be stale for the other.
/** The host of a token, locked until the transaction ends. */
export async function lockHostOfToken(db: Database, tokenHash: Buffer): Promise<LockedHost | undefined> {
  return db.row(sql`
    select ${lockedColumns}
    from monitors m
    join hosts h on h.monitor_number = m.monitor_number
    where h.token_hash = ${tokenHash}
    for no key update of m, h`)
}

export interface DueHost extends LockedHost {
  dueAt: Date
}

/** Locks hosts whose turn is due; skips locked ones. */
export async function lockDueHosts(db: Database, { limit, now, only }: DueSelection): Promise<DueHost[]> {
  return db.rows(sql`
    select ${lockedColumns}, t.due_at as "dueAt"
    from turns t
    join monitors m on m.monitor_number = t.monitor_number
    join hosts h on h.monitor_number = t.monitor_number
    where t.location = 0 and t.due_at <= ${now} and m.state <> 'paused' and ${queueItems.silent.isReady({ now, only })}
    order by t.due_at
    limit ${limit}
    for no key update of t, m, h skip locked`)
}

/** Locks hosts with times in the future; skips locked ones. */
export async function lockHostsAhead(db: Database, now: Date): Promise<LockedHost[]> {
  return db.rows(sql`
    select ${lockedColumns}
    from hosts h
    join monitors m on m.monitor_number = h.monitor_number
    where h.seen_at > ${new Date(now.getTime() + clockSlackMs)}
    for no key update of m, h skip locked`)
}

/** The hosts among these monitors, which the caller has locked. */
export function hostsAmong(db: Database, organizationId: string, monitorIds: readonly string[]): Promise<LockedHost[]> {
  return db.rows(sql`
    select ${lockedColumns}
    from monitors m
    join hosts h on h.monitor_number = m.monitor_number
    where m.organization_id = ${organizationId} and m.id = any (${monitorIds}::uuid[])`)
}

export interface KeptHost {
  readonly monitorNumber: number
  readonly host: HostMemory
  /** After the last report; null before the first. */
  readonly moments: SilenceMoments | null
}

const moment = (at: number | null | undefined): Date | null => (at === null || at === undefined ? null : new Date(at))

export async function saveHosts(db: Database, kept: readonly KeptHost[]): Promise<void> {
  await db.run(sql`
    update hosts h
    set state = k.state, seen_at = k.seen_at, stale_at = k.stale_at, offline_at = k.offline_at
    from unnest(
      ${kept.map(({ monitorNumber }) => monitorNumber)}::bigint[],
      ${kept.map(({ host }) => json(host))}::jsonb[],
      ${kept.map(({ host }) => moment(host.reportedAt))}::timestamptz[],
      ${kept.map(({ moments }) => moment(moments?.staleAt))}::timestamptz[],
      ${kept.map(({ moments }) => moment(moments?.offlineAt))}::timestamptz[]
    ) as k (monitor_number, state, seen_at, stale_at, offline_at)
    where h.monitor_number = k.monitor_number`)
}

export interface SampledDisk {
  readonly mount: string
  readonly used_pct: number
  readonly used_bytes: number
  readonly free_bytes: number
  readonly full_in_hours: number | null
}

/** As it is stored and shown. */
export interface HostSampleDetail {
  readonly metrics: Readonly<Record<string, number>>
  readonly disks: readonly SampledDisk[]
  readonly services: readonly { readonly name: string; readonly up: boolean }[]
  readonly failed_services: readonly string[]
  readonly processes: readonly { readonly name: string; readonly count: number }[]
  readonly containers: readonly { readonly name: string; readonly up: boolean; readonly healthy: boolean | null }[]
}

export interface HostUpdate {
  readonly monitorNumber: number
  readonly agentVersion: string
  readonly machine: object
  /** A sample that counts, or null. */
  readonly sample: {
    readonly at: Date
    readonly latest: object
    readonly processes: readonly object[]
    readonly diskHistory: DiskHistory
    /** Everything else that the page of the host shows. */
    readonly detail: HostSampleDetail
  } | null
}

/** Stores a report. Its token counts as used. */
export async function saveHostUpdate(
  db: Database,
  { monitorNumber, agentVersion, machine, sample }: HostUpdate,
): Promise<void> {
  const sampled =
    sample &&
    sql`,
    sampled_at = ${sample.at}, latest = ${json(sample.latest)},
    processes = ${json(sample.processes)}, disk_history = ${json(sample.diskHistory)},
    sample = ${json(sample.detail)}`
  await db.run(sql`
    update hosts
    set token_expires_at = null, agent_version = ${agentVersion},
      machine = ${json(machine)}${sampled ?? nothing}
    where monitor_number = ${monitorNumber}`)
}
