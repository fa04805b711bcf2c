// Records what the engine wrote to the tables that people can see, by transaction, also what it deleted again.
import type { Store } from '../../../src/store/database/database.ts'
import { sql } from '../../../src/store/database/sql.ts'

export interface RecordedIncident {
  readonly id: number
  readonly monitorId: string
  readonly rule: string
}

export interface RecordedEvent {
  readonly id: number
  /** Its place in the order of all records. */
  readonly n: number
  readonly incidentId: number
  readonly type: string
  readonly at: number
  readonly data: Readonly<Record<string, any>>
}

/** A delivery that was queued, or one that is not queued any more. */
export interface RecordedDelivery {
  readonly n: number
  readonly transaction: string
  readonly channelId: number
  readonly incidentId: number
  readonly kind: string
  readonly at: string
  readonly people: string
  /** The incidents of a digest. */
  readonly missed: readonly number[]
}

export interface RecordedLogEntry {
  readonly transaction: string
  readonly channelId: number
  readonly incidentId: number
  readonly kind: string
  readonly status: string
}

export interface RecordedHistory {
  readonly incidents: readonly RecordedIncident[]
  /** With the data that they had last. */
  readonly events: readonly RecordedEvent[]
  readonly queued: readonly RecordedDelivery[]
  readonly dequeued: readonly RecordedDelivery[]
  readonly logged: readonly RecordedLogEntry[]
}

const recording = new WeakSet<Store>()

/** From now on; databases are used by one world after the other, and what the last one left is deleted. */
export async function startRecording(store: Store): Promise<void> {
  if (recording.has(store)) return store.script('truncate recorded')
  recording.add(store)
  await store.script(`
    create table if not exists recorded (
      n bigint generated always as identity, transaction text, tab text, verb text, data jsonb
    );
    create or replace function record_row() returns trigger language plpgsql as $$
    begin
      insert into recorded (transaction, tab, verb, data)
      values (pg_current_xact_id()::text, tg_table_name, tg_op, to_jsonb(case tg_op when 'DELETE' then old else new end));
      return null;
    end $$;
    truncate recorded;
    create or replace trigger record_row after insert on incidents for each row execute function record_row();
    create or replace trigger record_row after insert or update on incident_events for each row execute function record_row();
    create or replace trigger record_row after insert or delete on deliveries for each row execute function record_row();
    create or replace trigger record_row after insert on notifications for each row execute function record_row();`)
}

export async function recordedHistory(store: Store): Promise<RecordedHistory> {
  const rowsOf = (table: string, verb: string): Promise<{ n: number; transaction: string; data: any }[]> =>
    store.rows(sql`select n, transaction, data from recorded where tab = ${table} and verb = ${verb} order by n`)
  const deliveries = async (verb: string): Promise<RecordedDelivery[]> =>
    (await rowsOf('deliveries', verb)).map(({ n, transaction, data }) => ({
      n,
      transaction,
      channelId: data.channel_id,
      incidentId: data.alert.incident.id,
      kind: data.alert.kind,
      at: data.alert.at,
      people: JSON.stringify(data.people.toSorted((one: any, other: any) => (one.email < other.email ? -1 : 1))),
      missed: (data.alert.missed ?? []).map(({ incident }: { incident: { id: number } }) => incident.id),
    }))
  const changed = new Map((await rowsOf('incident_events', 'UPDATE')).map(({ data }) => [data.id, data]))
  return {
    incidents: (await rowsOf('incidents', 'INSERT')).map(({ data }) => ({
      id: data.id,
      monitorId: data.monitor_id,
      rule: data.rule_name,
    })),
    events: (await rowsOf('incident_events', 'INSERT')).map(({ n, data }) => ({
      id: data.id,
      n,
      incidentId: data.incident_id,
      type: data.type,
      at: Date.parse(data.created_at),
      data: (changed.get(data.id) ?? data).data,
    })),
    queued: await deliveries('INSERT'),
    dequeued: await deliveries('DELETE'),
    logged: (await rowsOf('notifications', 'INSERT')).map(({ transaction, data }) => ({
      transaction,
      channelId: data.channel_id,
      incidentId: data.incident_id,
      kind: data.event,
      status: data.status,
    })),
  }
}
