// A preview of a page during an outage.
import { textOf, titleOfIncident } from './text/notices.ts'
import type { AnnouncementEvent } from '../domain/status-page/announcement.ts'
import type { AnnouncementView, ComponentView, DayView, PageView } from '../domain/status-page/page-view.ts'
import { type PublicCause, shownCause } from '../domain/status-page/public-cause.ts'
import { overallStatus } from '../domain/status-page/status.ts'

const failure = { rootCause: 'http_status', detectedValue: '503', expected: '200' }
const lostMs = 30 * 60_000
// Not the id of a stored announcement.
const sampleId = '00000000-0000-7000-8000-000000000000'

/** Its first component fails; a page without components announces a general incident. */
export function inSampleOutage(view: PageView, publicCauseOf: (componentId: string) => PublicCause): PageView {
  const first = view.components.find(({ thirdParty }) => !thirdParty)
  const cause = shownCause(first ? publicCauseOf(first.id) : 'hidden', failure)
  const notice = sampleNotice(view, first, { what: 'opened', name: (first ?? view).name, cause })
  const components = view.components.map((one) => (one === first ? failing({ ...one, cause }) : one))
  const ours = components.filter(({ thirdParty }) => !thirdParty).map(({ status }) => status)
  return {
    ...view,
    overallStatus: first && view.overallStatus !== 'major_outage' ? overallStatus(ours, []) : 'major_outage',
    components,
    active: [notice, ...view.active],
  }
}

function failing(component: ComponentView): ComponentView {
  const days = component.days.map((day, index) => (index === component.days.length - 1 ? badDay(day) : day))
  return {
    ...component,
    status: 'down',
    days,
    monitors: component.monitors.map((monitor, index) => (index === 0 ? { ...monitor, status: 'down' } : monitor)),
  }
}

const badDay = (day: DayView): DayView => {
  const monitoredMs = Math.max(day.monitoredMs, lostMs)
  return { ...day, state: 'down', monitoredMs, downMs: Math.min(day.downMs + lostMs, monitoredMs), tracked: true }
}

function sampleNotice(
  { language, name, asOf }: PageView,
  component: ComponentView | undefined,
  event: AnnouncementEvent,
): AnnouncementView {
  return {
    id: sampleId,
    type: 'incident',
    title: titleOfIncident(language, component?.name ?? name),
    status: 'investigating',
    severity: 'critical',
    language,
    affectedComponents: component ? [{ id: component.id, name: component.name }] : [],
    phase: null,
    scheduledStart: null,
    scheduledEnd: null,
    createdAt: asOf,
    updatedAt: asOf,
    resolvedAt: null,
    updates: [{ id: sampleId, body: textOf(event, language), language, event, status: 'investigating', at: asOf }],
  }
}
