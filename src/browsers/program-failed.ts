interface FailureNotes {
  readonly printed?: string
  readonly hasStarted?: boolean
}

/** A fault of this machine, never the target's: the check could not run. */
export class BrowserProgramFailed extends Error {
  override name = 'BrowserProgramFailed'
  /** The last output of the program, for debugging; it may contain secrets. */
  readonly printed: string
  /** Whether the box had started. Then the script may be the cause, and the run counts for quotas. */
  readonly hasStarted: boolean

  constructor(message: string, { printed = '', hasStarted = false }: FailureNotes = {}) {
    super(message)
    this.printed = printed
    this.hasStarted = hasStarted
  }
}
