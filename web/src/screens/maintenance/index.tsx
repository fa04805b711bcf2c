// Maintenance: what is silent now and next.
import { useQuery, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { useNavigate, Link } from '@tanstack/react-router'
import type { MaintenanceOccurrence, MaintenanceWindow } from '../../api-types.ts'
import { queryFor, useList } from '../../api.ts'
import { useCommands } from '../../frame/commands.ts'
import { PageHead } from '../../frame/page-head.tsx'
import { useNow } from '../../format/now.ts'
import { useFormat } from '../../format/use-format.ts'
import { ButtonLink } from '../../parts/button.tsx'
import { useViewerZone } from '../../parts/calendar/viewer-zone.ts'
import { addDays, calendarDays, dateOf } from '../../parts/calendar/zone-days.ts'
import { Card, Tag } from '../../parts/card.tsx'
import { useCan } from '../../session.ts'
import { useMaintenanceMessages } from './messages.ts'
import { MonthCard } from './month.tsx'
import { OccurrenceList } from './occurrence-list.tsx'
import { maintenanceTitle } from './title.ts'
import './maintenance.css'
import { Timestamp } from '../../parts/time.tsx'
import { Table } from '../../parts/table.tsx'
import { MoreButton, EmptyState, QueryResult } from '../../parts/content-states.tsx'

const daysAhead = 60

export function Screen() {
  const t = useMaintenanceMessages()
  const mayWrite = useCan()('member')
  const navigate = useNavigate()
  const windows = useList('/maintenance-windows')
  const next = useNext()
  const plan = (): void => void navigate({ to: '/maintenance/new' })
  useCommands(mayWrite ? [{ label: t.plan, keys: 'c', icon: 'wrench', run: plan }] : [])
  return (
    <>
      <Head occurrences={next.data?.data} />
      <QueryResult query={windows} what={t.couldNotLoad}>
        {(data) =>
          data.length === 0 ? (
            <EmptyState title={t.emptyTitle} text={t.emptyText} action={mayWrite && <PlanLink />} docs="maintenance" />
          ) : (
            <div className="stack">
              <div className="cols">
                <MonthCard />
                <Card title={t.next} flush>
                  <QueryResult query={next} what={t.couldNotLoad}>
                    {({ data: occurrences }) => <OccurrenceList occurrences={occurrences} empty={t.noNext} />}
                  </QueryResult>
                </Card>
              </div>
              <WindowTable windows={data} query={windows} />
            </div>
          )
        }
      </QueryResult>
    </>
  )
}

/** Occurrences that are not over, from today on. */
function useNext() {
  const zone = useViewerZone()
  const now = useNow(10)
  const today = dateOf(now.getTime(), zone)
  const [from, until] = [today, addDays(today, daysAhead)].map((date) => calendarDays(date, 1, zone)[0]!.from)
  const query = { from: new Date(from!).toISOString(), until: new Date(until!).toISOString() }
  return useQuery({
    ...queryFor('/dashboard/maintenance/occurrences', { query }),
    select: ({ data, ...rest }) => ({ ...rest, data: data.filter((one) => Date.parse(one.ends_at) > now.getTime()) }),
  })
}

function Head({ occurrences }: { occurrences: readonly MaintenanceOccurrence[] | undefined }) {
  const t = useMaintenanceMessages()
  const format = useFormat()
  const now = useNow(10)
  const mayWrite = useCan()('member')
  const title = occurrences ? maintenanceTitle(occurrences, now.getTime(), { t: t.title, format }) : t.heading
  return <PageHead title={title} actions={mayWrite && <PlanLink />} />
}

function PlanLink() {
  const t = useMaintenanceMessages()
  return <ButtonLink weight="primary" icon="plus" label={t.plan} to="/maintenance/new" />
}

interface WindowTableProps {
  readonly windows: readonly MaintenanceWindow[]
  readonly query: UseInfiniteQueryResult<MaintenanceWindow[]>
}

function WindowTable({ windows, query }: WindowTableProps) {
  const t = useMaintenanceMessages()
  return (
    <>
      <Card title={t.windows} flush>
        <Table
          columns={[t.columns.name, t.columns.first, t.columns.lasts, t.columns.repeats, t.columns.effect]}
          stacked
        >
          {windows.map((window) => (
            <WindowRow key={window.id} window={window} />
          ))}
        </Table>
      </Card>
      <MoreButton query={query} />
    </>
  )
}

function WindowRow({ window }: { window: MaintenanceWindow }) {
  const t = useMaintenanceMessages()
  const format = useFormat()
  const effects = [window.suppress_alerts && t.quiet, window.exclude_from_sla && t.uncounted].filter(Boolean)
  return (
    <tr>
      <td>
        <span className="row">
          <Link className="name" to="/maintenance/$id" params={{ id: window.id }}>
            {window.name}
          </Link>
          {!window.enabled && <Tag>{t.off}</Tag>}
        </span>
        {window.incident_id !== null && <span className="sub">{t.fromIncident(window.incident_id)}</span>}
      </td>
      <td data-label={t.columns.first}>
        <Timestamp at={window.starts_at} />
      </td>
      <td className="num" data-label={t.columns.lasts}>
        {format.duration(window.duration_minutes * 60)}
      </td>
      <td data-label={t.columns.repeats}>{t.repeats[window.recurrence]}</td>
      <td className="muted" data-label={t.columns.effect}>
        {effects.join(', ') || t.noEffect}
      </td>
    </tr>
  )
}
