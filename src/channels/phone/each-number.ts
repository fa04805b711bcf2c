// One request per phone number, a few at a time.
import { DeliveryFailed, type Receipt } from '../define.ts'
import { cut } from '../shared/escape.ts'
import { masked } from '../shared/mask.ts'

const maxAtOnce = 20

/** `done` completes the error message if only some succeed: `1 of 2 messages were sent`. */
export async function toEachNumber(
  to: readonly string[],
  done: string,
  sendTo: (number: string) => Promise<Receipt>,
): Promise<Receipt> {
  const tries: PromiseSettledResult<Receipt>[] = []
  for (let at = 0; at < to.length; at += maxAtOnce)
    tries.push(...(await Promise.allSettled(to.slice(at, at + maxAtOnce).map(sendTo))))
  const failures = tries.flatMap((tried, index) =>
    tried.status === 'rejected' ? [{ reason: tried.reason as unknown, to: masked(to[index] as string) }] : [],
  )
  const bug = failures.find(({ reason }) => !(reason instanceof DeliveryFailed))
  if (bug) throw bug.reason
  if (failures.length > 0) throw failure(failures as FailedNumber[], to.length, done)
  const [first] = tries
  return { httpStatus: first?.status === 'fulfilled' ? first.value.httpStatus : null }
}

interface FailedNumber {
  readonly reason: DeliveryFailed
  readonly to: string
}

function failure(failures: readonly FailedNumber[], all: number, done: string): DeliveryFailed {
  const first = failures[0]!.reason
  if (failures.length === all && failures.every(({ reason }) => reason.message === first.message)) return first
  const taken = all - failures.length
  const details = failures
    .slice(0, 2)
    .map(({ reason, to }) => `${to}: ${reason.message}`)
    .join('; ')
  // Providers do not deduplicate: a retry would reach, and charge for, the same person a second time.
  const permanent = taken > 0 || failures.every(({ reason }) => reason.permanent)
  const retryAfterMs = Math.max(...failures.map(({ reason }) => reason.retryAfterMs ?? 0)) || undefined
  const message = cut(`${taken} of ${all} ${done}; ${details}`, 250)
  return new DeliveryFailed(message, { permanent, httpStatus: first.httpStatus, retryAfterMs })
}
