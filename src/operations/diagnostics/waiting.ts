// Clients can wait for an operation that takes a while: `Prefer: wait=10` (RFC 7240).
import type { CallerContext } from '../registry/define.ts'

export const maxWaitSeconds = 30
const lookMs = 200

/** Looks again and again until it is over, or the time is that the caller wants to wait. */
export async function waitUntilOver<Seen>(
  { visit, services }: CallerContext,
  { look, isOver }: { look(): Promise<Seen>; isOver(seen: Seen): boolean },
): Promise<Seen> {
  const { clock } = services
  const until = clock.monotonicMs() + secondsToWait(visit.prefer) * 1000
  for (;;) {
    const seen = await look()
    if (isOver(seen) || clock.monotonicMs() >= until) return seen
    await clock.sleep(lookMs)
  }
}

/** `respond-async, wait=10` */
function secondsToWait(prefer: string | null): number {
  const [, seconds] = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,4})/i.exec(prefer ?? '') ?? []
  return Math.min(Number(seconds ?? 0), maxWaitSeconds)
}
