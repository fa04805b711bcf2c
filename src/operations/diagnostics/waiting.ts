// Lets clients wait for a result: `Prefer: wait=10` (RFC 7240).
import type { CallerContext } from '../registry/define.ts'

export const maxWaitSeconds = 30
const lookMs = 200

/** Polls until the result is final or the caller's wait is over. */
export async function waitUntilOver<Seen>(
  { visit, services }: CallerContext,
  { read, isOver }: { read(): Promise<Seen>; isOver(current: Seen): boolean },
): Promise<Seen> {
  const { clock } = services
  const until = clock.monotonicMs() + secondsToWait(visit.prefer) * 1000
  for (;;) {
    const current = await read()
    if (isOver(current) || clock.monotonicMs() >= until) return current
    await clock.sleep(lookMs)
  }
}

/** `respond-async, wait=10` */
function secondsToWait(prefer: string | null): number {
  const [, seconds] = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,4})/i.exec(prefer ?? '') ?? []
  return Math.min(Number(seconds ?? 0), maxWaitSeconds)
}
