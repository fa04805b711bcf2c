// The virtualized list of monitors.
import { type CSSProperties, useRef } from 'react'
import { Icon } from '../../parts/icon.tsx'
import type { Order, Span } from './choices.ts'
import { GroupLine } from './group-line.tsx'
import { type Layout, groupKey } from './layout.ts'
import { Skeleton } from '../../parts/content-states.tsx'
import { useMonitorListMessages } from './messages.ts'
import type { Row, VisibleRange } from './rows.ts'
import { PhoneRow, type RowProps, TableRow } from './row.tsx'
import type { Selection } from './selection.ts'
import { useCursor, useVisibleRange, useWindowed } from './windowed.ts'

export const rowHeights = { comfortable: 48, compact: 38, phone: 64, group: 34 } as const

interface ListProps {
  readonly layout: Layout
  readonly rowAt: (position: number) => Row | undefined
  readonly span: Span
  readonly order: Order
  readonly onOrder: (order: Order) => void
  readonly selection: Selection
  readonly selectable: boolean
  readonly compact: boolean
  readonly cursor: number | null
  readonly onCursor: (position: number) => void
  readonly onSelect: RowProps['onSelect']
  readonly onSelectLoaded: () => void
  readonly onSeen: (seen: VisibleRange) => void
  readonly onFold: (key: string) => void
}

export function Table(props: ListProps) {
  const { layout, rowAt, selection, selectable, compact, cursor } = props
  const t = useMonitorListMessages()
  const box = useRef<HTMLTableSectionElement>(null)
  const { indexes, before, after } = useWindowed(box, layout)
  useVisibleRange(layout, indexes, props.onSeen)
  useCursor({ cursor, layout, box })
  const columns = selectable ? 9 : 8
  return (
    <table
      className={compact ? 'table monitor-table compact' : 'table monitor-table'}
      aria-label={t.list}
      aria-rowcount={layout.count + 1}
    >
      <Head {...props} />
      <tbody
        ref={box}
        className="windowed"
        style={{ '--before': `${before}px`, '--after': `${after}px` } as CSSProperties}
      >
        {indexes.map((index) => {
          const item = layout.itemAt(index)
          if (item.kind === 'group')
            return (
              <GroupLine
                key={`group ${groupKey(item.group)}`}
                item={item}
                columns={columns}
                index={index}
                onFold={props.onFold}
              />
            )
          const row = rowAt(item.position)
          if (!row) return <Waiting key={index} columns={columns} index={index} />
          return (
            <TableRow
              key={row.id}
              row={row}
              index={index}
              position={item.position}
              selected={selection.has(row.id)}
              selectable={selectable}
              atCursor={cursor === item.position}
              onSelect={props.onSelect}
              onFocus={props.onCursor}
            />
          )
        })}
      </tbody>
    </table>
  )
}

type HeadProps = Pick<ListProps, 'span' | 'order' | 'onOrder' | 'selectable' | 'selection' | 'onSelectLoaded'>

function Head({ span, order, onOrder, selectable, selection, onSelectLoaded }: HeadProps) {
  const sorting = { order, onOrder }
  const { columns, selectShown } = useMonitorListMessages()
  const some = selection.all || selection.ids.size > 0
  return (
    <thead>
      <tr aria-rowindex={1}>
        {selectable && (
          <th className="pick">
            <input
              type="checkbox"
              className="check"
              aria-label={selectShown}
              checked={some}
              onChange={() => (some ? selection.clear() : onSelectLoaded())}
            />
          </th>
        )}
        <Sorted by="trouble" className="c-status" {...sorting}>
          {columns.status}
        </Sorted>
        <Sorted by="name" {...sorting}>
          {columns.monitor}
        </Sorted>
        <th className="c-type">{columns.type}</th>
        <th className="c-bars">{columns.bars[span]}</th>
        <Sorted by="slow" className="c-response" colSpan={2} {...sorting}>
          {columns.response}
        </Sorted>
        <Sorted by="uptime" className="c-uptime right" {...sorting}>
          {columns.uptime}
        </Sorted>
        <th className="c-tags">{columns.tags}</th>
        <th className="c-checked right">{columns.checked}</th>
      </tr>
    </thead>
  )
}

interface SortedProps {
  readonly by: Order
  readonly order: Order
  readonly onOrder: (order: Order) => void
  readonly className?: string
  readonly colSpan?: number
  readonly children: string
}

/** A sortable column. */
function Sorted({ by, order, onOrder, className, colSpan, children }: SortedProps) {
  const direction = by === 'slow' ? 'descending' : 'ascending'
  return (
    <th className={className} colSpan={colSpan} aria-sort={order === by ? direction : undefined}>
      <button type="button" className="sort" onClick={() => onOrder(by)}>
        {children}
        {order === by && <Icon name={direction === 'ascending' ? 'up' : 'down'} size={10} />}
      </button>
    </th>
  )
}

function Waiting({ columns, index }: { columns: number; index: number }) {
  return (
    <tr aria-rowindex={index + 2}>
      <td colSpan={columns + 1}>
        <Skeleton height="1rem" />
      </td>
    </tr>
  )
}

export function PhoneList({
  layout,
  rowAt,
  onSeen,
  onFold,
}: Pick<ListProps, 'layout' | 'rowAt' | 'onSeen' | 'onFold'>) {
  const t = useMonitorListMessages()
  const box = useRef<HTMLUListElement>(null)
  const { indexes, before, after } = useWindowed(box, layout)
  useVisibleRange(layout, indexes, onSeen)
  return (
    <ul ref={box} className="card phone-list" aria-label={t.list} style={{ paddingBlock: `${before}px ${after}px` }}>
      {indexes.map((index) => {
        const item = layout.itemAt(index)
        const row = item.kind === 'row' ? rowAt(item.position) : undefined
        return (
          <li key={row?.id ?? index} aria-setsize={layout.count} aria-posinset={index + 1}>
            {item.kind === 'group' ? (
              <GroupLine item={item} index={index} onFold={onFold} />
            ) : row ? (
              <PhoneRow row={row} />
            ) : (
              <div className="phone-row">
                <div className="skeleton col-span-3 h-8" />
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
