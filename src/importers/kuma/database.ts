// Reads the SQLite database of Uptime Kuma 1.x and 2.x into the form of its JSON backup. The file is not trusted: it is
// opened read-only, its values are cut, and nothing of its schema but the names of columns is used.
import { pathToFileURL } from 'node:url'
import { DatabaseSync } from 'node:sqlite'
import type { DocumentFields } from '../drafting.ts'

const maxMonitors = 20_000
const maxHeartbeats = 100_000
const maxText = 70_000
/** A view can make more of a text than there is memory. */
const maxValueBytes = 8 * 1024 * 1024
/** Of everything that is read. */
const maxLength = 32 * 1024 * 1024

/** Nobody else may write to the file, which then needs no lock and no folder that can be written to. */
export function readKumaDatabase(path: string): DocumentFields {
  const url = pathToFileURL(path)
  url.searchParams.set('immutable', '1')
  const db = new DatabaseSync(url, {
    readOnly: true,
    allowExtension: false,
    timeout: 2000,
    limits: { length: maxValueBytes },
  })
  try {
    db.exec('pragma trusted_schema = off; pragma cell_size_check = on; pragma mmap_size = 0')
    return dumpOf(createRowReader(db))
  } finally {
    db.close()
  }
}

function dumpOf(rowsOf: RowReader): DocumentFields {
  const tags = Map.groupBy(tagsIn(rowsOf), ({ monitor }) => String(monitor))
  const links = Map.groupBy(rowsOf('monitor_notification', { limit: 100_000 }), (row) => String(row['monitor_id']))
  const monitors = rowsOf('monitor', { limit: maxMonitors })
  return {
    version: 'database',
    monitorList: monitors.map((row) => ({
      ...row,
      tags: tags.get(String(row['id'])) ?? [],
      notificationIDList: linkedIds(links.get(String(row['id'])) ?? []),
    })),
    notificationList: rowsOf('notification', { limit: 1000 }),
    heartbeatList: rowsOf('heartbeat', { limit: maxHeartbeats, only: changesOfState }).toReversed(),
  }
}

/** As backups write them. */
const linkedIds = (links: readonly DocumentFields[]): DocumentFields =>
  Object.fromEntries(links.map(({ notification_id: id }) => [String(id), true]))

/** The newest; Kuma marks each change of state as important. */
const changesOfState = {
  columns: ['monitor_id', 'time', 'status', 'msg', 'important'],
  where: 'where important = 1 order by id desc',
}

interface RowSelection {
  readonly limit: number
  readonly only?: { readonly columns: readonly string[]; readonly where: string }
}

type RowReader = (table: string, selection: RowSelection) => DocumentFields[]

function createRowReader(db: DatabaseSync): RowReader {
  let length = 0
  return (table, { limit, only }) => {
    const known = db.prepare('select name from pragma_table_info(?) limit 300').all(table)
    const names = known.map(({ name }) => String(name)).filter((name) => /^\w{1,64}$/.test(name))
    const columns = only ? only.columns.filter((name) => names.includes(name)) : names
    if (columns.length === 0) return []
    const list = columns.map(
      (name) => `case typeof("${name}") when 'integer' then "${name}" when 'real' then "${name}"
      else substr(cast("${name}" as text), 1, ${maxText}) end as "${name}"`,
    )
    const rows: DocumentFields[] = []
    const statement = db.prepare(`select ${list.join(', ')} from "${table}" ${only?.where ?? ''} limit ${limit}`)
    for (const row of statement.iterate() as Iterable<DocumentFields>) {
      for (const value of Object.values(row)) length += typeof value === 'string' ? value.length : 8
      if (length > maxLength) throw new Error(`it has more than ${maxLength.toLocaleString('en')} characters`)
      rows.push(row)
    }
    return rows
  }
}

function tagsIn(rowsOf: RowReader): DocumentFields[] {
  const names = new Map(rowsOf('tag', { limit: 5000 }).map(({ id, name }) => [id, name]))
  return rowsOf('monitor_tag', { limit: 100_000 }).map(({ monitor_id, tag_id, value }) => ({
    monitor: monitor_id,
    name: names.get(tag_id) ?? '',
    value,
  }))
}
