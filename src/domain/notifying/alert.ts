// An alert: one event of an incident, complete, so that sending it needs no further query.
import type { ReaderLanguage } from '../text/language.ts'

export type AlertKind = 'firing' | 'acknowledged' | 'resolved'

export interface Alert {
  readonly kind: AlertKind
  readonly at: Date
  /** Whether it repeats an earlier alert of an incident that is still open. */
  readonly reminder: boolean
  /** Set for tests, which are not about a real incident. */
  readonly test: 'channel' | 'monitor' | null
  /** Whether it is sent late because Lapwing was down. */
  readonly late: boolean
  /** Time zone and language are missing in alerts that an earlier version queued. */
  readonly organization: {
    readonly id: string
    readonly name: string
    readonly timezone?: string
    readonly language?: ReaderLanguage
  }
  /** The language of its sentences, and the diagnosis in it, if that is not English; set when it is sent. */
  readonly translation?: { readonly language: ReaderLanguage; readonly diagnosis: string | null } | undefined
  /** The first incident of the outage that people are alerted of, if it is not this one, and its message. */
  readonly outageId?: number
  readonly outageMessage?: string
  /** Missing if it pages nobody. */
  readonly page?: AlertPage
  readonly incident: {
    /** 0 for a test. */
    readonly id: number
    readonly ruleId: number
    readonly monitorNumber: number
    readonly severity: 'critical' | 'warning'
    readonly message: string
    readonly fireCount: number
    readonly flapping: boolean
    /** When the first check failed, in RFC 3339; missing in alerts that an earlier version queued, and in tests. */
    readonly failingSince?: string
    readonly startedAt: Date
    readonly resolvedAt: Date | null
    /** Link to the incident. */
    readonly url: string | null
  }
  readonly monitor: {
    readonly id: string
    readonly name: string
    readonly target: string
    readonly type: string
  } | null
  readonly rule: {
    readonly name: string
    /** For example `response_time > 2000`. */
    readonly expression: string
    readonly version: number
    /** The current version, if the rule changed since the incident opened. */
    readonly updatedVersion: number | null
  } | null
  readonly rootCause: string | null
  readonly rootCauseDetail: string | null
  readonly diagnosis: string | null
  readonly expected: string | null
  readonly detectedValue: string | null
  readonly resolvedValue: string | null
  /** Describes a recovery that a check detected. */
  readonly ending?: string | null
  /** Each with flag, name and region. */
  readonly confirmingProbes: readonly string[]
  readonly proberLocation: string | null
  /** The name of the channel that failed, if this one is used as its fallback. */
  readonly inPlaceOf?: string
  /**
   * Whether it belongs to an outage that was announced before: shown as an update, not as an alarm.
   */
  readonly isUpdate?: boolean
  /** The monitors that depend on this one, directly or not; missing if there are none. */
  readonly dependents?: { readonly total: number; readonly affected: number }
  /** What vendors that the monitor depends on report; missing if there is nothing. */
  readonly vendorReports?: readonly { readonly name: string; readonly title: string; readonly startedAt: string }[]
  /** The latest deployment that concerns the monitor, shortly before it failed. */
  readonly deployment?: {
    readonly service: string
    readonly version: string | null
    readonly link: string | null
    readonly deployed_by: string | null
    readonly deployed_at: string
  } | null
  /** Ends of incidents that began and ended while the channel failed, combined into this message. */
  readonly missed?: readonly Alert[]
  /** Set only if no check closed the incident. */
  readonly resolveReason: string | null
  readonly resolvedBy: string | null
  readonly acknowledgedBy?: string | null
}

/** Why a page was sent, and what follows. Times are in RFC 3339. */
export interface AlertPage {
  /** The step of a policy, from 1; null if someone chose the person. */
  readonly step: { readonly policy: string; readonly number: number } | null
  /** The person who is paged; null for a group or a channel. */
  readonly person: {
    /** Null for the organization's. */
    readonly timezone: string | null
    /** The same; missing in alerts that an earlier version queued. */
    readonly language?: ReaderLanguage | null
    /** The schedule that they are on call for; until when, if that is soon. */
    readonly onCall: { readonly schedule: string; readonly until: string | null } | null
  } | null
  /** Who is paged next if nobody acknowledges. */
  readonly next: { readonly names: readonly string[]; readonly at: string } | null
}

/** What receivers, queues and the order of deliveries identify the messages of an outage by. */
export const threadOf = ({ outageId, incident }: Pick<Alert, 'outageId' | 'incident'>): number =>
  outageId ?? incident.id

/** Has the alert of an incident belong to the messages of its outage. */
export const inOutage = (alert: Alert, { id, message }: { readonly id: number; readonly message: string }): Alert =>
  alert.incident.id === id ? alert : { ...alert, outageId: id, outageMessage: message }

/** The alert of a program, which gets each incident for itself. */
export const outsideOutage = (alert: Alert): Alert => ({
  ...alert,
  outageId: undefined,
  outageMessage: undefined,
  isUpdate: undefined,
})

/** The messages of tests. */
export const testMessages = {
  channel: 'Test notice: messages from this channel arrive here',
  monitor: 'Test notice: alerts for this monitor arrive here',
} as const
