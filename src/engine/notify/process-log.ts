// Logs who was alerted of an incident, who was not, and why. Errors of channels contain no secrets.
import type { Alert } from '../../domain/notifying/alert.ts'
import type { LogEntry, Recipient } from '../../domain/notifying/delivery.ts'
import type { Log } from '../../domain/log.ts'
import type { Silence } from '../../domain/notifying/routing.ts'

const silences: Readonly<Record<Silence, string>> = {
  maintenance: 'alert not sent: maintenance is active',
  shadow: 'alert not sent: the monitor is in shadow mode',
  dependency: 'alert not sent: a monitor that this one depends on is down',
  recovered: 'alert not sent: the outage was over before it could be sent',
  obsolete: 'alert not sent: a later alert of the outage replaces it',
  severity_filter: 'alert not sent: the channel does not accept this severity',
  disabled: 'alert not sent: the channel is disabled',
  quiet_hours: 'alert not sent: the person has quiet hours',
  same_address: 'alert not sent: the same address gets it another way',
}

function about({ alert, channel, oncallPage, people }: LogEntry): object {
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

/** Writes an entry of the delivery log. `nextTry` is the time of the next attempt, if there is one. */
export function logEntry(log: Log, entry: LogEntry, nextTry?: Date): void {
  const fields = about(entry)
  if (entry.silence) return log.info(silences[entry.silence], fields)
  if (entry.status === 'sent') return log.info('alert sent', fields)
  const { error } = entry
  if (nextTry) return log.warn('alert not sent yet; trying again', { ...fields, error, at: nextTry.toISOString() })
  if (entry.channel.id === null) return log.warn(error ?? 'nobody was paged', fields)
  log.warn('alert not sent', { ...fields, error })
}

/** No channel gets the alert, so the delivery log has no entry either. */
export function logNobody(log: Log, alert: Alert): void {
  log.warn('alert not sent: no channel accepts the alerts of its groups', incidentOf(alert))
}
