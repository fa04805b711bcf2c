// What the exit code of a command says, and which error leads to which.
import { ApiError } from '../sdk/src/errors.ts'

export const exitCodes = {
  ok: 0,
  error: 1,
  /** Something differs, or a person must confirm first. */
  changes: 2,
  checksFailed: 3,
  notAllowed: 4,
  unreachable: 5,
  /** A mistake in the command line, as in sysexits.h. */
  usage: 64,
  /** As shells report a program that Ctrl-C ended. */
  interrupted: 130,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** An error that a person can act on: the message says what is wrong and what to do. */
export class CommandError extends Error {
  override name = 'CommandError'
  readonly exitCode: ExitCode

  constructor(message: string, exitCode: ExitCode = exitCodes.error) {
    super(message)
    this.exitCode = exitCode
  }
}

/** A mistake in the command line: nothing was requested. */
export class UsageError extends CommandError {
  constructor(message: string) {
    super(message, exitCodes.usage)
  }
}

export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof CommandError) return error.exitCode
  if (!(error instanceof ApiError)) return exitCodes.error
  if (error.status === 0) return exitCodes.unreachable
  return error.status === 401 || error.status === 403 ? exitCodes.notAllowed : exitCodes.error
}

/** One sentence or more for the terminal. */
export function explain(error: unknown, url: string | undefined): string {
  if (error instanceof CommandError) return error.message
  if (!(error instanceof ApiError)) return error instanceof Error ? (error.stack ?? error.message) : String(error)
  if (error.status === 0) return `${error.message} at ${url}${reasonOf(error)}. Is LAPWING_URL right, and does it run?`
  if (error.status === 401)
    return `${error.message}\nRun \`lapwing login\`, or set LAPWING_TOKEN to an API key that is valid at ${url}.`
  return error.message
}

/** What the system says about a failed connection, such as ECONNREFUSED. */
function reasonOf({ cause }: Error): string {
  const inner = cause instanceof Error ? (cause.cause ?? cause) : undefined
  const code = inner instanceof Error && 'code' in inner ? inner.code : undefined
  return typeof code === 'string' ? ` (${code})` : ''
}
