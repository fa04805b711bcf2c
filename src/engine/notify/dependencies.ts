// People hear of a broken parent once, not of every monitor that depends on it.
import { type Explained, explain, foldMs, isConfirmedAgain, rootOf } from '../../domain/alerting/dependency.ts'
import type { DueSelection } from '../../store/checking/queue-items.ts'
import { bringForward } from '../../store/checking/turns.ts'
import type { Database } from '../../store/database/database.ts'
import {
  type FailingChild,
  type StandingOfParent,
  dependentCounts,
  freedIncidents,
  incidentsToFold,
  standingsOfParents,
} from '../../store/incidents/affected.ts'
import { type ExplainedIncident, freeAffected, markAffected } from '../../store/incidents/explained.ts'
import { type PendingAlert, postponeAlerts } from '../../store/incidents/outbox.ts'

/** How soon an alert that waits is tried again. */
export const againMs = 2000

/**
 * Finds out which alerts an incident of a parent explains, and puts those back whose parents are still to be checked.
 * Returns the others, with the number of monitors that depend on theirs.
 */
export async function explainAlerts(db: Database, taken: readonly PendingAlert[], now: Date): Promise<PendingAlert[]> {
  const opened = taken.filter(mayBeExplained)
  const parents = opened.length > 0 ? await parentsOf(db, opened.map(childOf), now) : noParents
  const explained = new Map(parents.explained)
  const waiting = new Set<PendingAlert>()
  for (const one of opened) {
    const standings = parents.of.get(one.incidentId) ?? []
    const found = explain({ ...one, parents: standings }, explained, now)
    if (found.kind === 'affected') explained.set(one.incidentId, found.by)
    if (found.kind === 'wait') waiting.add(one)
  }
  await markAffected(db, explainedIn(opened, explained), now)
  await waitFor(db, [...waiting], { parents, now })
  const announced = taken.filter((one) => !waiting.has(one))
  await foldInto(db, announced.filter(mayBeExplained), { explained, now })
  const counts = await countsOf(db, announced)
  return announced.map((one) => ({
    ...one,
    affectedBy: explained.get(one.incidentId) ?? one.affectedBy,
    alert: { ...one.alert, ...counts.get(one.incidentId) },
  }))
}

const mayBeExplained = ({ alert, subject, isFiring, affectedBy }: PendingAlert): boolean =>
  alert.kind === 'firing' && !alert.reminder && subject.kind === 'monitor' && isFiring && affectedBy === null

const childOf = ({ incidentId, organizationId, subject }: PendingAlert): FailingChild => ({
  incidentId,
  organizationId,
  monitorId: subject.id,
})

interface Parents {
  /** By the incident of the child. */
  readonly of: ReadonlyMap<number, readonly StandingOfParent[]>
  readonly explained: Explained
}

const noParents: Parents = { of: new Map(), explained: new Map() }

async function parentsOf(db: Database, children: readonly FailingChild[], now: Date): Promise<Parents> {
  const standings = await standingsOfParents(db, children, now)
  const explained = standings.flatMap(({ incidentId, explainedBy }) =>
    incidentId !== null && explainedBy !== null ? [[incidentId, explainedBy] as const] : [],
  )
  return { of: Map.groupBy(standings, ({ childId }) => childId), explained: new Map(explained) }
}

function explainedIn(incidents: readonly { incidentId: number }[], explained: Explained): ExplainedIncident[] {
  return incidents.flatMap(({ incidentId }) => {
    const by = rootOf(incidentId, explained)
    return by === incidentId ? [] : [{ incidentId, by }]
  })
}

/** Parents that were not checked since their child failed are checked at once, so that the alert waits for seconds. */
async function waitFor(
  db: Database,
  waiting: readonly PendingAlert[],
  { parents, now }: { parents: Parents; now: Date },
): Promise<void> {
  if (waiting.length === 0) return
  const unchecked = waiting
    .flatMap(({ incidentId }) => parents.of.get(incidentId) ?? [])
    .flatMap(({ isChecked, monitorNumber }) => (isChecked ? [] : [monitorNumber]))
  const sooner = [...new Set(unchecked)].map((monitorNumber) => ({ monitorNumber, at: now }))
  await bringForward(db, sooner, now)
  await postponeAlerts(db, waiting, new Date(now.getTime() + againMs))
}

/** Incidents of dependent monitors that opened shortly before belong to the incident that explains them. */
async function foldInto(
  db: Database,
  opened: readonly PendingAlert[],
  { explained, now }: { explained: Explained; now: Date },
): Promise<void> {
  const critical = opened.filter(({ alert, subject }) => alert.incident.severity === 'critical' && !subject.shadow)
  if (critical.length === 0) return
  const parentIds = critical.map(({ incidentId }) => incidentId)
  const found = await incidentsToFold(db, parentIds, foldMs)
  const folded = found.map(({ parentId, incidentId }) => ({ incidentId, by: rootOf(parentId, explained) }))
  await markAffected(
    db,
    folded.filter(({ incidentId, by }) => incidentId !== by && !explained.has(incidentId)),
    now,
  )
}

async function countsOf(db: Database, announced: readonly PendingAlert[]): Promise<ReadonlyMap<number, object>> {
  const counted = announced.filter(
    ({ alert, subject }) => subject.kind === 'monitor' && alert.incident.severity === 'critical',
  )
  if (counted.length === 0) return new Map()
  const counts = await dependentCounts(
    db,
    counted.map(({ incidentId }) => incidentId),
  )
  return new Map(counts.map(({ incidentId, total, affected }) => [incidentId, { dependents: { total, affected } }]))
}

/** When the parent has recovered, an incident that is confirmed once more stands for itself. */
export async function freeExplained(db: Database, due: DueSelection): Promise<number> {
  const { now } = due
  const freed = await freedIncidents(db, due)
  if (freed.length === 0) return 0
  const parents = await parentsOf(db, freed, now)
  const explained = new Map(parents.explained)
  const onTheirOwn: number[] = []
  for (const one of freed) {
    const found = explain({ ...one, parents: parents.of.get(one.incidentId) ?? [] }, explained, now)
    if (found.kind === 'affected') explained.set(one.incidentId, found.by)
    else if (isConfirmedAgain(one, now)) onTheirOwn.push(one.incidentId)
  }
  await markAffected(db, explainedIn(freed, explained), now)
  await freeAffected(db, onTheirOwn, now)
  return freed.length
}
