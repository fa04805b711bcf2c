// The contents of an Uptime Kuma by the tables and columns of its database. The JSON backup of 1.x is read into the
// same form.
import { type DocumentFields, fieldsIn, isFields, listIn, textIn } from '../drafting.ts'
import { itemsOf, parseJson, refused } from '../parsing.ts'

/** The tables that are read, and how many rows of each. */
export const kumaTables = {
  monitor: 20_000,
  tag: 5000,
  monitor_tag: 100_000,
  notification: 1000,
  monitor_notification: 100_000,
  proxy: 1000,
  remote_browser: 1000,
  docker_host: 1000,
  maintenance: 2000,
  monitor_maintenance: 100_000,
  maintenance_status_page: 20_000,
  status_page: 1000,
  status_page_cname: 1000,
  group: 5000,
  monitor_group: 100_000,
  incident: 5000,
  setting: 10,
  heartbeat: 100_000,
} as const

export type KumaTable = keyof typeof kumaTables

/** Heartbeats are changes of state, oldest first; backups have none. */
export type KumaDump = Readonly<Record<KumaTable, readonly DocumentFields[]>>

const expected = 'a JSON backup of Uptime Kuma 1.x (Settings → Backup → Export), or its database file kuma.db in Base64'

export function parseKumaDump(document: string): KumaDump {
  const parsed = fieldsIn(parseJson(document, expected))
  const tables = isFields(parsed['tables']) ? parsed['tables'] : tablesOfBackup(parsed)
  if (!Array.isArray(tables['monitor'])) throw refused(expected)
  itemsOf(tables['monitor'])
  const rowsOf = (table: KumaTable): DocumentFields[] => listIn(tables[table]).filter(isFields)
  const names = Object.keys(kumaTables) as KumaTable[]
  return Object.fromEntries(names.map((name) => [name, rowsOf(name)])) as Record<KumaTable, DocumentFields[]>
}

function tablesOfBackup({ monitorList, notificationList, proxyList }: DocumentFields): DocumentFields {
  const monitors = itemsOf(listIn(monitorList)).filter(isFields).map(withColumnNames)
  const tags = monitors.flatMap(({ id, tags: own }) => listIn(own).map((one) => ({ ...fieldsIn(one), monitor_id: id })))
  return {
    monitor: monitorList && monitors,
    // A backup repeats the tag in each of its monitors.
    tag: tags.map((tag, id) => ({ ...tag, id })),
    monitor_tag: tags.map((tag, id) => ({ ...tag, tag_id: id })),
    notification: itemsOf(listIn(notificationList)).filter(isFields),
    monitor_notification: monitors.flatMap(({ id, notification_i_d_list: links }) =>
      Object.entries(fieldsIn(links)).flatMap(([notification, isLinked]) =>
        isLinked === true ? [{ monitor_id: id, notification_id: notification }] : [],
      ),
    ),
    proxy: proxyList,
  }
}

/** Backups name most fields in camel case, and some as in the database. */
function withColumnNames(monitor: DocumentFields): DocumentFields {
  return Object.fromEntries(
    Object.entries(monitor).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  )
}

/** The value of a column that holds JSON; backups have it unpacked. */
export function jsonIn(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return null
  }
}

/** Rows by the text of a column, such as the number of their monitor. */
export const rowsBy = (rows: readonly DocumentFields[], column: string): ReadonlyMap<string, DocumentFields[]> =>
  Map.groupBy(rows, (row) => textIn(row[column]))
