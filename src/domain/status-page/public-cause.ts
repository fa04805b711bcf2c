// How much of a cause a page shows. The texts belong to the languages.
export const publicCauses = ['hidden', 'cause', 'full'] as const
export type PublicCause = (typeof publicCauses)[number]

/** Public descriptions of a cause; `unreachable` is shown as “cannot be reached”. */
export const causeWords = ['unreachable', 'errors', 'slow', 'certificate', 'silent', 'disrupted'] as const
export type CauseWord = (typeof causeWords)[number]

const words: Readonly<Record<string, CauseWord>> = {
  dns: 'unreachable',
  connect: 'unreachable',
  timeout: 'unreachable',
  tls: 'certificate',
  certificate: 'certificate',
  http_status: 'errors',
  content: 'errors',
  auth: 'errors',
  performance: 'slow',
  heartbeat: 'silent',
}

export interface ShownCause {
  /** `disrupted` says only that something is wrong. */
  readonly word: CauseWord
  /** The measured and the expected value; only if the page may show details. */
  readonly detected: string | null
  readonly expected: string | null
}

export interface IncidentCause {
  readonly rootCause: string
  readonly detectedValue: string
  readonly expected: string
}

export function shownCause(
  publicCause: PublicCause,
  { rootCause, detectedValue, expected }: IncidentCause,
): ShownCause {
  if (publicCause === 'hidden') return { word: 'disrupted', detected: null, expected: null }
  const word = words[rootCause] ?? 'disrupted'
  if (publicCause === 'cause') return { word, detected: null, expected: null }
  return { word, detected: detectedValue || null, expected: expected || null }
}
