// What people are told: one thing that happened to one incident, complete, so that telling it needs no further look.
export type AlertKind = 'firing' | 'acknowledged' | 'resolved'

export interface Alert {
  readonly kind: AlertKind
  readonly at: Date
  /** Told before: the incident fires still. */
  readonly reminder: boolean
  /** Nothing happened: somebody wants to see whether messages arrive. */
  readonly test: 'channel' | 'monitor' | null
  /** It is told later than it should be, because Lapwing itself was away. */
  readonly late: boolean
  readonly organization: { readonly id: string; readonly name: string }
  readonly incident: {
    /** 0 for a test. */
    readonly id: number
    readonly ruleId: number
    readonly monitorNumber: number
    readonly severity: 'critical' | 'warning'
    readonly message: string
    readonly fireCount: number
    readonly flapping: boolean
    readonly startedAt: Date
    readonly resolvedAt: Date | null
    /** Where a person reads more. */
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
    /** Such as `response_time > 2000`. */
    readonly expression: string
    readonly version: number
    /** The version it has now, when it was changed since the incident opened. */
    readonly updatedVersion: number | null
  } | null
  readonly rootCause: string | null
  readonly rootCauseDetail: string | null
  readonly diagnosis: string | null
  readonly expected: string | null
  readonly detectedValue: string | null
  readonly resolvedValue: string | null
  /** What is said of an end that a check has brought about. */
  readonly ending?: string | null
  /** Each with flag, name and region. */
  readonly confirmingProbes: readonly string[]
  readonly proberLocation: string | null
  /** The name of the channel that could not be told, when this one is told in its place. */
  readonly inPlaceOf?: string
  /** More of an outage that was told before: no alarm of its own, but a line of the incident that leads it. */
  readonly isUpdate?: boolean
  /** The ends of incidents that began and ended while the channel could not be told: one message for all of them. */
  readonly missed?: readonly Alert[]
  /** Only for a close that no check brought about. */
  readonly resolveReason: string | null
  readonly resolvedBy: string | null
}

/** What a test says in place of what has happened. */
export const testMessages = {
  channel: 'Test notice: messages of this channel arrive here',
  monitor: 'Test notice: alerts of this monitor arrive here',
} as const
