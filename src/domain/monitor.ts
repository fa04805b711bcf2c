export const strategies = ['roundrobin', 'random', 'parallel'] as const
export type Strategy = (typeof strategies)[number]

export const states = ['up', 'degraded', 'down', 'paused', 'unknown'] as const
export type MonitorState = (typeof states)[number]

export type MonitorConfig = Readonly<Record<string, unknown>>

/** Its parents: while one of them is down, that explains its own failures, and they send no alerts. */
export interface Dependencies {
  readonly monitors: readonly string[]
  /** All monitors with one of these tags are parents. */
  readonly tags: readonly string[]
  /** Slugs of third-party services. What they report is added to incidents; it silences nothing. */
  readonly vendors: readonly string[]
}

export const independent: Dependencies = { monitors: [], tags: [], vendors: [] }

/** What people set; `domain/fields/monitor-fields.ts` describes each. */
export interface MonitorSettings {
  readonly name: string
  readonly type: string
  readonly target: string
  readonly description: string | null
  readonly intervalSeconds: number
  readonly strategy: Strategy
  readonly locationIds: readonly string[]
  readonly tags: readonly string[]
  /** Runs and opens incidents, and sends no alerts. */
  readonly shadow: boolean
  readonly dependsOn: Dependencies
  /** Secret keys hold the mask. */
  readonly config: MonitorConfig
}

export interface Monitor extends MonitorSettings {
  readonly id: string
  /** The encrypted values of the secret keys. */
  readonly secrets: Buffer | null
  /** The values for `<slug>` in its metrics, from its config. */
  readonly slugs: readonly string[]
  /** The timeout of a check; null for a type that is not probed. */
  readonly deadlineSeconds: number | null
  /** Whether its checks need a browser. */
  readonly needsBrowser: boolean
  readonly state: MonitorState
}
