// The status of components and pages, from monitors and announcements.
import type { MonitorState } from '../monitor.ts'
import type { AnnouncementSeverity } from './announcement.ts'

export type ComponentStatus = MonitorState | 'maintenance'

export const componentStatuses = ['up', 'degraded', 'down', 'maintenance', 'paused', 'unknown'] as const

export const overallStatuses = ['operational', 'degraded', 'major_outage', 'maintenance'] as const
export type OverallStatus = (typeof overallStatuses)[number]

/** The worst first. */
const byGravity: readonly ComponentStatus[] = ['down', 'degraded', 'maintenance', 'up', 'unknown', 'paused']

export function worstOf(statuses: readonly ComponentStatus[]): ComponentStatus {
  return byGravity.find((status) => statuses.includes(status)) ?? 'unknown'
}

const announced: Record<AnnouncementSeverity, ComponentStatus | null> = {
  minor: null,
  major: 'degraded',
  critical: 'down',
}

/** An open incident announcement. */
export interface Impact {
  readonly severity: AnnouncementSeverity
  readonly affectedComponentIds: readonly string[]
  /** Limits it to some monitors of the affected components; empty means all. */
  readonly affectedMonitorIds: readonly string[]
}

export interface RatedMonitor {
  readonly id: string
  readonly status: ComponentStatus
}

/** The monitors of a component, with the impact of announcements. */
export function withImpacts<Monitor extends RatedMonitor>(
  componentId: string,
  monitors: readonly Monitor[],
  impacts: readonly Impact[],
): Monitor[] {
  const ours = impacts.filter(({ affectedComponentIds }) => affectedComponentIds.includes(componentId))
  return monitors.map((monitor) => {
    const its = ours.filter(({ affectedMonitorIds: ids }) => ids.length === 0 || ids.includes(monitor.id))
    return { ...monitor, status: worstOf([monitor.status, ...statusesOf(its)]) }
  })
}

/** The status of a component whose monitors include impacts. A component without monitors can be announced, too. */
export function componentStatus(
  componentId: string,
  monitors: readonly RatedMonitor[],
  impacts: readonly Impact[],
): ComponentStatus {
  const whole = impacts.filter(
    ({ affectedComponentIds, affectedMonitorIds }) =>
      affectedComponentIds.includes(componentId) && affectedMonitorIds.length === 0,
  )
  return worstOf([...monitors.map(({ status }) => status), ...statusesOf(whole)])
}

function statusesOf(impacts: readonly Impact[]): ComponentStatus[] {
  return impacts.map(({ severity }) => announced[severity]).filter((status) => status !== null)
}

/** Considers only components with own monitors; third-party services never change it. */
export function overallStatus(components: readonly ComponentStatus[], impacts: readonly Impact[]): OverallStatus {
  const pageWide = statusesOf(impacts.filter(({ affectedComponentIds }) => affectedComponentIds.length === 0))
  const known = components.filter((status) => status !== 'unknown' && status !== 'paused')
  const down = known.filter((status) => status === 'down')
  if (pageWide.includes('down') || down.length > known.length / 2) return 'major_outage'
  const worst = worstOf([...pageWide, ...known])
  if (worst === 'down' || worst === 'degraded') return 'degraded'
  return worst === 'maintenance' ? 'maintenance' : 'operational'
}
