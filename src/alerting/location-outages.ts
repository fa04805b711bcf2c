// Opens an incident when the silence of a location leaves monitors of an organization unwatched, and closes it when the
// location is back: not knowing is a fault of its own, and people are alerted once per location, not per monitor.
import { silentLocation } from '../domain/alerting/diagnosis.ts'
import { flappingHoldMs, flappingOpenings } from '../domain/alerting/rule-state.ts'
import type { Log } from '../domain/log.ts'
import { durationText, utcText } from '../domain/time/format.ts'
import {
  type EndedLocationOutage,
  type LocationOutage,
  beginLocationOutages,
  endLocationOutages,
} from '../store/checking/location-outages.ts'
import type { DueSelection } from '../store/checking/queue-items.ts'
import type { Database } from '../store/database/database.ts'
import { type Recovery, closeRecovered } from '../store/incidents/incidents.ts'
import type { IncidentDraft } from '../store/incidents/open-incidents.ts'
import { openOrReopen } from './apply-effects.ts'
import { logIncidents } from './log-incidents.ts'

/** Returns how many opened. */
export async function openLocationOutages(db: Database, due: DueSelection, log: Log): Promise<number> {
  const begun = await beginLocationOutages(db, due)
  if (begun.length === 0) return 0
  const drafts = begun.map((outage) => draftOf(outage, due.now))
  const opened = await openOrReopen(db, drafts, due.now)
  db.afterCommit(() => logIncidents(log, { opened, ended: [] }))
  return begun.length
}

/** Returns how many ended. */
export async function closeLocationOutages(db: Database, due: DueSelection, log: Log): Promise<number> {
  const over = await endLocationOutages(db, due)
  if (over.length === 0) return 0
  const recoveries = over.map((outage) => recoveryOf(outage, due.now))
  const ended = await closeRecovered(db, recoveries, due.now)
  db.afterCommit(() => logIncidents(log, { opened: [], ended }))
  return over.length
}

function draftOf(
  { organizationId, ruleId, location, seenAt, monitors, names, openings }: LocationOutage,
  now: Date,
): IncidentDraft {
  const unchecked = monitors === 1 ? `${names[0]} is` : `${monitors} monitors are`
  const more = monitors > names.length ? ` and ${monitors - names.length} more` : ''
  const silence = seenAt
    ? `no probe has reported for ${durationText(now.getTime() - seenAt.getTime())}`
    : 'no probe has ever reported'
  return {
    organizationId,
    subject: { kind: 'location', ...location, target: '' },
    alertRuleId: location.id,
    ruleId,
    ruleName: 'Location is live',
    ruleExpression: '',
    ruleVersion: 1,
    severity: 'critical',
    at: now,
    since: seenAt ?? now,
    flapping: openings >= flappingOpenings,
    reopens: openings > flappingOpenings,
    message: `${location.name}: ${silence}, so ${unchecked} not checked`,
    rootCause: 'other',
    rootCauseDetail: `Not checked: ${names.join(', ')}${more}`,
    diagnosis: silentLocation,
    expected: 'a sign of life at least every 30 s',
    detectedValue: seenAt ? `none since ${utcText(seenAt)}` : 'none',
    confirming: [],
    location: 0,
    error: null,
    evidence: null,
  }
}

function recoveryOf({ ruleId, locationName, isBack, isFlapping }: EndedLocationOutage, now: Date): Recovery {
  const [resolvedValue, message] = isBack
    ? ['a probe reports', `${locationName} is back: its monitors are checked again`]
    : ['no monitor depends on it', `${locationName} is still silent, but no monitor depends on it alone any more`]
  const heldUntil = isFlapping ? new Date(now.getTime() + flappingHoldMs) : null
  return { ruleId, at: now, resolvedValue, message, flapping: isFlapping, heldUntil }
}
