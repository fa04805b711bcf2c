// What a page says of its components and of itself, from monitors and from what was announced.
import type { MonitorState } from '../monitor.ts'
import type { AnnouncementSeverity } from './announcement.ts'

export type ComponentStatus = MonitorState | 'maintenance'

export const componentStatuses = ['up', 'degraded', 'down', 'maintenance', 'paused', 'unknown'] as const

export const overallStatuses = ['operational', 'degraded', 'major_outage', 'maintenance'] as const
export type OverallStatus = (typeof overallStatuses)[number]

/** The first that any of them is. */
const byGravity: readonly ComponentStatus[] = ['down', 'degraded', 'maintenance', 'up', 'unknown', 'paused']

export function worstOf(statuses: readonly ComponentStatus[]): ComponentStatus {
  return byGravity.find((status) => statuses.includes(status)) ?? 'unknown'
}

const announced: Record<AnnouncementSeverity, ComponentStatus | null> = {
  minor: null,
  major: 'degraded',
  critical: 'down',
}

/** An incident that was announced and is not over. */
export interface Impact {
  readonly severity: AnnouncementSeverity
  readonly affectedComponentIds: readonly string[]
  /** Narrows it inside the affected components; none stands for all. */
  readonly affectedMonitorIds: readonly string[]
}

export interface RatedMonitor {
  readonly id: string
  readonly status: ComponentStatus
}

/** The monitors of a component with what was announced of them. */
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

/** Of a component whose monitors have their impacts; one without monitors can be announced, too. */
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

/** Of the components that are watched here: those of others never change it. */
export function overallStatus(components: readonly ComponentStatus[], impacts: readonly Impact[]): OverallStatus {
  const pageWide = statusesOf(impacts.filter(({ affectedComponentIds }) => affectedComponentIds.length === 0))
  const known = components.filter((status) => status !== 'unknown' && status !== 'paused')
  const down = known.filter((status) => status === 'down')
  if (pageWide.includes('down') || down.length > known.length / 2) return 'major_outage'
  const worst = worstOf([...pageWide, ...known])
  if (worst === 'down' || worst === 'degraded') return 'degraded'
  return worst === 'maintenance' ? 'maintenance' : 'operational'
}
