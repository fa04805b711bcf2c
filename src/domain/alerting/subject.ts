/**
 * The subject of an incident: a monitor that violates a rule, an objective that spends its error budget too fast, or a
 * location whose silence leaves monitors unwatched.
 */
export type IncidentSubject = MonitorSubject | ObjectiveSubject | LocationSubject

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

export interface LocationSubject {
  readonly kind: 'location'
  readonly id: string
  readonly name: string
  readonly target: ''
}
