// The story of an incident as the process tells it: who was told, who was not, and why. What a failure says holds no
// secret.
import type { Alert } from '../../domain/notifying/alert.ts'
import type { LogEntry, Recipient } from '../../domain/notifying/delivery.ts'
import type { Log } from '../../domain/log.ts'
import type { Silence } from '../../domain/notifying/routing.ts'

const silences: Readonly<Record<Silence, string>> = {
  maintenance: 'not told: maintenance is on',
  severity_filter: 'not told: the channel does not take this severity',
  disabled: 'not told: the channel is disabled',
}

type DeliveryLogEntry = Pick<LogEntry, 'alert' | 'channel' | 'oncallPage' | 'people'>

function about({ alert, channel, oncallPage, people }: DeliveryLogEntry): object {
  return {
    ...incidentOf(alert),
    event: alert.reminder ? `${alert.kind} again` : alert.kind,
    ...(channel.name === null ? {} : { channel: channel.name }),
    kind: channel.type,
    ...(oncallPage ? { page: true } : {}),
    ...(people.length > 0 ? { people: people.map(({ name }: Recipient) => name) } : {}),
    ...(alert.inPlaceOf === undefined ? {} : { inPlaceOf: alert.inPlaceOf }),
  }
}

function incidentOf({ incident, monitor }: Alert): object {
  return { incident: incident.id, ...(monitor ? { monitor: monitor.name } : {}) }
}

/** What the delivery log has of it; what is owed is tried again at that time. */
export function logEntry(log: Log, entry: LogEntry, nextTry?: Date): void {
  const fields = about(entry)
  if (entry.silence) return log.info(silences[entry.silence], fields)
  if (entry.status === 'sent') return log.info('told', fields)
  const { error } = entry
  if (nextTry) return log.warn('not told yet; trying again', { ...fields, error, at: nextTry.toISOString() })
  if (entry.channel.id === null) return log.warn(error ?? 'nobody was paged', fields)
  log.warn('not told', { ...fields, error })
}

/** No channel is concerned by it at all, so there is nothing that could fail, either. */
export function logNobody(log: Log, alert: Alert): void {
  log.warn('nobody is told: no channel takes the alerts of its groups', incidentOf(alert))
}
