// How much of what is wrong a page says. The words themselves belong to a language.
export const publicCauses = ['hidden', 'cause', 'full'] as const
export type PublicCause = (typeof publicCauses)[number]

/** What is wrong with something, in a word for visitors: `unreachable` stands for “cannot be reached”. */
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
  /** `disrupted` says that something is wrong, and no more. */
  readonly word: CauseWord
  /** What was seen and what should have been; only where all of it may be said. */
  readonly detected: string | null
  readonly expected: string | null
}

export interface KnownCause {
  readonly rootCause: string
  readonly detectedValue: string
  readonly expected: string
}

export function shownCause(publicCause: PublicCause, { rootCause, detectedValue, expected }: KnownCause): ShownCause {
  if (publicCause === 'hidden') return { word: 'disrupted', detected: null, expected: null }
  const word = words[rootCause] ?? 'disrupted'
  if (publicCause === 'cause') return { word, detected: null, expected: null }
  return { word, detected: detectedValue || null, expected: expected || null }
}
