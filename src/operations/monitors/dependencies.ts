// Validates what a monitor depends on.
import { Fault } from '../../domain/fault.ts'
import type { Dependencies, Monitor } from '../../domain/monitor.ts'
import { type Ancestry, chainsThrough, isInvolved, isParentTag, maxLevels } from '../../store/monitors/dependencies.ts'
import { knownMonitors } from '../../store/monitors/monitors.ts'
import type { OrganizationContext } from '../registry/define.ts'
import type { MonitorChange } from './schema.ts'

/** The parents after an update. New tags that monitors depend on can close a cycle as well. */
export async function parentsAfter(
  context: OrganizationContext,
  { id, tags, dependsOn }: Monitor,
  body: MonitorChange,
): Promise<Dependencies> {
  const { db, caller } = context
  if (!body.dependsOn && !(await isParentTag(db, caller.organization.id, body.tags ?? []))) return dependsOn
  return validParents(context, { id, tags: body.tags ?? tags, dependsOn: body.dependsOn ?? dependsOn })
}

/** Returns the parents, or refuses unknown ones, cycles and chains that are too long. */
export async function validParents(
  { db, caller }: OrganizationContext,
  monitor: Omit<Ancestry, 'organizationId'>,
): Promise<Dependencies> {
  const organizationId = caller.organization.id
  const { id, dependsOn } = monitor
  const known = new Set(
    dependsOn.monitors.length > 0 ? await knownMonitors(db, organizationId, [...dependsOn.monitors]) : [],
  )
  const unknown = dependsOn.monitors.filter((parent) => parent !== id && !known.has(parent))
  if (unknown.length > 0)
    throw new Fault('invalid_request', `dependsOn.monitors: unknown monitor id(s): ${unknown.join(', ')}`)
  if (dependsOn.monitors.includes(id))
    throw new Fault('invalid_request', 'dependsOn.monitors: a monitor cannot depend on itself')
  const hasParents = dependsOn.monitors.length + dependsOn.tags.length > 0
  if (!hasParents && !(await isInvolved(db, organizationId, [monitor]))) return dependsOn
  const { hasCycle, levels } = await chainsThrough(db, { ...monitor, organizationId })
  if (hasCycle) throw new Fault('invalid_request', 'dependsOn: the monitor would depend on itself')
  if (levels > maxLevels)
    throw new Fault('invalid_request', `dependsOn: a chain of dependencies has at most ${maxLevels} monitors`)
  return dependsOn
}
