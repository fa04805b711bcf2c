/**
 * The subject of an incident: a monitor that violates a rule, or an objective that spends its error budget too fast.
 */
export type IncidentSubject = MonitorSubject | ObjectiveSubject

export interface MonitorSubject {
  readonly kind: 'monitor'
  readonly id: string
  readonly number: number
  readonly name: string
  readonly type: string
  readonly target: string
}

export interface ObjectiveSubject {
  readonly kind: 'objective'
  readonly id: string
  readonly name: string
  /** For example `99.9 % over 30d`. */
  readonly target: string
}
