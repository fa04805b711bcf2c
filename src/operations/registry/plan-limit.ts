import type { CheckType } from '../../checks/define.ts'
import { Fault } from '../../domain/fault.ts'
import { type LimitName, allows, monthOf } from '../../domain/plan.ts'
import { usedInMonth } from '../../store/accounts/monthly-usage.ts'
import { countTriesWaitingForBrowsers } from '../../store/checking/browser-queue.ts'
import { type Usage, lockOrganization, usageOf } from '../../store/accounts/organizations.ts'
import type { OrganizationContext } from './define.ts'

type CountedLimit = LimitName & keyof Usage

/**
 * Refuses one more than the plan has of something; holds the organization, so that two requests cannot both take the
 * last.
 */
export async function refuseBeyondLimit(context: OrganizationContext, limit: CountedLimit): Promise<void> {
  const { db, caller } = context
  if (caller.organization.limits[limit] < 0) return
  await lockOrganization(db, caller.organization.id)
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

/**
 * Refuses a check beyond those that the plan has in a month. It is taken when it begins, so one that never does costs
 * nothing.
 */
export async function refuseBeyondMonth({ db, caller, now }: OrganizationContext, check: CheckType): Promise<void> {
  const { monthlyLimit } = check
  if (!monthlyLimit) return
  const { id, limits } = caller.organization
  const used = (await usedInMonth(db, id, monthOf(now)))[monthlyLimit] ?? 0
  if (allows(limits[monthlyLimit], used)) return
  const seconds = Math.ceil((monthOf(now, 1).getTime() - now.getTime()) / 1000)
  throw new Fault('rate_limited', `${monthlyLimit} is ${limits[monthlyLimit]}, and all are used until the month ends`, {
    'retry-after': String(seconds),
  })
}

export const maxTriesWaitingForBrowsers = 20
const browserRetrySeconds = 30

/**
 * Refuses a try in a browser while too many of the organization wait; locks it, so that two requests cannot both take
 * the last place.
 */
export async function refuseBeyondBrowserQueue({ db, caller, now }: OrganizationContext): Promise<void> {
  const organizationId = caller.organization.id
  await lockOrganization(db, organizationId)
  if ((await countTriesWaitingForBrowsers(db, { organizationId, now })) < maxTriesWaitingForBrowsers) return
  const message =
    `${maxTriesWaitingForBrowsers} runs of this organization wait for a browser already; ` +
    'try again when some of them are over'
  throw new Fault('rate_limited', message, { 'retry-after': String(browserRetrySeconds) })
}
