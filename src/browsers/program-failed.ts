interface FailureNotes {
  readonly printed?: string
  readonly hasStarted?: boolean
}

/** Ours, never the target's: the check could not be made. */
export class BrowserProgramFailed extends Error {
  override name = 'BrowserProgramFailed'
  /** The last output of the program, for debugging; it may hold secrets. */
  readonly printed: string
  /** Whether the box had started. Then the script may have broken it, and plans count the run. */
  readonly hasStarted: boolean

  constructor(message: string, { printed = '', hasStarted = false }: FailureNotes = {}) {
    super(message)
    this.printed = printed
    this.hasStarted = hasStarted
  }
}
