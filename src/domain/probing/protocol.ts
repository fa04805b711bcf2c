// The protocol between a server and the probes that run checks elsewhere: names of fields never change their meaning,
// and both sides ignore fields that they do not know.
import { type ArtifactKind, artifactLimits } from '../checking/artifact.ts'
import type { SharedAnswers, SharedFinding } from '../checking/shared-answer.ts'
import type { MonitorConfig } from '../monitor.ts'
import type { Cause, CheckMemory, ReportedOutcome } from '../outcome.ts'

/**
 * The versions that this release speaks. In version 2, claims name the types that a probe knows, and orders say their
 * host and whether they need a browser, so that a probe loads no types to find out.
 */
export const protocolVersions: readonly number[] = [1, 2]

/** The newest version that both sides speak, or null if there is none. */
export function commonVersion(theirs: readonly number[], ours = protocolVersions): number | null {
  const common = ours.filter((version) => theirs.includes(version))
  return common.length === 0 ? null : Math.max(...common)
}

export const probePaths = { hello: '/probe/v1/hello', claim: '/probe/v1/claim', report: '/probe/v1/report' } as const

/** How long a server holds a claim while nothing is due. A location whose probe is silent for 30 s is dead. */
export const maxPollMs = 10_000
/** Outcomes of one report. */
export const maxReported = 500
/** Texts and values of the outcomes that a probe reports together; an outcome with more is reported alone. */
export const maxBatchBytes = 8 * 1024 * 1024
export const maxBatchValues = 40_000
/** The largest artifact in Base64, and what else is in a report. */
export const maxReportBytes = (artifactLimits.maxBytes / 3) * 4 + maxBatchBytes
export const maxReportValues = 50_000

/** A check for a probe. `ticket` proves that it was handed out, and says for which turn. */
export interface WireOrder {
  readonly ticket: string
  readonly type: string
  readonly target: string
  readonly config: MonitorConfig
  readonly monitor_id: string
  readonly organization_id?: string
  readonly version: number
  readonly deadline_ms: number
  readonly max_wait_ms?: number
  readonly with_scan?: boolean
  readonly for_picture?: boolean
  readonly known?: CheckMemory
  readonly shared?: SharedAnswers
  readonly variables?: Readonly<Record<string, string>>
  /** Since version 2. */
  readonly host?: string
  readonly in_browser?: boolean
  /** How often the probe repeats it while the server is away; missing for never. */
  readonly repeat_every_ms?: number
}

export interface WireArtifact {
  readonly kind: ArtifactKind
  readonly name: string
  readonly content_type: string
  /** Base64. */
  readonly data: string
}

export interface WireOutcome {
  readonly ticket: string
  /** When the check ended by the clock of the server, in milliseconds since 1970. */
  readonly ended_at: number
  /** The probe has repeated the order by itself. */
  readonly repeated?: boolean
  readonly success: boolean
  readonly duration_ms: number
  readonly status_code: number | null
  readonly error: string | null
  readonly cause: Cause | null
  readonly metrics: Readonly<Record<string, number>>
  readonly phases?: Readonly<Record<string, number>>
  readonly expires_at?: number
  /** JSON. */
  readonly evidence: string | null
  readonly infrastructure?: boolean
  readonly broke_its_box?: boolean
  readonly quarantined?: boolean
  readonly remember?: CheckMemory
  readonly learned?: SharedFinding
  readonly artifacts?: readonly WireArtifact[]
}

/** Times of the server when it got a request and when it responded, in milliseconds since 1970. */
export interface ServerTimes {
  readonly received_at: number
  readonly sent_at: number
}

export interface HelloResponse extends ServerTimes {
  readonly protocol: number
  readonly server_version: string
  readonly location: string
}

export interface ClaimResponse extends ServerTimes {
  /** The server process, and the number of its last response with orders to this probe. */
  readonly server: string
  readonly batch: number
  readonly orders: readonly WireOrder[]
  /** Tickets of orders whose outcomes are not needed any more. */
  readonly cancel: readonly string[]
}

export interface ReportResponse extends ServerTimes {
  readonly accepted: number
  /** Outcomes that belong to no order of this location. */
  readonly refused: number
  /** Repetitions for monitors that were changed or deleted meanwhile; they are dropped. */
  readonly outdated: number
}

export function toWireOutcome(ticket: string, endedAt: number, outcome: ReportedOutcome): WireOutcome {
  return {
    ticket,
    ended_at: endedAt,
    success: outcome.success,
    duration_ms: outcome.durationMs,
    status_code: outcome.statusCode,
    error: outcome.error,
    cause: outcome.cause,
    metrics: outcome.metrics,
    evidence: outcome.evidence,
    ...present({
      phases: outcome.phases,
      expires_at: outcome.expiresAt,
      infrastructure: outcome.infrastructure,
      broke_its_box: outcome.hasSandboxFailed,
      quarantined: outcome.isQuarantined,
      remember: outcome.remember,
      learned: outcome.learned,
      artifacts: outcome.artifacts?.map(({ kind, name, contentType, bytes }) => ({
        kind,
        name,
        content_type: contentType,
        data: bytes.toString('base64'),
      })),
    }),
  }
}

export function fromWireOutcome(wire: WireOutcome): ReportedOutcome {
  return {
    success: wire.success,
    durationMs: wire.duration_ms,
    statusCode: wire.status_code,
    error: wire.error,
    cause: wire.cause,
    metrics: wire.metrics,
    evidence: wire.evidence,
    endedAt: wire.ended_at,
    ...present({
      phases: wire.phases,
      expiresAt: wire.expires_at,
      infrastructure: wire.infrastructure,
      hasSandboxFailed: wire.broke_its_box,
      isQuarantined: wire.quarantined,
      remember: wire.remember,
      learned: wire.learned,
      artifacts: wire.artifacts?.map(({ kind, name, content_type, data }) => ({
        kind,
        name,
        contentType: content_type,
        bytes: Buffer.from(data, 'base64'),
      })),
    }),
  }
}

/** The fields that have a value. */
export function present<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}
