// The outcome of a check.
import type { UsualRange } from './checking/unusual.ts'
import type { ArtifactKind } from './checking/artifact.ts'
import type { SharedFinding } from './checking/shared-answer.ts'

export const causes = [
  'dns',
  'connect',
  'tls',
  'timeout',
  'http_status',
  'content',
  'certificate',
  'auth',
  'performance',
  'heartbeat',
  'other',
] as const
export type Cause = (typeof causes)[number]

/** A local cause that may explain a failure: the probe's resolver, its network route, or an overloaded process. */
export type LocalCause = 'resolver' | 'route' | 'stall'

export interface Outcome {
  /** Whether the probe got a complete response. */
  readonly success: boolean
  readonly durationMs: number
  readonly statusCode: number | null
  /** One line for people; null on success. */
  readonly error: string | null
  readonly cause: Cause | null
  /** By metric key. A metric that could not be measured is absent. */
  readonly metrics: Readonly<Record<string, number>>
  /** Durations of the phases, for charts only, by metric key. */
  readonly phases?: Readonly<Record<string, number>>
  /** When the watched certificate or domain expires, in milliseconds since 1970. */
  readonly expiresAt?: number
  /** Details for people, such as the certificate or the response headers. Small, plain JSON. */
  readonly evidence: Readonly<Record<string, unknown>> | null
  /** The check could not run on our side: it is recorded and never alerts. */
  readonly infrastructure?: boolean
  /** The check ran but broke its sandbox, so there is no result. It counts towards the plan. */
  readonly hasSandboxFailed?: boolean
  /** Set if the probe may have caused the failure itself. */
  readonly local?: LocalCause
  /** State for the next checks of this monitor. */
  readonly remember?: CheckMemory
  /** A value for the checks of all monitors. */
  readonly learned?: SharedFinding
  /** Screenshots, traces and reports. Once stored, the evidence refers to them. */
  readonly artifacts?: readonly Artifact[]
}

/** An outcome on its way from the process that ran the check to the judge. */
export interface ReportedOutcome extends Omit<Outcome, 'evidence'> {
  /** JSON: text costs a fraction of an object to send between processes. */
  readonly evidence: string | null
  /** When the check ended, in milliseconds since 1970; absent if it was not run. */
  readonly endedAt?: number
  /** CPU time that the check used. */
  readonly costMs?: number
  /** What is usual for its duration at this hour of the week; absent if that is not known. */
  readonly usual?: UsualRange
  /** The monitor is in quarantine from this check on. */
  readonly isQuarantined?: boolean
}

export function asReported({ evidence, ...outcome }: Outcome): ReportedOutcome {
  return { ...outcome, evidence: evidence && JSON.stringify(evidence) }
}

/** A file that is too large for evidence. */
export interface Artifact {
  readonly kind: ArtifactKind
  /** A file name. */
  readonly name: string
  readonly contentType: string
  readonly bytes: Buffer
}

/** State that one check passes to the next. */
export type CheckMemory = Readonly<Record<string, string>>

interface TargetDownOptions extends ErrorOptions {
  readonly local?: LocalCause
  readonly evidence?: Readonly<Record<string, unknown>>
}

/** The target is at fault; the message says what was observed. */
export class TargetDown extends Error {
  override name = 'TargetDown'
  readonly reason: Cause
  readonly local: LocalCause | undefined
  /** What was tried before it failed. */
  evidence: Readonly<Record<string, unknown>> | undefined

  constructor(reason: Cause, message: string, { local, evidence, ...options }: TargetDownOptions = {}) {
    super(message, options)
    this.reason = reason
    this.local = local
    this.evidence = evidence
  }
}

/** The outcome of a check that could not run on our side. */
export function notChecked(error: string): Outcome {
  return {
    success: false,
    durationMs: 0,
    statusCode: null,
    error,
    cause: null,
    metrics: {},
    evidence: null,
    infrastructure: true,
  }
}
