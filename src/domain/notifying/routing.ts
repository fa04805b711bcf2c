// Who is told: from the groups an alert concerns to the channels that take it.
export interface RoutedChannel {
  readonly id: number
  readonly type: string
  readonly name: string
  readonly enabled: boolean
  /** Takes the alerts of every group. */
  readonly isDefault: boolean
  readonly severities: readonly string[]
  /** The groups whose alerts it takes. */
  readonly groupIds: readonly string[]
}

export interface RoutingGroups {
  /** The group that the rule names. */
  readonly ruleGroup: string | null
  /** The groups that the monitor names. */
  readonly monitorGroups: readonly string[]
  /** The organization's. */
  readonly defaultGroup: string | null
  /** Those that the incident was told to before, for what ends it; rule and monitor may have changed or be gone. */
  readonly notifiedGroups?: readonly string[]
}

export type Silence = 'maintenance' | 'severity_filter' | 'disabled'

export interface Route<Channel extends RoutedChannel = RoutedChannel> {
  readonly channel: Channel
  /** The groups it is told for. */
  readonly groupIds: readonly string[]
  /** Why it stays silent; null when it is told. */
  readonly silence: Silence | null
}

export function groupsFor({ ruleGroup, monitorGroups, defaultGroup, notifiedGroups = [] }: RoutingGroups): string[] {
  if (notifiedGroups.length > 0) return [...notifiedGroups]
  if (ruleGroup !== null) return [ruleGroup]
  if (monitorGroups.length > 0) return [...new Set(monitorGroups)]
  return defaultGroup === null ? [] : [defaultGroup]
}

export interface RoutingInput {
  readonly severity: string
  readonly groupIds: readonly string[]
  /** A maintenance window that suppresses alerts is on. */
  readonly maintenance: boolean
}

/** Every channel that the alert concerns, also those that will not be told: the delivery log says why. */
export function routesOf<Channel extends RoutedChannel>(
  occasion: RoutingInput,
  channels: readonly Channel[],
): Route<Channel>[] {
  return channels.flatMap((channel) => {
    const theirs = occasion.groupIds.filter((id) => channel.groupIds.includes(id))
    if (!channel.isDefault && theirs.length === 0) return []
    const groupIds = channel.isDefault ? occasion.groupIds : theirs
    return [{ channel, groupIds, silence: silenceOf(channel, occasion) }]
  })
}

function silenceOf({ enabled, severities }: RoutedChannel, { severity, maintenance }: RoutingInput): Silence | null {
  if (!enabled) return 'disabled'
  if (!severities.includes(severity)) return 'severity_filter'
  return maintenance ? 'maintenance' : null
}
