export const strategies = ['roundrobin', 'random', 'parallel'] as const
export type Strategy = (typeof strategies)[number]

export const states = ['up', 'degraded', 'down', 'paused', 'unknown'] as const
export type MonitorState = (typeof states)[number]

export type MonitorConfig = Readonly<Record<string, unknown>>

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
  /** What its config gives to the `<slug>`s of its metrics. */
  readonly slugs: readonly string[]
  /** How long a check may take; null for a type that is not probed. */
  readonly deadlineSeconds: number | null
  /** Its checks wait for a browser. */
  readonly needsBrowser: boolean
  readonly state: MonitorState
}
