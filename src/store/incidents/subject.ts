// How the table of incidents stores a subject. Replicas of the previous release read the id of an objective from
// monitor_id, so both columns are written until none of them runs any more.
import type { IncidentSubject } from '../../domain/alerting/subject.ts'
import { type Statement, sql } from '../database/sql.ts'

export interface SubjectColumns {
  monitorId: string
  monitorNumber: number
  monitorName: string
  monitorType: string
  monitorTarget: string
  objectiveId: string | null
}

export function subjectColumns(subject: IncidentSubject): SubjectColumns {
  const { kind, id, name, target } = subject
  const named = { monitorId: id, monitorName: name, monitorTarget: target }
  return kind === 'monitor'
    ? { ...named, monitorNumber: subject.number, monitorType: subject.type, objectiveId: null }
    : { ...named, monitorNumber: 0, monitorType: kind, objectiveId: kind === 'objective' ? id : null }
}

/** The kind of subject of a row of incidents. No type of monitors is called location. */
export const subjectKind = (incident: Statement): Statement => sql`
  case when ${incident}.objective_id is not null then 'objective'
    when ${incident}.monitor_type = 'location' then 'location'
    else 'monitor'
  end`

/** The IncidentSubject of a row of incidents. */
export const subjectOf = (incident: Statement): Statement => sql`
  jsonb_build_object('kind', ${subjectKind(incident)}, 'id', coalesce(${incident}.objective_id, ${incident}.monitor_id),
    'name', ${incident}.monitor_name, 'target', ${incident}.monitor_target)
  || case when ${subjectKind(incident)} = 'monitor'
    then jsonb_build_object('number', ${incident}.monitor_number, 'type', ${incident}.monitor_type) else '{}' end`
