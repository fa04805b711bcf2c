// Counts the checks that plans limit by the month: each is taken when it begins, refunded if it could not run, and
// refused if none is left.
import { findCheck } from '../../checks/index.ts'
import { type ReportedOutcome, asReported, notChecked } from '../../domain/outcome.ts'
import { monthOf } from '../../domain/plan.ts'
import { type MonthlyUsageKey, refundMonthlyUse, takeMonthlyUse } from '../../store/accounts/monthly-usage.ts'
import { findOrganizationById } from '../../store/accounts/organizations.ts'
import type { CheckOrder } from './messages.ts'
import type { Step } from './steps.ts'
import type { RunOrder } from './workers.ts'
import type { EngineServices } from '../services.ts'

export function createAllowances(services: EngineServices): Step {
  const { clock, log } = services
  return {
    run(order, next) {
      const limitName = findCheck(order.type)?.monthlyLimit
      const { organizationId } = order
      if (!limitName || organizationId === undefined) return next(order)
      const use = { organizationId, limitName, month: monthOf(clock.now()) }
      // Without the database the check cannot be reported either. It is claimed again later.
      return runCounted(services, use, order, next).catch((error: unknown) => {
        log.error('checks could not be counted for the month; trying again', { error: String(error) })
        return null
      })
    },
  }
}

async function runCounted(
  { store }: EngineServices,
  use: MonthlyUsageKey,
  order: CheckOrder,
  next: RunOrder,
): Promise<ReportedOutcome | null> {
  const organization = await findOrganizationById(store, use.organizationId)
  if (!organization || !(await takeMonthlyUse(store, use, organization.limits[use.limitName])))
    return asReported(notChecked(`not checked: the plan's limit ${use.limitName} is used up until the month ends`))
  const outcome = await next(order)
  if (!order.signal?.aborted && !hasRun(outcome)) await refundMonthlyUse(store, use)
  return outcome
}

/** A check that broke its own sandbox counts as run. Otherwise it could run forever without being counted. */
const hasRun = (outcome: ReportedOutcome | null): boolean =>
  outcome !== null && (!outcome.infrastructure || outcome.hasSandboxFailed === true)
