// A confirmed outage is one incident, never two, and each event of it reaches programs, under its own name.
import { expectedIncidents, type Happening, type OracleRule } from '../../oracle.ts'
import type { Breach, Facts } from '../facts.ts'
import type { WatchedMonitor } from '../setting.ts'
import { symptoms, violates } from './confirming.ts'
import { at, audienceOf } from './shared.ts'

const invariant = 'a confirmed outage is one incident, never two'
const arrival = 'every alert arrives at least once, and names the incident that it is about'
/** A check and a request to close an incident at one time may have happened in either order. */
const stepMs = 100
/** Rules are numbered by their symptoms. */
const location = 1

export function incidents(facts: Facts): Breach[] {
  return [
    ...facts.world.setting.monitors.flatMap((monitor) => opened(facts, monitor)),
    ...arrived(facts),
    ...named(facts),
  ]
}

interface Span {
  readonly openedAt: number
  readonly closedAt: number | null
}

/** Incidents open and close exactly as a brute-force evaluation of the checks says, one at a time for each rule. */
function opened(facts: Facts, monitor: WatchedMonitor): Breach[] {
  const { world } = facts
  const expected = world.isInOrder && !monitor.isParallel ? expectedOf(facts, monitor) : null
  return symptoms.flatMap((rule, ruleId): Breach[] => {
    const details = `${monitor.name} ${rule}`
    const found: Span[] = []
    for (const { type, at } of lifeOf(facts, monitor, rule)) {
      const isOpen = found.at(-1)?.closedAt === null
      if (isOpen === (type !== 'resolved')) return [{ invariant, what: `an incident is ${type} twice`, details }]
      if (type === 'resolved') found.push({ ...found.pop()!, closedAt: at })
      else found.push({ openedAt: at, closedAt: null })
    }
    const theirs = expected?.get(ruleId)?.map(({ openedAt, closedAt }) => ({ openedAt, closedAt })) ?? found
    if (textOf(found) === textOf(theirs)) return []
    const what = 'incidents open and close as the checks say'
    return [{ invariant, what, details: `${details}: ${textOf(found)} instead of ${textOf(theirs)}` }]
  })
}

const textOf = (spans: readonly Span[]): string =>
  spans.map(({ openedAt, closedAt }) => `${at(openedAt)} to ${closedAt === null ? 'now' : at(closedAt)}`).join(', ')

function lifeOf({ history }: Facts, { id }: WatchedMonitor, rule: string) {
  const own = new Set(history.incidents.filter((one) => one.monitorId === id && one.rule === rule).map((one) => one.id))
  return history.events.filter(
    ({ incidentId, type }) => own.has(incidentId) && ['opened', 'reopened', 'resolved'].includes(type),
  )
}

/** By rule; null if the order of events is unknown. */
function expectedOf(facts: Facts, monitor: WatchedMonitor): ReturnType<typeof expectedIncidents> | null {
  const checks = facts.world.checks.filter(({ monitorId }) => monitorId === monitor.id)
  const closed = symptoms.flatMap((rule, ruleId) =>
    lifeOf(facts, monitor, rule)
      .filter(({ type, data }) => type === 'resolved' && data['reason'] !== undefined)
      .map(({ at }) => ({ kind: 'forgotten' as const, at, ruleIds: [ruleId] })),
  )
  if (closed.some(({ at }) => checks.some((check) => Math.abs(check.at - at) <= stepMs))) return null
  const late = facts.world.lateReports.filter(({ monitorId }) => monitorId === monitor.id)
  if (closed.some((one) => late.some(({ at, ms }) => at <= one.at && one.at <= at + ms))) return null
  const checked = checks.map(({ at, condition }): Happening => ({
    kind: 'check',
    at,
    location,
    live: [location],
    violated: new Map(
      symptoms.flatMap((rule, ruleId) => {
        const isViolated = violates(rule, condition)
        return isViolated === null ? [] : [[ruleId, isViolated] as const]
      }),
    ),
  }))
  const rules = symptoms.map((_, ruleId): OracleRule => ({
    ruleId,
    isCritical: true,
    threshold: monitor.threshold,
    minFailed: 1,
    durationMs: 0,
  }))
  return expectedIncidents(
    rules,
    [...checked, ...closed].toSorted((one, other) => one.at - other.at),
  )
}

/** Programs that accept everything get the beginning and the end of each incident, or the log says why not. */
function arrived({ world, history }: Facts): Breach[] {
  // Retention of minutes deletes an incident before its end is announced.
  if (world.deeds.forgotten.length > 0) return []
  const programs = world.setting.channels.filter(
    ({ id, temper, isFallback }) => temper === 'reliable' && !isFallback && audienceOf(world, id) === 'programs',
  )
  const logged = new Set(
    history.logged
      .filter(({ status }) => status !== 'failed')
      .map(({ channelId, incidentId, kind }) => `${channelId} ${incidentId} ${kind}`),
  )
  return programs.flatMap(({ id: channelId }) =>
    history.incidents.flatMap(({ id }) =>
      ['firing', 'resolved']
        .filter((kind) => !logged.has(`${channelId} ${id} ${kind}`))
        .map((kind) => ({ invariant: arrival, what: `an alert never arrives (${kind})`, details: `incident ${id}` })),
    ),
  )
}

function named({ history, messages }: Facts): Breach[] {
  const known = new Map(history.incidents.map((one) => [one.id, one]))
  const wrong = messages
    .flatMap(({ alert }) => alert.missed ?? [alert])
    .find(({ incident, monitor, rule }) => {
      const own = known.get(incident.id)
      return own?.monitorId !== monitor!.id || own.rule !== rule!.name
    })
  if (!wrong) return []
  const details = `incident ${wrong.incident.id}: ${wrong.monitor!.name} ${wrong.rule!.name}`
  return [{ invariant: arrival, what: 'an alert names the incident of another rule or monitor', details }]
}
