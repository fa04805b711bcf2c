// The requests of a probe to its server, and what the responses mean.
import { inWords } from '../agent/report.ts'
import { type AgentResponse, post } from '../agent/requests.ts'
import type { Clock } from '../domain/clock.ts'
import { StartupError } from '../domain/fault.ts'
import { type ClockOffset, createClockOffset } from '../domain/probing/clock-offset.ts'
import {
  type ClaimResponse,
  type HelloResponse,
  type ReportResponse,
  type ServerTimes,
  maxPollMs,
  probePaths,
  protocolVersions,
} from '../domain/probing/protocol.ts'
import type { ClaimRequest, HelloRequest, ProbeReport } from '../domain/probing/requests.ts'

/** The server cannot be reached or has no time: try again later. */
export class ServerAway extends Error {}

/** The server will never accept this request. */
export class RequestRefused extends Error {}

/** The probe must not go on, and trying again does not help. */
export class ProbeRejected extends StartupError {}

export interface ProbeConnection {
  readonly offset: ClockOffset
  hello(probe: HelloRequest['probe'], signal: AbortSignal): Promise<HelloResponse>
  claim(request: ClaimRequest, signal: AbortSignal): Promise<ClaimResponse>
  report(request: ProbeReport, signal?: AbortSignal): Promise<ReportResponse>
}

interface ConnectionParts {
  readonly url: string
  readonly token: string
  readonly clock: Clock
}

const slackMs = 15_000
const maxBytes = 64 * 1024 * 1024

export function connectToServer({ url, token, clock }: ConnectionParts): ProbeConnection {
  const offset = createClockOffset()

  async function ask<T extends ServerTimes>(
    path: string,
    body: object,
    { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal },
  ): Promise<T> {
    const sentAt = clock.now().getTime()
    const startedMs = clock.monotonicMs()
    const response = await post({ url, token }, body, { path, clock, timeoutMs, maxBytes, signal }).catch(
      (error: Error) => {
        throw new ServerAway(`${url} cannot be reached: ${inWords(error)}`, { cause: error })
      },
    )
    const value = valueOf<T>(url, response)
    const { received_at: receivedAt, sent_at: respondedAt } = value
    // The clock of the machine may be set meanwhile.
    const returnedAt = sentAt + (clock.monotonicMs() - startedMs)
    offset.note({ sentAt, returnedAt, receivedAt, respondedAt })
    return value
  }

  return {
    offset,
    hello: (probe, signal) =>
      ask(probePaths.hello, { protocols: protocolVersions, probe }, { timeoutMs: slackMs, signal }),
    claim: (request, signal) => ask(probePaths.claim, request, { timeoutMs: maxPollMs + slackMs, signal }),
    report: (request, signal) => ask(probePaths.report, request, { timeoutMs: 2 * slackMs, signal }),
  }
}

function valueOf<T extends ServerTimes>(url: string, { status, text }: AgentResponse): T {
  const answer = jsonIn(text)
  const said = answer?.error?.message ?? `it responded with ${status}`
  if (status === 200 && typeof answer?.received_at === 'number') return answer as T
  if (status === 401) throw new ProbeRejected(`${url} rejects the token of this probe: ${said}`)
  if (status === 409) throw new ProbeRejected(`${url} rejects this probe: ${said}`)
  if (status === 400 || status === 413) throw new RequestRefused(`${url} refuses a request: ${said}`)
  if (status === 429 || status >= 500) throw new ServerAway(`${url} has no time: ${said}`)
  throw new ServerAway(`${url} is not a Lapwing that has probes: it responded with ${status}`)
}

function jsonIn(text: string): (Partial<ServerTimes> & { error?: { message?: string } }) | null {
  try {
    return JSON.parse(text) as Partial<ServerTimes>
  } catch {
    return null
  }
}
