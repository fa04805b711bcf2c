export const strategies = ['roundrobin', 'random', 'parallel'] as const
export type Strategy = (typeof strategies)[number]

export const states = ['up', 'degraded', 'down', 'paused', 'unknown'] as const
export type MonitorState = (typeof states)[number]

export type MonitorConfig = Readonly<Record<string, unknown>>

/** Its parents: while one of them is down, its own failures are explained by that and not told. */
export interface Dependencies {
  readonly monitorIds: readonly string[]
  /** All monitors with one of these tags are parents. */
  readonly tags: readonly string[]
  /** Slugs of third-party services. What they report is added to incidents; it silences nothing. */
  readonly vendors: readonly string[]
}

export const independent: Dependencies = { monitorIds: [], tags: [], vendors: [] }

export interface Monitor {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly target: string
  readonly description: string | null
  readonly intervalSeconds: number
  readonly strategy: Strategy
  readonly locationIds: readonly string[]
  readonly tags: readonly string[]
  /** Secret keys hold the mask. */
  readonly config: MonitorConfig
  /** The encrypted values of the secret keys. */
  readonly secrets: Buffer | null
  /** The values for `<slug>` in its metrics, from its config. */
  readonly slugs: readonly string[]
  /** The timeout of a check; null for a type that is not probed. */
  readonly deadlineSeconds: number | null
  /** Whether its checks need a browser. */
  readonly needsBrowser: boolean
  readonly state: MonitorState
  /** Runs and opens incidents, and tells nobody. */
  readonly shadow: boolean
  readonly dependsOn: Dependencies
}
