// Everything that visitors may see of a page, in one snapshot.
import { type Announcement, phaseOf } from '../../domain/status-page/announcement.ts'
import type { Component } from '../../domain/status-page/page.ts'
import type { AnnouncementView, ComponentView, MonitorView, PageView } from '../../domain/status-page/page-view.ts'
import { shownCause } from '../../domain/status-page/public-cause.ts'
import { serviceOf } from '../../domain/status-page/third-party.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { newestResults } from '../checking/stored-results.ts'
import { hourlyFigures } from '../results/strips.ts'
import { endedAnnouncements } from './announcements.ts'
import { type ComponentMonitor, componentsOf } from './components.ts'
import { type PageDays, readPageDays } from './page-days.ts'
import { type ComponentState, type PageState, readPageState } from './page-state.ts'
import { type PageAddress, type StoredPage, findPageAt } from './pages.ts'

const hour = 3_600_000
const historyMs = 90 * 24 * hour
const hoursOfResponse = 24

export interface ReadPage {
  readonly view: PageView
  /** For the password form; null without a password. */
  readonly passwordHash: string | null
  /** The monitors it depends on: their changes are changes of the page. */
  readonly monitors: readonly { readonly id: string; readonly monitorNumber: number }[]
}

/** Includes private pages and pages with a password: callers must check access. */
export async function readPageView(db: Database, address: PageAddress, now: Date): Promise<ReadPage | undefined> {
  const page = await findPageAt(db, address)
  return page && viewOfPage(db, { page, components: await componentsOf(db, page.id) }, now)
}

export async function viewOfPage(
  db: Database,
  { page, components }: { page: StoredPage; components: readonly Component[] },
  now: Date,
): Promise<ReadPage> {
  const { organizationId } = page
  const state = await readPageState(db, { organizationId, pageId: page.id, components }, now)
  const monitors = [
    ...new Map(state.components.flatMap((component) => component.monitors).map((one) => [one.id, one])).values(),
  ]
  const [days, facts, ended] = await Promise.all([
    readPageDays(db, { organizationId, monitorIds: monitors.map(({ id }) => id), days: page.daysShown }, now),
    readFacts(db, { organizationId, monitors, listed: listedOf(state) }, now),
    endedAnnouncements(db, page.id, { from: new Date(now.getTime() - historyMs), to: now }),
  ])
  const shown = announcementViews(page, components, now)
  const {
    organizationId: _organization,
    passwordHash,
    componentCount: _count,
    subscriberCount: _subscribers,
    autoPublishIncidents: _auto,
    ...open
  } = page
  const view: PageView = {
    ...open,
    asOf: now,
    lastCheckedAt: facts.lastCheckedAt,
    overallStatus: state.overallStatus,
    components: state.components.map((component) => componentView(component, { days, facts })),
    active: shown(state.open.filter(({ type }) => type === 'incident')),
    planned: shown(state.open.filter(({ type }) => type === 'maintenance').toSorted(byStart)),
    history: shown(ended),
  }
  return { view, passwordHash, monitors: monitors.map(({ id, monitorNumber }) => ({ id, monitorNumber })) }
}

const isListed = ({ displayMode }: Component): boolean => displayMode !== 'rolled_up'
const listedOf = ({ components }: PageState): ComponentMonitor[] =>
  components.filter(isListed).flatMap(({ monitors }) => monitors)
const byStart = (a: Announcement, b: Announcement): number =>
  (a.scheduledStart?.getTime() ?? 0) - (b.scheduledStart?.getTime() ?? 0)

function componentView(
  component: ComponentState,
  { days, facts }: { days: PageDays; facts: ComponentFacts },
): ComponentView {
  const { id, name, description, displayMode, status, monitors, thirdParty, service } = component
  const ids = monitors.map((monitor) => monitor.id)
  const provider = thirdParty && serviceOf(thirdParty.service_slug)
  const cause = facts.causes.find(({ monitorId }) => ids.includes(monitorId))
  const isFailing = status === 'down' || status === 'degraded'
  return {
    id,
    name,
    description,
    displayMode,
    status,
    cause: cause && isFailing ? shownCause(component.publicCause, cause) : null,
    monitorCount: ids.length,
    days: thirdParty ? [] : days.daysOf(ids),
    monitors: isListed(component) ? monitors.map((monitor) => monitorView(monitor, { days, facts })) : [],
    thirdParty: provider
      ? {
          serviceName: provider.name,
          url: provider.url,
          components: thirdParty.components,
          saidAt: service?.saidAt ?? null,
        }
      : null,
  }
}

function monitorView(
  { id, monitorNumber, name, status }: ComponentMonitor,
  { days, facts }: { days: PageDays; facts: ComponentFacts },
): MonitorView {
  return {
    name,
    status,
    days: days.daysOf([id]),
    responseTimes: facts.responseTimes.get(monitorNumber) ?? [],
  }
}

function announcementViews(page: StoredPage, components: readonly Component[], now: Date) {
  const view = (announcement: Announcement): AnnouncementView => {
    const { id, type, title, status, severity, scheduledStart, scheduledEnd, createdAt, updatedAt, resolvedAt } =
      announcement
    const language = announcement.language ?? page.language
    return {
      id,
      type,
      title,
      status,
      severity,
      language,
      affectedComponents: components
        .filter((component) => announcement.affectedComponentIds.includes(component.id))
        .map(({ id, name }) => ({ id, name })),
      phase: type === 'maintenance' ? phaseOf(announcement, now) : null,
      scheduledStart,
      scheduledEnd,
      createdAt,
      updatedAt,
      resolvedAt,
      updates: announcement.updates.map(({ createdAt: at, ...update }) => ({ ...update, language, at })),
    }
  }
  return (announcements: readonly Announcement[]): AnnouncementView[] => announcements.map(view)
}

interface ComponentCause {
  readonly monitorId: string
  readonly rootCause: string
  readonly detectedValue: string
  readonly expected: string
}

interface ComponentFacts {
  readonly lastCheckedAt: Date | null
  /** Causes of open incidents, most severe and oldest first. */
  readonly causes: readonly ComponentCause[]
  readonly responseTimes: ReadonlyMap<number, readonly (number | null)[]>
}

async function readFacts(
  db: Database,
  {
    organizationId,
    monitors,
    listed,
  }: { organizationId: string; monitors: readonly ComponentMonitor[]; listed: readonly ComponentMonitor[] },
  now: Date,
): Promise<ComponentFacts> {
  const [latest, causes, responseTimes] = await Promise.all([
    lastCheckOf(
      db,
      monitors.map(({ monitorNumber }) => monitorNumber),
      now,
    ),
    db.rows<ComponentCause>(sql`
      select monitor_id as "monitorId", root_cause as "rootCause", detected_value as "detectedValue", expected
      from incidents
      where organization_id = ${organizationId}
        and monitor_id = any (${monitors.map(({ id }) => id)}::uuid[])
        and status <> 'resolved'
      order by severity, started_at, id`),
    responseTimesOf(
      db,
      listed.map(({ monitorNumber }) => monitorNumber),
      now,
    ),
  ])
  return { lastCheckedAt: latest, causes, responseTimes }
}

async function lastCheckOf(db: Database, monitorNumbers: readonly number[], now: Date): Promise<Date | null> {
  const row = await db.row<{ at: Date | null }>(sql`
    select max(latest.at) as at
    from unnest(${monitorNumbers}::int[]) as wanted (monitor_number)
    cross join lateral ${newestResults({
      monitor: sql`= wanted.monitor_number`,
      from: sql`(${now}::timestamptz - interval '2 days')`,
      columns: ['at', 'location', 'infrastructure'],
      where: sql`r.at <= ${now} and not r.infrastructure`,
      limit: 1,
    })} latest`)
  return row?.at ?? null
}

async function responseTimesOf(
  db: Database,
  monitorNumbers: readonly number[],
  now: Date,
): Promise<Map<number, (number | null)[]>> {
  if (monitorNumbers.length === 0) return new Map()
  const last = Math.floor(now.getTime() / hour) * hour
  const first = last - (hoursOfResponse - 1) * hour
  const span = { from: new Date(first), to: new Date(last + hour) }
  const figures = await hourlyFigures(db, monitorNumbers, span)
  return new Map(
    figures.map(({ monitorNumber, startsAt, meanMs }) => {
      const means = Array.from<number | null>({ length: hoursOfResponse }).fill(null)
      startsAt.forEach((seconds, index) => {
        means[(seconds * 1000 - first) / hour] = meanMs[index] ?? null
      })
      return [monitorNumber, means]
    }),
  )
}
