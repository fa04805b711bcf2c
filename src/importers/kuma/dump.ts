// The contents of an Uptime Kuma, in the form of the JSON backup of 1.x; its databases are read into the same form.
import { type DocumentFields, fieldsIn, isFields, listIn } from '../drafting.ts'
import { itemsOf, parseJson, refused } from '../parsing.ts'

export interface KumaDump {
  /** With the column names of the database. */
  readonly monitors: readonly DocumentFields[]
  readonly notifications: readonly DocumentFields[]
  /** Changes of state, oldest first. Backups have none. */
  readonly heartbeats: readonly DocumentFields[]
}

const expected = 'a JSON backup of Uptime Kuma 1.x (Settings → Backup → Export), or its database file kuma.db in Base64'

export function parseKumaDump(document: string): KumaDump {
  const { monitorList, notificationList, heartbeatList } = fieldsIn(parseJson(document, expected))
  if (!Array.isArray(monitorList)) throw refused(expected)
  return {
    monitors: itemsOf(monitorList).filter(isFields).map(withColumnNames),
    notifications: itemsOf(listIn(notificationList)).filter(isFields),
    heartbeats: listIn(heartbeatList).filter(isFields),
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

/** The settings of a notification, which databases store as text in `config`. */
export function notificationSettings(notification: DocumentFields): DocumentFields {
  const { config } = notification
  if (typeof config !== 'string') return notification
  try {
    return { ...notification, ...fieldsIn(JSON.parse(config)) }
  } catch {
    return notification
  }
}
