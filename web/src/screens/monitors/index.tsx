// The list of monitors.
import './monitors.css'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo, useRef, useState } from 'react'
import { ConnectionStatus } from '../../frame/connection-status.tsx'
import { PageHead } from '../../frame/page-head.tsx'
import { useCommands } from '../../frame/commands.ts'
import { usePreferences } from '../../preferences.ts'
import { ButtonLink } from '../../parts/button.tsx'
import { ErrorState, Skeleton } from '../../parts/content-states.tsx'
import { useCan } from '../../session.ts'
import { BulkBar } from './bulk/bulk-bar.tsx'
import { useBulk } from './bulk/bulk.ts'
import {
  type ListFilters,
  type ListChoices,
  monitorQueryOf,
  filterOf,
  orders,
  spanOf,
  useListChoices,
} from './choices.ts'
import { NoMatches, NoMonitors } from './empty.tsx'
import { layoutOf } from './layout.ts'
import { PhoneList, Table, rowHeights } from './list.tsx'
import { useMonitorListMessages } from './messages.ts'
import { type VisibleRange, useLivePatches, useRows } from './rows.ts'
import { type Selection, useSelection } from './selection.ts'
import { StatusChips, Tools } from './tools.tsx'
import { useRowActions } from './row-actions.ts'
import { useIsPhone } from '../../parts/is-phone.ts'

export function Screen() {
  const t = useMonitorListMessages()
  const can = useCan()
  const { chosen, choose, toggle, clear } = useListChoices()
  const [seen, setSeen] = useState<VisibleRange>({ first: 0, last: 0 })
  const { head, rowAt, loaded } = useRows(monitorQueryOf(chosen), seen)
  useLivePatches()
  const selection = useSelection()
  const search = useRef<HTMLInputElement>(null)
  const filtered = Object.keys(filterOf(chosen)).length > 0
  const chooser = { chosen, choose, toggle, facets: head.data?.facets ?? null }
  const navigate = useNavigate()
  useCommands([
    { label: t.verbs.search, keys: '/', keyOnly: true, run: () => search.current?.focus() },
    ...(can('member')
      ? [{ label: t.verbs.new, keys: 'c', icon: 'plus' as const, run: () => void navigate({ to: '/monitors/new' }) }]
      : []),
  ])
  return (
    <>
      <PageHead title={t.title} actions={<HeadActions />} />
      {head.data?.total === 0 && !filtered && !head.isPlaceholderData ? (
        <NoMonitors />
      ) : (
        <>
          <StatusChips {...chooser} />
          <Tools {...chooser} field={search} />
          {head.isError && !head.data && (
            <ErrorState error={head.error} what={t.failed} onRetry={() => void head.refetch()} />
          )}
          {head.isPending && <Skeleton height="2.5rem" lines={12} />}
          {head.data?.total === 0 && <NoMatches chosen={chosen} onClear={clear} />}
          {head.data && head.data.total > 0 && (
            <MonitorList
              chosen={chosen}
              choose={choose}
              head={head.data}
              asking={head.isPlaceholderData}
              rowAt={rowAt}
              loaded={loaded}
              selection={selection}
              onSeen={setSeen}
            />
          )}
        </>
      )}
    </>
  )
}

function HeadActions() {
  const t = useMonitorListMessages()
  const can = useCan()
  return (
    <>
      <ConnectionStatus />
      {can('member') && <ButtonLink weight="primary" icon="plus" hint="C" label={t.new} to="/monitors/new" />}
    </>
  )
}

interface MonitorListProps {
  readonly chosen: ListFilters
  readonly choose: ListChoices['choose']
  readonly head: NonNullable<ReturnType<typeof useRows>['head']['data']>
  readonly asking: boolean
  readonly rowAt: ReturnType<typeof useRows>['rowAt']
  readonly loaded: ReturnType<typeof useRows>['loaded']
  readonly selection: Selection
  readonly onSeen: (seen: VisibleRange) => void
}

function MonitorList({ chosen, choose, head, asking, rowAt, loaded, selection, onSeen }: MonitorListProps) {
  const { density } = usePreferences()
  const phone = useIsPhone()
  const can = useCan()
  const { closed, fold } = useFolds(chosen)
  const row = rowHeights[phone ? 'phone' : density]
  const { total, groups } = head
  const layout = useMemo(
    () => layoutOf({ total, groups, closed, heights: { row, group: rowHeights.group } }),
    [total, groups, closed, row],
  )
  const bulk = useBulk(selection, { chosen, total: head.total })
  const { cursor, setCursor, select } = useRowActions({ total: head.total, rowAt, selection, bulk })
  const selectable = can('member')
  const some = selection.all || selection.ids.size > 0
  if (phone) return <PhoneList layout={layout} rowAt={rowAt} onSeen={onSeen} onFold={fold} />
  return (
    <section className="card list-card">
      {asking && <div className="asking" />}
      {some && (
        <BulkBar
          selection={selection}
          total={head.total}
          tags={head.facets?.tag.map(({ value }) => value) ?? []}
          bulk={bulk}
        />
      )}
      <Table
        layout={layout}
        rowAt={rowAt}
        span={spanOf(chosen)}
        order={orders.find((known) => known === chosen.order) ?? 'trouble'}
        onOrder={(order) => choose({ order, group: '' })}
        selection={selection}
        selectable={selectable}
        compact={density === 'compact'}
        cursor={cursor}
        onCursor={setCursor}
        onSelect={select}
        onSelectLoaded={() =>
          selection.toggle(
            loaded().map(({ id }) => id),
            true,
          )
        }
        onSeen={onSeen}
        onFold={fold}
      />
      <Foot total={head.total} selectable={selectable} />
    </section>
  )
}

/** Collapsed groups; changing the filter expands them. */
function useFolds(chosen: ListFilters) {
  const filter = JSON.stringify(filterOf(chosen))
  const [{ closed, under }, set] = useState({ closed: new Set<string>() as ReadonlySet<string>, under: filter })
  const fold = useCallback(
    (key: string) =>
      set((before) => {
        const now = new Set(before.under === filter ? before.closed : [])
        if (!now.delete(key)) now.add(key)
        return { closed: now, under: filter }
      }),
    [filter],
  )
  const open = useMemo(() => new Set<string>(), [])
  return { closed: under === filter ? closed : open, fold }
}

function Foot({ total, selectable }: { total: number; selectable: boolean }) {
  const t = useMonitorListMessages()
  return (
    <div className="list-foot">
      <span>{t.total(total)}</span>
      <span className="row" aria-hidden="true">
        <kbd>J</kbd> <kbd>K</kbd> {t.hints.move}
        {selectable && (
          <>
            <kbd>X</kbd> {t.hints.select}
          </>
        )}
        <kbd>Enter</kbd> {t.hints.open}
        {selectable && (
          <>
            <kbd>E</kbd> {t.hints.edit} <kbd>P</kbd> {t.hints.pause}
          </>
        )}
      </span>
    </div>
  )
}
