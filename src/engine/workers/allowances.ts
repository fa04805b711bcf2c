// Checks that plans count by the month: taken when they begin, given back when they could not be made, refused when
// none is left.
import { findCheck } from '../../checks/index.ts'
import type { Clock } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'
import { asReported, notChecked } from '../../domain/outcome.ts'
import { type MonthlyLimit, monthOf } from '../../domain/plan.ts'
import { refundMonthlyUse, takeMonthlyUse } from '../../store/accounts/monthly-usage.ts'
import { findOrganizationById } from '../../store/accounts/organizations.ts'
import type { Store } from '../../store/database/database.ts'
import type { CheckReport, CheckOrder } from './messages.ts'
import { type Workers, withRun } from './workers.ts'

interface AllowanceParts {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly workers: Workers
}

export function createAllowances({ store, clock, log, workers }: AllowanceParts): Workers {
  const refused = (limitName: MonthlyLimit): CheckReport => {
    const outcome = notChecked(`not checked: the plan's limit ${limitName} is used up until the month ends`)
    return { id: 0, at: clock.now().getTime(), costMs: 0, outcome: asReported(outcome) }
  }
  const runCounted = async (
    work: CheckOrder,
    organizationId: string,
    limitName: MonthlyLimit,
  ): Promise<CheckReport | null> => {
    const organization = await findOrganizationById(store, organizationId)
    const counted = { organizationId, limitName, month: monthOf(clock.now()) }
    if (!organization || !(await takeMonthlyUse(store, counted, organization.limits[limitName])))
      return refused(limitName)
    const done = await workers.run(work)
    if (!work.signal?.aborted && !hasRun(done)) await refundMonthlyUse(store, counted)
    return done
  }
  return withRun(workers, async (work) => {
    const limitName = findCheck(work.type)?.monthlyLimit
    if (!limitName || work.organizationId === undefined) return workers.run(work)
    // Without the database there is nobody to report to either: the check is taken up again.
    return runCounted(work, work.organizationId, limitName).catch((error: unknown) => {
      log.error('checks that are counted by the month could not be; trying again', { error: String(error) })
      return null
    })
  })
}

/** A check that broke its own box has run: otherwise it could run for ever without being counted. */
const hasRun = (done: CheckReport | null): boolean =>
  done !== null && (!done.outcome.infrastructure || done.outcome.brokeItsBox === true)
