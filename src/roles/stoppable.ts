/** Runs until it is stopped. */
export interface Stoppable {
  stop(): Promise<void>
}
