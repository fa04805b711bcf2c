import { Fault } from '../../domain/fault.ts'
import { takeFromWindow } from '../../store/accounts/rate-windows.ts'
import type { CallerContext } from './define.ts'

export const triesPerMinute = 10

/** What is tried goes out to somebody's server: each person has so many a minute, of monitors and channels together. */
export async function takeTry({ db, caller, now }: CallerContext): Promise<number> {
  const credentialId = caller.user?.id ?? caller.credential.id
  const { taken, used, freesIn } = await takeFromWindow(db, { credentialId, budget: triesPerMinute, now })
  if (!taken)
    throw new Fault('rate_limited', `${triesPerMinute} tries a minute are all; the next one is free in ${freesIn} s`, {
      'retry-after': String(freesIn),
    })
  return triesPerMinute - used
}
