/** Works, or is open, from when it is started until it is stopped. */
export interface Stoppable {
  stop(): Promise<void>
}
