// The status grid: one shape per monitor, in groups. Shape and colour show the status.
import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { queryFor } from '../../../api.ts'
import { Card } from '../../../parts/card.tsx'
import { Chip, Segments } from '../../../parts/choose.tsx'
import { ErrorState, Skeleton } from '../../../parts/content-states.tsx'
import { StatusMark } from '../../../parts/status-mark.tsx'
import { useChoices } from '../../../url.ts'
import type { Overview } from '../overview-data.ts'
import { type Grouping, groupings, type CellPosition, type PointedCell } from './grid-data.ts'
import { useStatusGridMessages } from './messages.ts'
import { useWidths, type Widths } from './use-widths.ts'
import { useStatusMessages } from '../../../parts/messages.ts'
import { useMonitorTypes } from '../../../catalog/catalog.ts'
import { stateByLetter } from '../../../parts/states.ts'
import { GridGroup } from './group.tsx'

function useGridChoices() {
  const [{ by, tag }, choose] = useChoices({ by: 'tag', tag: '' })
  return { by: groupings.find((known) => known === by) ?? 'tag', tag, choose }
}

const gridQuery = ({ by, tag }: { by: Grouping; tag: string }) =>
  queryFor('/dashboard/status-grid', { query: { by, ...(tag && { tag }) } })

/** Loads the grid in parallel with the overview. */
export function usePrefetchStatusGrid(): void {
  usePrefetchQuery(gridQuery(useGridChoices()))
}

interface StatusGridProps {
  readonly monitors: Overview['monitors']
  /** Rendered below, once the grid's height is known. */
  readonly children: ReactNode
}

export function StatusGrid({ monitors, children }: StatusGridProps) {
  const t = useStatusGridMessages()
  const { by, tag, choose } = useGridChoices()
  const query = useQuery({ ...gridQuery({ by, tag }), placeholderData: (before) => before })
  // Defer rendering of thousands of shapes.
  const data = useDeferredValue(query.data)
  const [widths, grid] = useWidths()
  const isDrawn = data !== undefined && widths !== null
  const hasFailed = query.isError && !data
  return (
    <>
      <Card title={t.title} flush end={<GridFilters by={by} tag={tag} choose={choose} />}>
        {hasFailed && <ErrorState error={query.error} what={t.failed} onRetry={() => void query.refetch()} />}
        {!isDrawn && !hasFailed && <Waiting />}
        <div ref={grid} className={isDrawn ? 'status-grid' : 'status-grid waiting'}>
          {isDrawn && <Groups groups={data.groups} by={by} tag={tag} widths={widths} />}
        </div>
        {(isDrawn || hasFailed) && <Legend monitors={monitors} />}
      </Card>
      {(isDrawn || hasFailed) && children}
    </>
  )
}

function GridFilters({ by, tag, choose }: ReturnType<typeof useGridChoices>) {
  const t = useStatusGridMessages()
  return (
    <>
      {tag && (
        <Chip on onClick={() => choose({ tag: '' })}>
          {t.only(tag)} ×
        </Chip>
      )}
      <Segments
        label={t.groupedBy}
        choices={groupings.map((value) => ({ value, label: t.by[value] }))}
        value={by}
        onChange={(value) => choose({ by: value })}
      />
    </>
  )
}

const Waiting = () => (
  <div className="body">
    <Skeleton height="1.75rem" lines={4} />
  </div>
)

function Legend({ monitors }: { monitors: Overview['monitors'] }) {
  const t = useStatusGridMessages()
  const counts = { ...monitors, maintenance: monitors.in_maintenance }
  const shown = (['up', 'degraded', 'down', 'maintenance', 'paused', 'unknown'] as const).filter(
    (state) => state === 'up' || counts[state] > 0,
  )
  return (
    <p className="legend status-grid-legend">
      {shown.map((state) => (
        <span key={state}>
          <StatusMark status={state} size={12} />
          {t.count[state](counts[state])}
        </span>
      ))}
    </p>
  )
}

interface GroupsProps {
  readonly groups: readonly { readonly key: string; readonly cells: string }[]
  readonly by: Grouping
  readonly tag: string
  readonly widths: Widths
}

/** Larger groups span all columns. */
const maxInColumn = 400

function Groups({ groups, by, tag, widths }: GroupsProps) {
  const total = groups.reduce((sum, { cells }) => sum + cells.length, 0)
  const nameOf = useGroupNames(by)
  const [place, point] = useState<CellPosition | null>(null)
  const pointed = usePointedCell(place, { groups, by, tag })
  return groups.map(({ key, cells }) => {
    const spansAll = cells.length > maxInColumn
    return (
      <GridGroup
        key={key}
        group={key}
        name={nameOf(key)}
        by={by}
        cells={cells}
        total={total}
        spansAll={spansAll}
        width={spansAll ? widths.all : widths.column}
        pointed={place?.group === key ? pointed : null}
        point={point}
      />
    )
  })
}

/** The name of a group; its key until the name is loaded. */
function useGroupNames(by: Grouping): (key: string) => string {
  const { data: locations } = useQuery({ ...queryFor('/locations'), enabled: by === 'location' })
  const { data: types } = useMonitorTypes({ enabled: by === 'type' })
  if (by === 'location') return (key) => locations?.data.find(({ id }) => id === key)?.name ?? key
  if (by === 'type') return (key) => types?.find(({ type }) => type === key)?.name ?? key
  return (key) => key
}

const namesPerRequest = 100

/** Loads names on demand, 100 at a time. */
function usePointedCell(
  place: CellPosition | null,
  { groups, by, tag }: Omit<GroupsProps, 'widths'>,
): PointedCell | null {
  const t = useStatusGridMessages()
  const words = useStatusMessages()
  const { group = '', at = 0 } = place ?? {}
  const from = Math.floor(at / namesPerRequest) * namesPerRequest
  const query = { by, ...(tag && { tag }), from, count: namesPerRequest }
  const { data } = useQuery({
    ...queryFor('/dashboard/status-grid/{group}', { params: { group }, query }),
    enabled: place !== null,
  })
  if (!place) return null
  const cell = groups.find(({ key }) => key === group)?.cells[at]
  const state = words[stateByLetter[cell ?? 'n'] ?? 'unknown']
  const member = data?.data[at - from]
  return { at, id: member?.id ?? null, text: member ? t.member(member.name, state) : state }
}
