import { Fault } from '../../domain/fault.ts'
import { type LimitName, allows } from '../../domain/plan.ts'
import { type Usage, holdOrganization, usageOf } from '../../store/accounts/organizations.ts'
import type { OrganizationContext } from './define.ts'

type CountedLimit = LimitName & keyof Usage

/** Refuses one more than the plan has of something; holds the organization, so that two requests cannot both take the last. */
export async function refuseBeyondLimit(context: OrganizationContext, limit: CountedLimit): Promise<void> {
  const { db, caller } = context
  if (caller.organization.limits[limit] < 0) return
  await holdOrganization(db, caller.organization.id)
  refuseMoreThan(context, limit, (await usageOf(db, caller.organization.id))[limit])
}

/** The same for what has been counted already. */
export function refuseMoreThan({ caller }: OrganizationContext, limit: LimitName, used: number): void {
  const { plan, limits } = caller.organization
  if (allows(limits[limit], used)) return
  throw new Fault(
    'forbidden',
    `The ${plan} plan's limit ${limit} is ${limits[limit]}: delete one that is not needed or change the plan`,
  )
}
