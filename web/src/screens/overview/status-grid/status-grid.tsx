// The status grid: one shape per monitor, in groups. Shape and colour show the status.
import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue } from 'react'
import { queryFor } from '../../../api.ts'
import { Card } from '../../../parts/card.tsx'
import { Chip, Segments } from '../../../parts/choose.tsx'
import { ErrorState, Skeleton } from '../../../parts/content-states.tsx'
import { StatusMark } from '../../../parts/status-mark.tsx'
import { useChoices } from '../../../url.ts'
import type { Overview } from '../overview-data.ts'
import { type Grouping, groupings } from './grid-data.ts'
import { Groups } from './groups.tsx'
import { useStatusGridMessages } from './messages.ts'
import { useWidths } from './use-widths.ts'

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
