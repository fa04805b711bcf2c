// What discoverers have in common. To add one, write its file in cli/commands/discover, which exports
// `command = discoverCommand({ open, … })`, and add its line to cli/commands/index.ts.

/** A monitor as a configuration document has it; what is left out follows from the options of the command. */
export interface DiscoveredMonitor {
  /** Identifies it for good among those of the same source. */
  readonly key: string
  readonly name: string
  readonly type: string
  readonly target: string
  readonly interval?: number
  readonly description?: string
  readonly tags?: readonly string[]
  readonly locations?: readonly string[]
  /** Contact groups. */
  readonly groups?: readonly string[]
  readonly config?: Readonly<Record<string, unknown>>
  readonly alertRules?: readonly object[]
}

export interface Discovery {
  readonly monitors: readonly DiscoveredMonitor[]
  /** What is left out although somebody wants it monitored: its place and why. Nothing is deleted meanwhile. */
  readonly mistakes: readonly string[]
}

export interface Discoverer {
  /** Reads everything. Throws if it cannot be read completely: what is missing then has not vanished. */
  read(signal: AbortSignal): Promise<Discovery>
  /** Resolves once something may have changed since the latest reading; throws if the connection is lost. */
  changed?(signal: AbortSignal): Promise<void>
}

export const merged = (parts: readonly Discovery[]): Discovery => ({
  monitors: parts.flatMap(({ monitors }) => monitors),
  mistakes: parts.flatMap(({ mistakes }) => mistakes),
})
