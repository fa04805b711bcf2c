// The windows that cover this monitor: its own, those of its tags, and those of everything.
import { Link } from '@tanstack/react-router'
import { type AnswerOf, client, useResource } from '../../api.ts'
import { useCurrent } from '../../frame/counts.ts'
import { useFormat } from '../../format/use-format.ts'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { EmptyState, QueryResult } from '../../parts/content-states.tsx'
import { Timestamp } from '../../parts/time.tsx'
import { useCan } from '../../session.ts'
import { runAction } from './actions/monitor-actions.ts'
import { useTabMessages } from './tab-messages.ts'
import { useQuickMaintenance } from './actions/use-quick-maintenance.ts'
import type { Monitor } from './monitor-data.ts'
import { invalidate } from '../../invalidation.ts'
import { Table } from '../../parts/table.tsx'

type Window = AnswerOf<'/maintenance-windows', 'get'>['data'][number]

export function MaintenanceTab({ monitor }: { monitor: Monitor }) {
  const { maintenance: t } = useTabMessages()
  const can = useCan()
  const query = useResource('/maintenance-windows', { query: { limit: 100 } })
  const silence = useQuickMaintenance(monitor)
  const button = can('member') && (
    <span className="row wrap">
      <Button icon="wrench" label={t.hour} onClick={() => void silence()} />
      <ButtonLink label={t.plan} to="/maintenance/new" search={{ monitors: monitor.id }} />
    </span>
  )
  return (
    <Card flush>
      <QueryResult query={query} what={t.failed}>
        {({ data }) => {
          const covering = data.filter((window) => covers(window, monitor))
          if (covering.length === 0) return <EmptyState title={t.none} text={t.noneText} action={button} />
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

async function endNow({ id }: Window, text: string): Promise<void> {
  await runAction(() => client.post('/maintenance-windows/{id}/end', { params: { id } }), { text })
  void invalidate('maintenance')
}

function Windows({ windows, monitor }: { windows: readonly Window[]; monitor: Monitor }) {
  const { maintenance: t } = useTabMessages()
  return (
    <Table
      columns={[
        t.columns.name,
        t.columns.starts,
        t.columns.lasts,
        { label: t.columns.repeats, className: 'wide' },
        { label: t.columns.effect, className: 'wide' },
        { label: t.columns.change, isHidden: true },
      ]}
      stacked
    >
      {windows.map((window) => (
        <WindowRow key={window.id} window={window} monitor={monitor} />
      ))}
    </Table>
  )
}

function WindowRow({ window, monitor }: { window: Window; monitor: Monitor }) {
  const { maintenance: t } = useTabMessages()
  const format = useFormat()
  const can = useCan()
  const isOn = useCurrent()?.maintenance.some(({ id }) => id === window.id)
  const tag = window.monitor_tags.find((one) => monitor.tags.includes(one))
  const why = window.monitor_ids.includes(monitor.id) ? t.covers.own : tag ? t.covers.tag(tag) : t.covers.all
  const effects = [window.suppress_alerts && t.quiet, window.exclude_from_sla && t.uncounted].filter(Boolean)
  return (
    <tr>
      <td>
        <Link className="name" to="/maintenance/$id" params={{ id: window.id }}>
          {window.name}
        </Link>
        <span className="sub">{why}</span>
      </td>
      <td className="nowrap">
        <Timestamp at={window.starts_at} />
      </td>
      <td className="num nowrap">{format.duration(window.duration_minutes * 60)}</td>
      <td className="wide">{t.repeats[window.recurrence]}</td>
      <td className="wide muted">{effects.join(', ')}</td>
      <td className="right">
        {can('member') && isOn && <Button small label={t.end} onClick={() => void endNow(window, t.ended)} />}
      </td>
    </tr>
  )
}
