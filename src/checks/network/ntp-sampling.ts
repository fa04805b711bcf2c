// Collects several samples from one time server.
import { randomBytes } from 'node:crypto'
import { TargetDown } from '../../domain/outcome.ts'
import { offAbort, onAbort } from '../../domain/limits/abort.ts'
import { peerName } from '../../net/connect.ts'
import { abortError, attempt } from '../../net/deadline.ts'
import type { Reach } from '../../net/index.ts'
import { ntpRequest, readNtpAnswer } from '../../protocols/ntp-packet.ts'
import type { RunContext } from '../run.ts'
import type { NtpSample } from './ntp-samples.ts'

export interface NtpSamplingOptions {
  readonly server: { readonly address: string; readonly port: number }
  readonly version: number
  readonly samples: number
  readonly ipVersion: Reach['ipVersion']
  readonly deadlineMs: number
}

export interface NtpResponses {
  readonly samples: NtpSample[]
  /** Code of a kiss-of-death response. */
  kiss: string | null
}

// Servers with a rate limit accept one request per client every two seconds.
const apartMs = 2000
const phase = 'waiting for a reply'

/** Sends the requests without waiting for responses in between: a slow server is not down. */
export async function gatherSamples(
  responses: NtpResponses,
  sampling: NtpSamplingOptions,
  context: RunContext,
): Promise<void> {
  const { samples, deadlineMs } = sampling
  const { clock, signal } = context
  const slotMs = Math.min(apartMs, deadlineMs / (samples + 1))
  const over = new AbortController()
  const stop = (): void => over.abort(signal.reason)
  const pause = (): Promise<void> => attempt(over.signal, phase, (done) => clock.after(slotMs, done))
  onAbort(signal, stop)
  try {
    const underWay: Promise<void>[] = []
    for (let sent = 0; sent < samples; sent++) {
      if (sent > 0) await pause()
      const request = ask(responses, sampling, { ...context, signal: over.signal })
      underWay.push(request.catch((error: unknown) => over.abort(error)))
    }
    await Promise.race([Promise.all(underWay), pause()])
    // Only wait until the deadline if the server has not responded at all.
    if (responses.samples.length === 0) await Promise.all(underWay)
    if (over.signal.aborted) throw abortError(over.signal, phase)
  } finally {
    offAbort(signal, stop)
    over.abort()
  }
}

async function ask(
  responses: NtpResponses,
  { server, version, ipVersion }: NtpSamplingOptions,
  { net, clock, signal }: RunContext,
): Promise<void> {
  const nonce = randomBytes(8)
  const take = (packet: Buffer, afterMs: number): boolean => {
    const [wallMs, monotonicMs] = [clock.now().getTime(), clock.monotonicMs()]
    const answer = readNtpAnswer(packet, nonce, wallMs)
    if (answer === null) return false
    responses.kiss ??= answer.kiss
    if (answer.kiss) throw refusalBy(server, answer.kiss)
    return responses.samples.push({ answer, afterMs, wallMs, monotonicMs }) > 0
  }
  const { address: host, port } = server
  const payload = ntpRequest(version, nonce)
  await net.datagram({ host, port, payload, ipVersion, signal, take, quietMs: null })
}

function refusalBy(server: NtpSamplingOptions['server'], kiss: string): TargetDown {
  const what = kiss === 'RATE' ? 'limits Lapwing and sends no time' : 'refuses to send the time'
  return new TargetDown('other', `${peerName(server)} ${what} (kiss of death ${kiss})`)
}
