// Whether what a client wants of a monitor can be: first whether it is right (400), then whether the plan has it (403).
import { type CheckType, configProblems } from '../../checks/define.ts'
import { checks, findCheck } from '../../checks/index.ts'
import { Fault } from '../../domain/fault.ts'
import type { Config } from '../../domain/monitor.ts'
import type { LimitName } from '../../domain/plan.ts'
import { unknownGroups } from '../../store/notifications/contact-groups.ts'
import { unknownLocations } from '../../store/checking/locations.ts'
import type { OrganizationContext } from '../registry/define.ts'

/** What is asked for; what is left out stays as it is and is not looked at. */
export interface Wanted {
  readonly target?: string
  readonly intervalSeconds?: number
  readonly locationIds?: readonly string[]
  /** Secrets included. A config is validated together with its target. */
  readonly config?: { readonly values: Config; readonly target: string }
}

export function checkOf(type: string): CheckType {
  const check = findCheck(type)
  if (check) return check
  throw new Fault(
    'invalid_request',
    `type: Invalid value. Allowed values: ${checks.map((known) => known.type).join(', ')}`,
  )
}

/** Answers the slugs that the config gives to its metrics, when a config was validated. */
export async function validateMonitor(
  context: OrganizationContext,
  check: CheckType,
  wanted: Wanted,
): Promise<readonly string[] | undefined> {
  const found = [
    ...targetProblems(check, wanted.target),
    ...intervalProblems(context, check, wanted.intervalSeconds),
    ...(await locationProblems(context, check, wanted.locationIds)),
    ...(await configProblemsOf(context, check, wanted.config)),
  ]
  if (found.length > 0) throw new Fault('invalid_request', found.join('; '))
  const steps = wanted.config && (await check.readSteps(wanted.config.values))
  if (steps && steps.problems.length > 0)
    throw new Fault('invalid_request', steps.problems.map((text) => `config.${text}`).join('; '))
  refuseBeyondPlan(context, check, wanted)
  return steps?.slugs
}

function targetProblems(check: CheckType, target: string | undefined): string[] {
  if (target === undefined) return []
  const parsed = check.target.parse(target)
  return 'problem' in parsed ? [`target: ${parsed.problem}`] : []
}

/** The target as it is kept. */
export function keptTarget(check: CheckType, target: string): string {
  const parsed = check.target.parse(target)
  return 'text' in parsed ? parsed.text : target
}

function intervalProblems({ services }: OrganizationContext, check: CheckType, seconds: number | undefined): string[] {
  const floor = services.intervalFloorOf(check)
  return seconds === undefined || seconds >= floor
    ? []
    : [`interval: must be at least ${floor} seconds for ${check.type} monitors`]
}

async function locationProblems(
  { db }: OrganizationContext,
  check: CheckType,
  ids: readonly string[] | undefined,
): Promise<string[]> {
  if (ids === undefined) return []
  if (ids.length === 0)
    return check.requiresLocations ? ['locations: Required; name at least one id of GET /locations'] : []
  const unknown = await unknownLocations(db, ids)
  return unknown.length > 0 ? [`locations: unknown location id(s): ${unknown.join(', ')}`] : []
}

async function configProblemsOf(
  { db, caller }: OrganizationContext,
  check: CheckType,
  config: Wanted['config'],
): Promise<string[]> {
  if (config === undefined) return []
  const found = configProblems(check, config.values, config.target)
  const groups = config.values['notificationGroupIds']
  if (found.length > 0 || !Array.isArray(groups) || groups.length === 0) return found
  const unknown = await unknownGroups(db, caller.organization.id, groups as string[])
  if (unknown.length === 0) return []
  return [`config.notificationGroupIds: unknown contact group id(s) in this organization: ${unknown.join(', ')}`]
}

function refuseBeyondPlan({ caller }: OrganizationContext, check: CheckType, wanted: Wanted): void {
  const { plan, limits } = caller.organization
  const refuse = (limit: LimitName, text: string): never => {
    throw new Fault('forbidden', `The ${plan} plan's limit ${limit} is ${limits[limit]}: ${text}`)
  }
  if (wanted.intervalSeconds !== undefined && wanted.intervalSeconds < limits.min_interval_seconds)
    refuse('min_interval_seconds', 'choose a longer interval')
  const demands: [LimitName, number][] = [
    ['locations_per_monitor', wanted.locationIds?.length ?? 0],
    ...(wanted.config ? (Object.entries(check.demands(wanted.config.values)) as [LimitName, number][]) : []),
  ]
  for (const [limit, wants] of demands)
    if (limits[limit] >= 0 && wants > limits[limit]) refuse(limit, `this monitor asks for ${wants}`)
}
