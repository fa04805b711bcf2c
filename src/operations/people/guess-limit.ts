import { guessesOfAccount, guessesOfAddress } from '../../domain/people/guessing.ts'
import { durationText } from '../../domain/time/format.ts'
import { forgetGuesses, refundGuess, takeGuess } from '../../store/accounts/guesses.ts'
import type { VisitorContext } from '../registry/define.ts'
import { rateLimited } from '../registry/request-budget.ts'

/** Limits attempts at a secret per account and address; a correct attempt resets the limit. */
export async function withGuessLimit<Result>(
  context: Pick<VisitorContext, 'services' | 'visit' | 'now'>,
  account: string,
  attempt: () => Promise<Result | null>,
): Promise<Result | null> {
  const { services, visit, now } = context
  const limits = { account: guessesOfAccount(account), address: guessesOfAddress(visit.ip) }
  for (const limit of [limits.address, limits.account]) {
    refuseTooMany(await takeGuess(services.store, limit, now))
  }
  const result = await attempt()
  if (result === null) return null
  await forgetGuesses(services.store, limits.account)
  await refundGuess(services.store, limits.address, now)
  return result
}

/** Throws if there are seconds left to wait. */
export function refuseTooMany(seconds: number): void {
  if (seconds === 0) return
  throw rateLimited(`Too many attempts. Try again in ${durationText(seconds * 1000)}.`, seconds)
}
