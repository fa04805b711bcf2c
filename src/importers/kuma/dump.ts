// The contents of an Uptime Kuma, in the form of the JSON backup of 1.x; its databases are read into the same form.
import { Fault } from '../../domain/fault.ts'
import { type DocumentFields, fieldsIn, isFields, listIn } from '../drafting.ts'

export interface KumaDump {
  /** With the column names of the database. */
  readonly monitors: readonly DocumentFields[]
  readonly notifications: readonly DocumentFields[]
  /** Changes of state, oldest first. Backups have none. */
  readonly heartbeats: readonly DocumentFields[]
}

const unreadable =
  'document: must be a JSON backup of Uptime Kuma 1.x (Settings → Backup → Export), or its database file kuma.db in Base64'

export function parseKumaDump(document: string): KumaDump {
  const parsed = parseJson(document)
  if (!isFields(parsed) || !Array.isArray(parsed['monitorList'])) throw new Fault('invalid_request', unreadable)
  return {
    monitors: parsed['monitorList'].filter(isFields).map(withColumnNames),
    notifications: listIn(parsed['notificationList']).filter(isFields),
    heartbeats: listIn(parsed['heartbeatList']).filter(isFields),
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Fault('invalid_request', unreadable)
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
