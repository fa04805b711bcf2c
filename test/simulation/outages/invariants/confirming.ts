// What could not run confirms nothing.
import type { ServiceCondition } from '../../../kit/alerts/symptoms.ts'
import type { Breach, Facts } from '../facts.ts'
import { at } from './shared.ts'

const invariant = 'what could not run confirms nothing'
const foldMs = 60_000
/** The checks of a step end within a second after it, and clocks are wrong by up to two. */
const stepSpreadMs = 5000

export const symptoms = ['refused', '503', 'slow'] as const

/** Whether the check violates the rule of a symptom; null if it says nothing about it. */
export function violates(rule: string, condition: ServiceCondition): boolean | null {
  if (condition === 'unknown' || (condition === 'refused' && rule !== 'refused')) return null
  return condition === rule || (condition === 'slow 503' && (rule === 'slow' || rule === '503'))
}

export function confirming(facts: Facts): Breach[] {
  const { world, history } = facts
  const monitors = new Map(world.setting.monitors.map((one) => [one.id, one]))
  return history.incidents.flatMap(({ id, monitorId, rule }) => {
    const monitor = monitors.get(monitorId)!
    const details = `incident ${id} of ${monitor.name}`
    const checks = world.checks.filter((one) => one.monitorId === monitorId)
    const events = facts.eventsOf(id)
    const breaches: Breach[] = []
    for (const { type, at: openedAt } of events) {
      if (type !== 'opened') continue
      const opening = checks.find((one) => one.at === openedAt)
      if (!opening || !violates(rule, opening.condition))
        breaches.push({
          invariant,
          what: 'an incident opens without a violation',
          details: `${details}: ${opening?.condition} at ${at(openedAt)}`,
        })
    }
    let by: number | null = null
    for (const event of events) {
      if (event.type === 'affected') by = event.data['incident_id'] as number
      if (event.type !== 'unexplained' || by === null) continue
      const endedAt = facts.eventsOf(by).findLast(({ type, at }) => type === 'resolved' && at <= event.at)?.at
      if (endedAt === undefined) continue
      const ran = checks.filter(
        (one) => one.at > endedAt - stepSpreadMs && one.at <= event.at + stepSpreadMs && one.condition !== 'unknown',
      ).length
      if (ran < monitor.threshold)
        breaches.push({
          invariant,
          what: 'checks that could not run confirm a dependent monitor',
          details: `${details} at ${at(event.at)}`,
        })
    }
    const parent = monitor.parentId
    const opened = events.find(({ type }) => type === 'opened')
    const firing = facts.messages.find(({ incidentIds, alert }) => alert.kind === 'firing' && incidentIds.includes(id))
    if (parent !== null && opened && firing && firing.at.getTime() < opened.at + foldMs) {
      const since = checks.findLast((one) => one.at < opened.at && !violates(rule, one.condition))?.at ?? 0
      const ofParent = world.checks.filter(
        (one) => one.monitorId === parent && one.at >= since && one.at <= firing.at.getTime(),
      )
      // An alert of what has recovered waits for nobody.
      const isOpen = !events.some(({ type, at }) => type === 'resolved' && at <= firing.at.getTime())
      // Nobody hears of a parent in shadow mode, so it explains nothing.
      const isShadowed = world.deeds.silences.some(
        ({ monitorId, reason, from, to }) =>
          monitorId === parent && reason === 'shadow' && from <= firing.at.getTime() && opened.at <= to,
      )
      const isLeading = facts.outages.some(({ from }) => from === opened.at)
      if (
        isOpen &&
        !isShadowed &&
        isLeading &&
        ofParent.length > 0 &&
        ofParent.every(({ condition }) => condition === 'unknown')
      )
        breaches.push({
          invariant,
          what: 'a check of the parent that could not run clears it',
          details: `${details} at ${at(firing.at)}`,
        })
    }
    return breaches
  })
}
