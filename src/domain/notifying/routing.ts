// Selects the channels for an alert from its contact groups.
export interface RoutedChannel {
  readonly id: number
  readonly type: string
  readonly name: string
  readonly enabled: boolean
  /** Receives the alerts of every group. */
  readonly isDefault: boolean
  readonly severities: readonly string[]
  /** The groups whose alerts it receives. */
  readonly groupIds: readonly string[]
}

export interface RoutingGroups {
  /** The group of the rule. */
  readonly ruleGroup: string | null
  /** The groups of the monitor. */
  readonly monitorGroups: readonly string[]
  /** The default group of the organization. */
  readonly defaultGroup: string | null
  /**
   * The groups that were notified of the incident before. Used when it ends, because rule and monitor may have changed.
   */
  readonly notifiedGroups?: readonly string[]
}

export const silences = [
  'maintenance',
  'shadow',
  'dependency',
  'recovered',
  'obsolete',
  'severity_filter',
  'disabled',
  'quiet_hours',
  'same_address',
] as const
export type Silence = (typeof silences)[number]

export interface Route<Channel extends RoutedChannel = RoutedChannel> {
  readonly channel: Channel
  /** The groups it is notified for. */
  readonly groupIds: readonly string[]
  /** Why it is skipped; null if it is notified. */
  readonly silence: Silence | null
}

export function groupsFor({ ruleGroup, monitorGroups, defaultGroup, notifiedGroups = [] }: RoutingGroups): string[] {
  if (notifiedGroups.length > 0) return [...notifiedGroups]
  if (ruleGroup !== null) return [ruleGroup]
  if (monitorGroups.length > 0) return [...new Set(monitorGroups)]
  return defaultGroup === null ? [] : [defaultGroup]
}

export interface RoutingOccasion {
  readonly severity: string
  readonly groupIds: readonly string[]
  /** Why no channel gets the alert. */
  readonly silence: Silence | null
}

/** All channels that the alert concerns, including skipped ones: the delivery log says why. */
export function routesOf<Channel extends RoutedChannel>(
  { severity, groupIds, silence }: RoutingOccasion,
  channels: readonly Channel[],
): Route<Channel>[] {
  const silenceOf = ({ enabled, severities }: Channel): Silence | null => {
    if (!enabled) return 'disabled'
    return severities.includes(severity) ? silence : 'severity_filter'
  }
  return channels.flatMap((channel) => {
    const theirs = groupIds.filter((id) => channel.groupIds.includes(id))
    if (!channel.isDefault && theirs.length === 0) return []
    return [{ channel, groupIds: channel.isDefault ? groupIds : theirs, silence: silenceOf(channel) }]
  })
}
