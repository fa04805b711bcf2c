import { Fault } from '../../domain/fault.ts'
import { takeFromWindow } from '../../store/accounts/rate-windows.ts'
import type { CallerContext } from './define.ts'

export const triesPerMinute = 10

/** Test runs send requests to other servers, so each user has a budget for monitors and channels together. */
export async function takeTry({ db, caller, now }: CallerContext): Promise<number> {
  const credentialId = caller.user?.id ?? caller.credential.id
  const { taken, used, freesIn } = await takeFromWindow(db, { credentialId, budget: triesPerMinute, now })
  if (!taken)
    throw new Fault('rate_limited', `${triesPerMinute} test runs a minute are allowed; try again in ${freesIn} s`, {
      'retry-after': String(freesIn),
    })
  return triesPerMinute - used
}
