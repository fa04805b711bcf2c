// What `lapwing doctor` says about one aspect of an installation.
export type FindingLevel = 'ok' | 'warning' | 'problem'

export interface DoctorFinding {
  /** The aspect, such as `database`. */
  readonly check: string
  readonly level: FindingLevel
  /** A sentence that says what was found. */
  readonly message: string
  /** What to do about it. */
  readonly remedy: string | null
}

/** The findings about one aspect. */
export function reporter(check: string) {
  const report = (level: FindingLevel) => (message: string, remedy: string) => ({
    check,
    level,
    message: printable(message),
    remedy: printable(remedy),
  })
  return {
    ok: (message: string): DoctorFinding => ({ ...report('ok')(message, ''), remedy: null }),
    warning: report('warning'),
    problem: report('problem'),
  }
}

// Names of channels and locations may contain what a terminal would obey.
const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '')

/** Sentences of errors: the first one says what happened, the others what to do. */
export function splitSentences(text: string, usualRemedy: string): [message: string, remedy: string] {
  const [first = text, ...rest] = text.split(/(?<=\.) (?=[A-Z])/)
  return [first.endsWith('.') ? first : `${first}.`, rest.join(' ') || usualRemedy]
}
