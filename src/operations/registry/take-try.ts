import { takeFromWindow } from '../../store/accounts/rate-windows.ts'
import type { CallerContext } from './define.ts'
import { rateLimited } from './request-budget.ts'

export const triesPerMinute = 10

/** Test runs send requests to other servers, so each user has a budget for monitors and channels together. */
export async function takeTry({ db, caller, now }: CallerContext): Promise<number> {
  const credentialId = caller.user?.id ?? caller.credential.id
  const { taken, used, freesIn } = await takeFromWindow(db, { credentialId, budget: triesPerMinute, now })
  if (!taken) throw rateLimited(`${triesPerMinute} test runs a minute are allowed; try again in ${freesIn} s`, freesIn)
  return triesPerMinute - used
}
