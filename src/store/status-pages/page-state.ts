// The current status of a page and its components.
import { activeAt, coverOf } from '../../domain/maintenance.ts'
import type { Announcement } from '../../domain/status-page/announcement.ts'
import type { Component } from '../../domain/status-page/page.ts'
import {
  type ComponentStatus,
  type OverallStatus,
  componentStatus,
  overallStatus,
  withImpacts,
} from '../../domain/status-page/status.ts'
import type { Database } from '../database/database.ts'
import { windowsOf } from '../monitors/maintenance-windows.ts'
import { openAnnouncements } from './announcements.ts'
import { type ComponentMonitor, monitorsOfComponents } from './components.ts'
import { type ReadService, readServices } from './third-party-services.ts'
import { statusOfService } from '../../domain/status-page/third-party.ts'

export interface ComponentState extends Component {
  readonly status: ComponentStatus
  readonly monitors: readonly ComponentMonitor[]
  /** The last published status of a third-party service. */
  readonly service: ReadService | null
}

export interface PageState {
  readonly overallStatus: OverallStatus
  readonly components: readonly ComponentState[]
  /** Open announcements, newest first. */
  readonly open: readonly Announcement[]
}

interface PageStateQuery {
  readonly organizationId: string
  readonly pageId: string
  readonly components: readonly Component[]
}

export async function readPageState(
  db: Database,
  { organizationId, pageId, components }: PageStateQuery,
  now: Date,
): Promise<PageState> {
  // One after another: inside a transaction there is one connection.
  const windows = await windowsOf(db, [organizationId], { from: now, to: new Date(now.getTime() + 1) })
  const open = await openAnnouncements(db, pageId)
  const slugs = components.flatMap(({ thirdParty }) => (thirdParty ? [thirdParty.service_slug] : []))
  const services = await readServices(db, slugs)
  const cover = coverOf(windows.filter((window) => window.incidentId === null && activeAt(window, now)))
  const monitors = Map.groupBy(
    await monitorsOfComponents(db, { organizationId, components, cover }),
    ({ componentId }) => componentId,
  )
  const impacts = open.filter(({ type }) => type === 'incident')
  const states = components.map((component): ComponentState => {
    const own = withImpacts(component.id, monitors.get(component.id) ?? [], impacts)
    if (!component.thirdParty)
      return { ...component, service: null, monitors: own, status: componentStatus(component.id, own, impacts) }
    const service = services.get(component.thirdParty.service_slug) ?? null
    const status = service ? statusOfService(service, component.thirdParty.components) : 'unknown'
    return { ...component, service, monitors: [], status }
  })
  const ours = states.filter(({ thirdParty }) => !thirdParty)
  return {
    open,
    components: states,
    overallStatus: overallStatus(
      ours.map(({ status }) => status),
      impacts,
    ),
  }
}
