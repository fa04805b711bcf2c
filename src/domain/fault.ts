// An error of the caller, with a stable code and a message that says what to do next.
const codes = {
  invalid_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  payload_too_large: 413,
  rate_limited: 429,
  internal_error: 500,
  not_implemented: 501,
} as const

export type FaultCode = keyof typeof codes

/** A place in a text, counted from 1. */
export interface TextPlace {
  readonly line: number
  readonly column: number
}

/** A field that is wrong, and its rule. */
export interface FieldFault extends Partial<TextPlace> {
  readonly field: string
  readonly message: string
  /** The file that the place is in, if several were sent. */
  readonly file?: string
}

export class Fault extends Error {
  readonly code: FaultCode
  readonly headers: Record<string, string>
  /** Each problem that the message lists, such as `name: Required`. */
  readonly problems: readonly string[]

  constructor(code: FaultCode, problems: string | readonly string[], headers: Record<string, string> = {}) {
    const list = typeof problems === 'string' ? [problems] : problems
    super(list.join('; '))
    this.name = 'Fault'
    this.code = code
    this.headers = headers
    this.problems = list
  }

  get status(): number {
    return codes[this.code]
  }

  /** The problems that name a field. */
  get details(): FieldFault[] {
    if (this.code !== 'invalid_request') return []
    return this.problems.flatMap((problem) => {
      const [, field, message] = namedField.exec(problem) ?? []
      return field && message ? [{ field, message }] : []
    })
  }
}

const namedField = /^([a-zA-Z_][\w-]*(?:\[\d+\]|\.[\w-]+)*): (.+)$/s

export const faultStatuses: Readonly<Record<FaultCode, number>> = codes

/** A problem that keeps Lapwing from starting and that an operator can fix. Its message is printed without a stack. */
export class StartupError extends Error {}

/** A mistake in the command line. */
export class BadUsage extends StartupError {}

export const startFailureCode = (error: unknown): number => (error instanceof BadUsage ? 64 : 1)
