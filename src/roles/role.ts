/** What a process is for; it works from when it is started until it is stopped. */
export interface Role {
  stop(): Promise<void>
}
