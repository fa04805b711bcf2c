import type { CheckType } from '../../checks/define.ts'
import { Fault } from '../../domain/fault.ts'
import { type LimitName, allows, monthOf } from '../../domain/plan.ts'
import { usedInMonth } from '../../store/accounts/monthly-usage.ts'
import { countTriesWaitingForBrowsers } from '../../store/checking/browser-queue.ts'
import { type Usage, lockOrganization, usageOf } from '../../store/accounts/organizations.ts'
import type { OrganizationContext } from './define.ts'
import { rateLimited } from './request-budget.ts'

type CountedLimit = LimitName & keyof Usage

/** Throws if the limit of the plan is reached. Locks the organization, so that two requests cannot both pass. */
export async function refuseBeyondLimit(context: OrganizationContext, limit: CountedLimit): Promise<void> {
  const { db, caller, shared } = context
  if (caller.organization.limits[limit] < 0) return
  await lockOrganization(db, caller.organization.id)
  const used = shared?.used.get(limit) ?? (await usageOf(db, caller.organization.id))[limit]
  refuseMoreThan(context, limit, used)
  shared?.used.set(limit, used + 1)
}

/** The same for a known usage. */
export function refuseMoreThan({ caller }: OrganizationContext, limit: LimitName, used: number): void {
  const { plan, limits } = caller.organization
  if (allows(limits[limit], used)) return
  throw new Fault('forbidden', `The ${plan} plan's limit ${limit} is ${limits[limit]}: delete one or change the plan`)
}

/** Throws if the monthly limit of the plan is reached. A check counts when it starts. */
export async function refuseBeyondMonth({ db, caller, now }: OrganizationContext, check: CheckType): Promise<void> {
  const { monthlyLimit } = check
  if (!monthlyLimit) return
  const { id, limits } = caller.organization
  const used = (await usedInMonth(db, id, monthOf(now)))[monthlyLimit] ?? 0
  if (allows(limits[monthlyLimit], used)) return
  const seconds = Math.ceil((monthOf(now, 1).getTime() - now.getTime()) / 1000)
  throw rateLimited(`${monthlyLimit} is ${limits[monthlyLimit]}, and all are used for this month`, seconds)
}

export const maxTriesWaitingForBrowsers = 20
const browserRetrySeconds = 30

/** Throws if too many runs of the organization wait for a browser. Locks it, so that two requests cannot both pass. */
export async function refuseBeyondBrowserQueue({ db, caller, now }: OrganizationContext, count = 1): Promise<void> {
  const organizationId = caller.organization.id
  await lockOrganization(db, organizationId)
  const waiting = await countTriesWaitingForBrowsers(db, { organizationId, now })
  if (waiting + count <= maxTriesWaitingForBrowsers) return
  if (count > maxTriesWaitingForBrowsers)
    throw new Fault(
      'invalid_request',
      `document: has ${count} browser checks, and at most ${maxTriesWaitingForBrowsers} can wait for a browser; ` +
        'choose monitors with only or tags',
    )
  const message = `${waiting} runs of this organization are already waiting for a browser; try again when some of them have finished`
  throw rateLimited(message, browserRetrySeconds)
}
