// Validates a monitor: first the values (400), then the plan (403).
import { type CheckType, configProblems } from '../../checks/define.ts'
import { checks, findCheck } from '../../checks/index.ts'
import type { NamedTarget } from '../../checks/targets.ts'
import { Fault } from '../../domain/fault.ts'
import type { MonitorConfig } from '../../domain/monitor.ts'
import type { LimitName } from '../../domain/plan.ts'
import { unknownLocations } from '../../store/checking/locations.ts'
import type { OrganizationContext } from '../registry/define.ts'
import { referenceProblems } from '../registry/references.ts'
import { readOnce } from '../registry/steps/shared-work.ts'
import { noLocations } from './schema.ts'

/** The new values of a monitor; omitted fields are not validated. */
export interface Proposal {
  readonly target?: NamedTarget
  readonly intervalSeconds?: number
  readonly locationIds?: readonly string[]
  /** With secrets. A config is validated together with its target. */
  readonly config?: { readonly values: MonitorConfig; readonly target: NamedTarget }
}

export function checkOf(type: string): CheckType {
  const check = findCheck(type)
  if (check) return check
  throw new Fault(
    'invalid_request',
    `type: Invalid value. Allowed values: ${checks.map((known) => known.type).join(', ')}`,
  )
}

/** Returns the slugs of metrics in the config, if a config was validated. */
export async function validateMonitor(
  context: OrganizationContext,
  check: CheckType,
  proposal: Proposal,
): Promise<readonly string[] | undefined> {
  const found = [
    ...(proposal.target && 'problem' in proposal.target ? [`target: ${proposal.target.problem}`] : []),
    ...intervalProblems(context, check, proposal.intervalSeconds),
    ...(await locationProblems(context, check, proposal.locationIds)),
    ...(await problemsOfConfig(context, check, proposal.config)),
  ]
  if (found.length > 0) throw new Fault('invalid_request', found)
  const steps = proposal.config && (await check.readSteps(proposal.config.values))
  if (steps && steps.problems.length > 0)
    throw new Fault(
      'invalid_request',
      steps.problems.map((text) => `config.${text}`),
    )
  refuseBeyondPlan(context, check, proposal)
  return steps?.slugs
}

function intervalProblems({ services }: OrganizationContext, check: CheckType, seconds: number | undefined): string[] {
  const floor = services.intervalFloorOf(check)
  return seconds === undefined || seconds >= floor
    ? []
    : [`interval: must be at least ${floor} seconds for ${check.type} monitors`]
}

async function locationProblems(
  context: OrganizationContext,
  check: CheckType,
  ids: readonly string[] | undefined,
): Promise<string[]> {
  if (ids === undefined) return []
  if (ids.length === 0) return check.requiresLocations ? [`locations: ${noLocations}`] : []
  const { db, caller } = context
  const unknown = await readOnce(context, `locations ${ids.join()}`, () =>
    unknownLocations(db, caller.organization.id, ids),
  )
  return unknown.length > 0 ? [`locations: unknown location id(s): ${unknown.join(', ')}`] : []
}

async function problemsOfConfig(
  context: OrganizationContext,
  check: CheckType,
  config: Proposal['config'],
): Promise<string[]> {
  if (config === undefined) return []
  const found = configProblems(check, config.values, config.target)
  return found.length > 0 ? found : referenceProblems(context, check, config.values)
}

function refuseBeyondPlan({ caller }: OrganizationContext, check: CheckType, proposal: Proposal): void {
  const { plan, limits } = caller.organization
  const refuse = (limit: LimitName, text: string): never => {
    throw new Fault('forbidden', `The ${plan} plan's limit ${limit} is ${limits[limit]}: ${text}`)
  }
  if (proposal.intervalSeconds !== undefined && proposal.intervalSeconds < limits.min_interval_seconds)
    refuse('min_interval_seconds', 'choose a longer interval')
  const demands: [LimitName, number][] = [
    ['locations_per_monitor', proposal.locationIds?.length ?? 0],
    ...(check.monthlyLimit && proposal.config ? [[check.monthlyLimit, 1] satisfies [LimitName, number]] : []),
    ...(proposal.config ? (Object.entries(check.demands(proposal.config.values)) as [LimitName, number][]) : []),
  ]
  for (const [limit, wants] of demands)
    if (limits[limit] >= 0 && wants > limits[limit]) refuse(limit, `this monitor has ${wants}`)
}
