import { Fault } from '../../domain/fault.ts'
import { type LimitName, allows } from '../../domain/plan.ts'
import type { OrganizationContext } from './define.ts'

/** Refuses one more than the plan has of something. Whoever counted holds the organization. */
export function refuseBeyondLimit({ caller }: OrganizationContext, limit: LimitName, used: number): void {
  const { plan, limits } = caller.organization
  if (allows(limits[limit], used)) return
  throw new Fault(
    'forbidden',
    `The ${plan} plan's limit ${limit} is ${limits[limit]}: delete one that is not needed or change the plan`,
  )
}
