/** Ours, never the target's: the check could not be made. */
export class BrowserProgramFailed extends Error {
  override name = 'BrowserProgramFailed'
  /** What the program printed last, for whoever works on it; it may hold secrets. */
  readonly printed: string

  constructor(message: string, printed = '') {
    super(message)
    this.printed = printed
  }
}
