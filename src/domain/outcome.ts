// What came of a check.
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

/** What else than the target may be to blame for a failure: the probe's name server, its network, or its own haste. */
export type LocalCause = 'resolver' | 'route' | 'stall'

export interface Outcome {
  /** Whether the probe got its complete answer. */
  readonly success: boolean
  readonly durationMs: number
  readonly statusCode: number | null
  /** One line for a person; null on success. */
  readonly error: string | null
  readonly cause: Cause | null
  /** By metric key. A metric that could not be measured is absent. */
  readonly metrics: Readonly<Record<string, number>>
  /** How long its parts took, for charts alone, by metric key. */
  readonly phases?: Readonly<Record<string, number>>
  /** When the certificate or the domain that is watched runs out, in milliseconds since 1970. */
  readonly expiresAt?: number
  /** What a person wants to see: certificate, answers, the head of a response. Small, plain JSON. */
  readonly evidence: Readonly<Record<string, unknown>> | null
  /** The check could not run on our side: recorded, alerting on nothing. */
  readonly infrastructure?: boolean
  /** It could not be judged, but it ran: what it did broke the box that it ran in. Plans count it. */
  readonly brokeItsBox?: boolean
  /** The failure says as much about the probe as about the target. */
  readonly local?: LocalCause
  /** What the next checks of the monitor have to know. */
  readonly remember?: CheckMemory
  /** What checks of all monitors may know from now on. */
  readonly learned?: SharedFinding
  /** Pictures, traces, reports. Once they are kept, the evidence tells of them. */
  readonly artifacts?: readonly Artifact[]
}

/** An outcome on its way to the judge. A text crosses between threads at a fraction of what an object costs. */
export interface ReportedOutcome extends Omit<Outcome, 'evidence'> {
  /** JSON. */
  readonly evidence: string | null
}

export function asReported({ evidence, ...outcome }: Outcome): ReportedOutcome {
  return { ...outcome, evidence: evidence && JSON.stringify(evidence) }
}

/** Something to look at that is too large to be evidence. */
export interface Artifact {
  readonly kind: ArtifactKind
  /** A file name. */
  readonly name: string
  readonly contentType: string
  readonly bytes: Buffer
}

/** A few words from one check to the next. */
export type CheckMemory = Readonly<Record<string, string>>

interface TargetDownOptions extends ErrorOptions {
  readonly local?: LocalCause
  readonly evidence?: Readonly<Record<string, unknown>>
}

/** The watched service is at fault; the message says what was seen. */
export class TargetDown extends Error {
  override name = 'TargetDown'
  readonly reason: Cause
  readonly local: LocalCause | undefined
  /** What was tried before it failed, for a person to look at. */
  evidence: Readonly<Record<string, unknown>> | undefined

  constructor(reason: Cause, message: string, { local, evidence, ...options }: TargetDownOptions = {}) {
    super(message, options)
    this.reason = reason
    this.local = local
    this.evidence = evidence
  }
}

/** What is reported of a check that we could not do. */
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

/** A moment as errors name it, such as `2026-02-11 08:12:44 UTC`. */
export const momentText = (at: number): string =>
  new Date(at)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC')
