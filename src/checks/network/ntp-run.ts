import { randomBytes } from 'node:crypto'
import { TargetDown } from '../../domain/outcome.ts'
import { offAbort, onAbort } from '../../net/abort.ts'
import { peerName } from '../../net/connect.ts'
import { attempt, abortError } from '../../net/deadline.ts'
import type { ClockState } from '../../net/own-clock.ts'
import { ntpRequest, readNtpAnswer } from '../../protocols/ntp-packet.ts'
import { type Sample, best, jitterMs, measure, timings } from './ntp-samples.ts'
import type { Job, RunContext, Observations } from '../run.ts'
import type { Endpoint } from '../targets.ts'

interface NtpConfig {
  readonly port: number
  readonly version: number
  readonly samples: number
  readonly ipVersion: 'any' | 'ip4' | 'ip6'
}

interface Server {
  readonly address: string
  readonly port: number
}

interface Heard {
  readonly samples: Sample[]
  /** The code of an answer that refused to tell the time. */
  kiss: string | null
}

// Servers that limit their clients take one request in two seconds from each.
const apartMs = 2000
const phase = 'waiting for a reply'

export async function runNtp(job: Job<NtpConfig, Endpoint<number | null>>, context: RunContext): Promise<void> {
  const { net, signal } = context
  const { ipVersion, port } = job.config
  let refused: unknown
  for (const { address } of await net.lookup(job.target.host, { ipVersion, signal })) {
    try {
      return await check({ address, port: job.target.port ?? port }, job, context)
    } catch (error) {
      if (!(error instanceof TargetDown) || error.reason !== 'connect') throw error
      refused ??= error
    }
  }
  throw refused
}

async function check(server: Server, job: Job<NtpConfig, Endpoint<number | null>>, context: RunContext): Promise<void> {
  const heard: Heard = { samples: [], kiss: null }
  let problem: TargetDown | null = null
  context.observed.evidence.address = server.address
  // Asked now, so that nobody waits for it later.
  const ownClock = context.net.ownClock()
  try {
    await converse(heard, server, job, context)
  } catch (error) {
    if (!(error instanceof TargetDown)) throw error
    problem = error
  }
  tell(heard, await ownClock, context.observed)
  // What was answered before it went wrong is an answer.
  if (heard.samples.length === 0) throw problem ?? new TargetDown('timeout', `${peerName(server)} did not answer`)
}

/** Sends one request after the other, without waiting for answers in between: a slow server is no dead one. */
async function converse(
  heard: Heard,
  server: Server,
  job: Job<NtpConfig, Endpoint<number | null>>,
  around: RunContext,
): Promise<void> {
  const { config, deadlineMs } = job
  const { clock, signal } = around
  const slotMs = Math.min(apartMs, deadlineMs / (config.samples + 1))
  const over = new AbortController()
  const stop = (): void => over.abort(signal.reason)
  const pause = (): Promise<void> => attempt(over.signal, phase, (done) => clock.after(slotMs, done))
  onAbort(signal, stop)
  try {
    const underWay: Promise<void>[] = []
    for (let sent = 0; sent < config.samples; sent++) {
      if (sent > 0) await pause()
      const asked = ask(heard, { server, config, signal: over.signal }, around)
      underWay.push(asked.catch((error: unknown) => over.abort(error)))
    }
    await Promise.race([Promise.all(underWay), pause()])
    // The deadline is for servers of which nothing was heard yet.
    if (heard.samples.length === 0) await Promise.all(underWay)
    if (over.signal.aborted) throw abortError(over.signal, phase)
  } finally {
    offAbort(signal, stop)
    over.abort()
  }
}

interface Asking {
  readonly server: Server
  readonly config: NtpConfig
  readonly signal: AbortSignal
}

async function ask(heard: Heard, { server, config, signal }: Asking, { net, clock }: RunContext): Promise<void> {
  const nonce = randomBytes(8)
  const take = (packet: Buffer, afterMs: number): boolean => {
    const [wallMs, monotonicMs] = [clock.now().getTime(), clock.monotonicMs()]
    const answer = readNtpAnswer(packet, nonce, wallMs)
    if (answer === null) return false
    heard.kiss ??= answer.kiss
    if (answer.kiss) throw refusalBy(server, answer.kiss)
    return heard.samples.push({ answer, afterMs, wallMs, monotonicMs }) > 0
  }
  const payload = ntpRequest(config.version, nonce)
  const { address: host, port } = server
  await net.datagram({ host, port, payload, ipVersion: config.ipVersion, signal, take, quietMs: null })
}

function refusalBy(server: Server, kiss: string): TargetDown {
  const what = kiss === 'RATE' ? 'was asked too often and tells no time' : 'refuses to tell the time'
  return new TargetDown('other', `${peerName(server)} ${what} (kiss of death ${kiss})`)
}

function tell({ samples, kiss }: Heard, ownClock: ClockState, { metrics, evidence }: Observations): void {
  metrics['ntp.samples_ok'] = samples.length
  if (kiss !== null || samples.length > 0) metrics['ntp.kiss_of_death'] = kiss === null ? 0 : 1
  if (kiss !== null) evidence.kiss_code = kiss
  const timed = timings(samples)
  const chosen = best(timed)
  if (!chosen) return
  Object.assign(metrics, measure(chosen))
  const jitter = jitterMs(timed)
  if (jitter !== null) metrics['ntp.jitter_ms'] = jitter
  evidence.reference = chosen.answer.reference
  evidence.own_clock = ownClock
  // Against a clock that may be wrong itself, the distance says nothing about the server.
  if (ownClock !== 'synchronized') return
  metrics['ntp.offset_ms'] = Math.abs(chosen.offsetMs)
  evidence.offset_ms = Math.round(chosen.offsetMs * 1000) / 1000
}
