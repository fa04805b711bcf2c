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

export const silences = ['maintenance', 'shadow', 'dependency', 'severity_filter', 'disabled', 'quiet_hours'] as const
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
  readonly maintenance: boolean
  readonly shadow?: boolean
  /** Whether an incident of a parent explains it. */
  readonly affected?: boolean
}

/**
 * All channels that the alert concerns, including skipped ones: the delivery log says why. `maintenance` says whether a
 * window that suppresses alerts is active, `shadow` whether the monitor tells nobody.
 */
export function routesOf<Channel extends RoutedChannel>(
  { severity, groupIds, maintenance, shadow = false, affected = false }: RoutingOccasion,
  channels: readonly Channel[],
): Route<Channel>[] {
  const silenceOf = ({ enabled, severities }: Channel): Silence | null => {
    if (!enabled) return 'disabled'
    if (!severities.includes(severity)) return 'severity_filter'
    if (shadow) return 'shadow'
    if (affected) return 'dependency'
    return maintenance ? 'maintenance' : null
  }
  return channels.flatMap((channel) => {
    const theirs = groupIds.filter((id) => channel.groupIds.includes(id))
    if (!channel.isDefault && theirs.length === 0) return []
    return [{ channel, groupIds: channel.isDefault ? groupIds : theirs, silence: silenceOf(channel) }]
  })
}
