import { Fault } from '../../domain/fault.ts'
import { guessesOfAccount, guessesOfAddress } from '../../domain/people/guessing.ts'
import { forgetGuesses, giveBackGuess, takeGuess } from '../../store/accounts/guesses.ts'
import type { VisitorContext } from '../registry/define.ts'

/** Lets a secret be tried for an account, and slows whoever tries too often; a right one is forgiven. */
export async function guarded<Result>(
  context: Pick<VisitorContext, 'services' | 'visit' | 'now'>,
  account: string,
  attempt: () => Promise<Result | null>,
): Promise<Result | null> {
  const { services, visit, now } = context
  const limits = { account: guessesOfAccount(account), address: guessesOfAddress(visit.ip) }
  for (const limit of [limits.address, limits.account]) {
    const wait = await takeGuess(services.store, limit, now)
    if (wait > 0) throw tooMany(wait)
  }
  const result = await attempt()
  if (result === null) return null
  await forgetGuesses(services.store, limits.account)
  await giveBackGuess(services.store, limits.address, now)
  return result
}

function tooMany(seconds: number): Fault {
  const wait = seconds < 60 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
  return new Fault('rate_limited', `Too many tries. Again in ${wait}.`, { 'retry-after': String(seconds) })
}
