// The page in the JSON format that most status page readers support.
import type { AnnouncementView, ComponentView, PageView } from '../../domain/status-page/page-view.ts'
import type { ComponentStatus } from '../../domain/status-page/status.ts'
import { verdictOf } from '../banner.ts'
import type { PageVisit } from '../visit.ts'

const statuses: Record<ComponentStatus, string> = {
  up: 'operational',
  degraded: 'degraded_performance',
  down: 'major_outage',
  maintenance: 'under_maintenance',
  // The format has no value for an unknown status.
  paused: 'operational',
  unknown: 'operational',
}
const indicators = { operational: 'none', degraded: 'minor', major_outage: 'critical', maintenance: 'maintenance' }
const phases = { planned: 'scheduled', in_progress: 'in_progress', over: 'completed' }

type FeedDocument = (view: PageView, visit: PageVisit) => object

const pageOf: FeedDocument = (view, visit) => ({
  id: view.id,
  name: view.name,
  url: visit.url,
  time_zone: 'Etc/UTC',
  updated_at: view.asOf.toISOString(),
})

const statusOf: FeedDocument = (view, visit) => ({
  indicator: indicators[view.overallStatus],
  description: verdictOf(view, visit).sentence,
})

function componentOf(view: PageView, shown: ComponentView, position: number): object {
  return {
    id: shown.id,
    name: shown.name,
    status: statuses[shown.status],
    created_at: view.createdAt.toISOString(),
    updated_at: view.updatedAt.toISOString(),
    position: position + 1,
    description: shown.description,
    showcase: true,
    start_date: shown.days.find(({ tracked }) => tracked)?.date ?? null,
    group_id: null,
    page_id: view.id,
    group: false,
    only_show_if_degraded: false,
  }
}

const componentsOf = (view: PageView): object[] =>
  view.components.map((shown, index) => componentOf(view, shown, index))

function incidentOf(view: PageView, visit: PageVisit, one: AnnouncementView): object {
  const status = one.phase ? phases[one.phase] : one.status
  const monitoring = one.updates.find((update) => update.status === 'monitoring')
  return {
    id: one.id,
    name: one.title,
    status,
    created_at: one.createdAt.toISOString(),
    updated_at: one.updatedAt.toISOString(),
    monitoring_at: monitoring?.at.toISOString() ?? null,
    resolved_at: one.resolvedAt?.toISOString() ?? null,
    impact: one.type === 'maintenance' ? 'maintenance' : one.severity,
    shortlink: `${visit.url}/incidents/${one.id}`,
    started_at: (one.scheduledStart ?? one.createdAt).toISOString(),
    page_id: view.id,
    incident_updates: one.updates.toReversed().map(({ id, body, at, status: said }) => ({
      id,
      status: one.phase ? status : said,
      body,
      incident_id: one.id,
      created_at: at.toISOString(),
      updated_at: at.toISOString(),
      display_at: at.toISOString(),
      affected_components: null,
      deliver_notifications: true,
      custom_tweet: null,
      tweet_id: null,
    })),
    components: view.components.flatMap((shown, index) =>
      one.affectedComponents.some(({ id }) => id === shown.id) ? [componentOf(view, shown, index)] : [],
    ),
    reminder_intervals: null,
    ...(one.type === 'maintenance' && {
      scheduled_for: one.scheduledStart?.toISOString() ?? null,
      scheduled_until: one.scheduledEnd?.toISOString() ?? null,
    }),
  }
}

const isIncident = ({ type }: AnnouncementView): boolean => type === 'incident'
const isOpen = ({ resolvedAt }: AnnouncementView): boolean => resolvedAt === null
const maxEntries = 50

/** The documents by their name below `api/v2/`. */
export const v2Documents: Readonly<Record<string, FeedDocument>> = {
  'summary.json': (view, visit) => ({
    page: pageOf(view, visit),
    components: componentsOf(view),
    incidents: shown(view, visit, view.active),
    scheduled_maintenances: shown(view, visit, view.planned),
    status: statusOf(view, visit),
  }),
  'status.json': (view, visit) => ({ page: pageOf(view, visit), status: statusOf(view, visit) }),
  'components.json': (view, visit) => ({ page: pageOf(view, visit), components: componentsOf(view) }),
  'incidents.json': (view, visit) => ({
    page: pageOf(view, visit),
    incidents: shown(view, visit, [...view.active, ...view.history.filter(isIncident)]),
  }),
  'incidents/unresolved.json': (view, visit) => ({
    page: pageOf(view, visit),
    incidents: shown(view, visit, view.active),
  }),
  'scheduled-maintenances.json': (view, visit) => work(view, visit, () => true),
  'scheduled-maintenances/upcoming.json': (view, visit) => work(view, visit, ({ phase }) => phase === 'planned'),
  'scheduled-maintenances/active.json': (view, visit) => work(view, visit, ({ phase }) => phase === 'in_progress'),
}

function work(view: PageView, visit: PageVisit, keep: (one: AnnouncementView) => boolean): object {
  const all = [...view.planned.filter(isOpen), ...view.history.filter((one) => !isIncident(one))]
  return { page: pageOf(view, visit), scheduled_maintenances: shown(view, visit, all.filter(keep)) }
}

const shown = (view: PageView, visit: PageVisit, all: readonly AnnouncementView[]): object[] =>
  all.slice(0, maxEntries).map((one) => incidentOf(view, visit, one))
