import { TargetDown } from '../../domain/outcome.ts'
import { attempt } from '../../net/deadline.ts'
import { type Path, horizon, isSilent, measure, newPath, refuser, show } from './mtr-path.ts'
import type { Job, RunContext } from '../run.ts'

interface MtrConfig {
  readonly count: number
  readonly maxHops: number
  readonly port: number | undefined
  readonly protocol: 'icmp' | 'udp' | 'tcp'
  readonly ipVersion: 'any' | 'ip4' | 'ip6'
}

// Many routers answer one probe a second and no more; this is also mtr's own rhythm.
const roundMs = 1000
const staggerMs = 25
// The last round has this long for its answers, or half of a deadline that is too short for that.
const lastAnswersMs = 4000
const phase = 'tracing the path'

export async function runMtr(job: Job<MtrConfig>, context: RunContext): Promise<void> {
  const { net, signal, observed } = context
  const { ipVersion, maxHops } = job.config
  const [to] = await net.lookup(job.target, { ipVersion, signal })
  const address = to?.address ?? ''
  observed.evidence.address = address
  const path = newPath(maxHops)
  let problem: Error = new TargetDown('timeout', `nobody on the way to ${address} answered`)
  try {
    await walk(path, address, job, context)
  } catch (error) {
    if (!(error instanceof TargetDown)) throw error
    problem = error
  }
  Object.assign(observed.metrics, measure(path))
  observed.evidence.hops = show(path)
  const router = refuser(path)
  if (router !== null) observed.evidence.refused_by = router
  // What is known of the path by the deadline is an answer.
  if (isSilent(path)) throw problem
}

/** Probes each hop once a round, and then waits for the answers. */
async function walk(
  path: Path,
  host: string,
  { config, deadlineMs }: Job<MtrConfig>,
  around: RunContext,
): Promise<void> {
  const { net, clock, signal } = around
  const { count, maxHops, protocol, ipVersion, port = protocol === 'tcp' ? 80 : undefined } = config
  const everyMs = Math.min(roundMs, Math.max(deadlineMs / 2, deadlineMs - lastAnswersMs) / count)
  const pause = (ms: number): Promise<void> => attempt(signal, phase, (done) => clock.after(Math.max(0, ms), done))
  const failed = new AbortController()
  const send = async (ttl: number): Promise<void> => {
    const hop = path[ttl - 1]!
    hop.sent += 1
    try {
      const answer = await net.pathProbe({ host, protocol, port, ttl, ipVersion, signal })
      if (answer) hop.answers.push(answer)
    } catch (error) {
      failed.abort(error)
    }
  }
  const underWay: Promise<void>[] = []
  const start = clock.monotonicMs()
  for (let round = 1; round <= count; round++) {
    for (let ttl = 1; ttl <= horizon(path, round); ttl++) {
      underWay.push(send(ttl))
      await pause(Math.min(staggerMs, everyMs / maxHops))
      failed.signal.throwIfAborted()
    }
    if (round < count) await pause(start + round * everyMs - clock.monotonicMs())
  }
  await Promise.all(underWay)
  failed.signal.throwIfAborted()
}
