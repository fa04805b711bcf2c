// Reads the SQLite database of Uptime Kuma 1.x and 2.x. The file is not trusted: it is opened read-only, its values are
// cut, and nothing of its schema but the names of columns is used.
import { pathToFileURL } from 'node:url'
import { DatabaseSync } from 'node:sqlite'
import type { DocumentFields } from '../drafting.ts'
import { type KumaTable, kumaTables } from './dump.ts'

/** A copy of the main file alone may be hours old. */
const stillInLog = 'they may still be in kuma.db-wal: stop it, and copy its folder'
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
    const rowsOf = createRowReader(db)
    const tables = (Object.keys(kumaTables) as KumaTable[]).map((table) => [table, rowsOf(table)] as const)
    const [, monitors] = tables[0]!
    if (monitors === null) throw new Error('it has no table monitor')
    if (monitors.length === 0) throw new Error(`it has no monitors. If Uptime Kuma is running, ${stillInLog}`)
    return { tables: Object.fromEntries(tables.map(([table, rows]) => [table, rows ?? []])) }
  } finally {
    db.close()
  }
}

interface RowSelection {
  readonly columns: readonly string[]
  readonly where?: string
}

/** Of tables that hold more than an import needs, such as passwords. */
const selections: { readonly [Table in KumaTable]?: RowSelection } = {
  proxy: { columns: ['id', 'protocol', 'host', 'port'] },
  remote_browser: { columns: ['id', 'name'] },
  docker_host: { columns: ['id', 'docker_daemon', 'docker_type'] },
  setting: {
    columns: ['key', 'value'],
    where: "where key in ('serverTimezone', 'tlsExpiryNotifyDays', 'domainExpiryNotifyDays')",
  },
  // The newest; Kuma marks each change of state as important.
  heartbeat: {
    columns: ['monitor_id', 'time', 'status', 'msg'],
    where: 'where important = 1 order by id desc',
  },
}

/** Null if there is no such table. */
type RowReader = (table: KumaTable) => DocumentFields[] | null

function createRowReader(db: DatabaseSync): RowReader {
  let length = 0
  return (table) => {
    const only = selections[table]
    const known = db.prepare('select name from pragma_table_info(?) limit 300').all(table)
    const names = known.map(({ name }) => String(name)).filter((name) => /^\w{1,64}$/.test(name))
    const columns = only ? only.columns.filter((name) => names.includes(name)) : names
    if (columns.length === 0) return null
    const list = columns.map(
      (name) => `case typeof("${name}") when 'integer' then "${name}" when 'real' then "${name}"
      else substr(cast("${name}" as text), 1, ${maxText}) end as "${name}"`,
    )
    const rows: DocumentFields[] = []
    const limit = kumaTables[table]
    const statement = db.prepare(`select ${list.join(', ')} from "${table}" ${only?.where ?? ''} limit ${limit}`)
    for (const row of statement.iterate() as Iterable<DocumentFields>) {
      for (const value of Object.values(row)) length += typeof value === 'string' ? value.length : 8
      if (length > maxLength) throw new Error(`it has more than ${maxLength.toLocaleString('en')} characters`)
      rows.push(row)
    }
    return table === 'heartbeat' ? rows.toReversed() : rows
  }
}
