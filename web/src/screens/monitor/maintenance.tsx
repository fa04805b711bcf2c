// The windows that cover this monitor: its own, those of its tags, and those of everything.
import { useQuery } from '@tanstack/react-query'
import { type AnswerOf, queryFor, client } from '../../api.ts'
import { useNow } from '../../format/now.ts'
import { useFormat } from '../../format/use-format.ts'
import { useMessages } from '../../i18n.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { EmptyState, QueryResult } from '../../parts/content-states.tsx'
import { Timestamp } from '../../parts/time.tsx'
import { useCan } from '../../session.ts'
import { runAction } from './monitor-actions.ts'
import { tabMessages } from './tab-messages.ts'
import { useQuickMaintenance } from './use-quick-maintenance.ts'
import type { Monitor } from './monitor-data.ts'
import { invalidate } from '../../invalidation.ts'

type Window = AnswerOf<'/maintenance-windows', 'get'>['data'][number]

const minuteMs = 60_000

export function MaintenanceTab({ monitor }: { monitor: Monitor }) {
  const { maintenance: t } = useMessages(tabMessages)
  const can = useCan()
  const query = useQuery(queryFor('/maintenance-windows', { query: { limit: 100 } }))
  const silence = useQuickMaintenance(monitor)
  const button = can('member') && (
    <Button icon="wrench" onClick={() => void silence()}>
      {t.hour}
    </Button>
  )
  return (
    <Card flush>
      <QueryResult query={query} what={t.failed}>
        {({ data }) => {
          const covering = data.filter((window) => covers(window, monitor))
          if (covering.length === 0)
            return (
              <EmptyState title={t.none} action={button}>
                {t.noneText}
              </EmptyState>
            )
          return (
            <>
              <Windows windows={covering} monitor={monitor} />
              {button && <div className="p-3">{button}</div>}
            </>
          )
        }}
      </QueryResult>
    </Card>
  )
}

function covers({ monitor_ids: ids, monitor_tags: tags }: Window, monitor: Monitor): boolean {
  if (ids.length === 0 && tags.length === 0) return true
  return ids.includes(monitor.id) || tags.some((tag) => monitor.tags.includes(tag))
}

/** A window that is on ends by lasting only until now. */
async function endNow({ id, starts_at: starts }: Window, text: string): Promise<void> {
  const minutes = Math.max(1, Math.floor((Date.now() - Date.parse(starts)) / minuteMs))
  await runAction(
    () => client.patch('/maintenance-windows/{id}', { params: { id }, body: { durationMinutes: minutes } }),
    {
      text,
    },
  )
  void invalidate('maintenance')
}

const isOn = ({ recurrence, starts_at: starts, duration_minutes: minutes }: Window, now: number): boolean =>
  recurrence === 'once' && Date.parse(starts) <= now && now < Date.parse(starts) + minutes * minuteMs

function Windows({ windows, monitor }: { windows: readonly Window[]; monitor: Monitor }) {
  const { maintenance: t } = useMessages(tabMessages)
  return (
    <table className="table stacked">
      <thead>
        <tr>
          <th>{t.columns.name}</th>
          <th>{t.columns.starts}</th>
          <th>{t.columns.lasts}</th>
          <th className="wide">{t.columns.repeats}</th>
          <th className="wide">{t.columns.effect}</th>
          <th>
            <span className="sr">{t.columns.change}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {windows.map((window) => (
          <WindowRow key={window.id} window={window} monitor={monitor} />
        ))}
      </tbody>
    </table>
  )
}

function WindowRow({ window, monitor }: { window: Window; monitor: Monitor }) {
  const { maintenance: t } = useMessages(tabMessages)
  const format = useFormat()
  const can = useCan()
  const now = useNow(10)
  const tag = window.monitor_tags.find((one) => monitor.tags.includes(one))
  const why = window.monitor_ids.includes(monitor.id) ? t.covers.own : tag ? t.covers.tag(tag) : t.covers.all
  const effects = [window.suppress_alerts && t.quiet, window.exclude_from_sla && t.uncounted].filter(Boolean)
  return (
    <tr>
      <td>
        <span className="name">{window.name}</span>
        <span className="sub">{why}</span>
      </td>
      <td className="nowrap">
        <Timestamp at={window.starts_at} />
      </td>
      <td className="num nowrap">{format.duration(window.duration_minutes * 60)}</td>
      <td className="wide">{t.repeats[window.recurrence]}</td>
      <td className="wide muted">{effects.join(', ')}</td>
      <td className="right">
        {can('member') && isOn(window, now.getTime()) && (
          <Button small onClick={() => void endNow(window, t.ended)}>
            {t.end}
          </Button>
        )}
      </td>
    </tr>
  )
}
