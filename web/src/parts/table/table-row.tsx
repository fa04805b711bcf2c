import type { MouseEvent, ReactNode } from 'react'
import { defineMessages, useMessages } from '../../messages.ts'
import { Icon } from '../icon.tsx'
import type { Selection } from './selection.ts'

export interface Column<Row> {
  readonly id: string
  readonly head: string
  readonly cell: (row: Row) => ReactNode
  /** Of the column, as CSS says it; the rest is shared. */
  readonly width?: string
  readonly end?: boolean
  /** What the server calls this order, where it can sort by it. */
  readonly order?: string
  /** Its place in the two lines of a phone's list; without one it is left out there. */
  readonly phone?: 'mark' | 'title' | 'under' | 'end'
}

const words = defineMessages({
  en: { select: 'Select', selectRow: 'Select this row', order: (column: string) => `Order by ${column}` },
  de: { select: 'Auswählen', selectRow: 'Diese Zeile auswählen', order: (column: string) => `Nach ${column} ordnen` },
})

interface HeadProps<Row> {
  readonly columns: readonly Column<Row>[]
  readonly selectable: boolean
  readonly order?: string
  readonly onOrder?: (order: string) => void
}

export function Head<Row>({ columns, selectable, order, onOrder }: HeadProps<Row>) {
  const say = useMessages(words)
  return (
    <thead role="rowgroup">
      <tr role="row" aria-rowindex={1}>
        {selectable && (
          <th role="columnheader" scope="col">
            <span className="sr">{say.select}</span>
          </th>
        )}
        {columns.map(({ id, head, end, order: own }) => {
          const sorted = own !== undefined && own === order
          return (
            <th
              key={id}
              role="columnheader"
              scope="col"
              className={end ? 'right' : ''}
              aria-sort={sorted ? 'ascending' : undefined}
            >
              {own && onOrder ? (
                <button type="button" title={say.order(head)} onClick={() => onOrder(own)}>
                  {head}
                  {sorted && <Icon name="down" size={11} />}
                </button>
              ) : (
                head
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

interface TableRowProps<Row> {
  readonly row: Row | undefined
  readonly rowKey: string | null
  readonly index: number
  readonly height: number
  readonly columns: readonly Column<Row>[]
  readonly selection: Selection | undefined
  readonly isCursor: boolean
  readonly onOpen: ((row: Row) => void) | undefined
  readonly onPick: (index: number, range: boolean) => void
}

export function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, rowKey, index, height, columns, selection, isCursor, onOpen, onPick } = props
  const say = useMessages(words)
  const selected = rowKey !== null && selection?.has(rowKey) === true
  const open = (event: MouseEvent<HTMLElement>): void => {
    const own = (event.target as HTMLElement).closest('a, button, input, label')
    if (own || row === undefined || getSelection()?.toString()) return
    onOpen?.(row)
  }
  return (
    <tr
      role="row"
      tabIndex={isCursor ? 0 : -1}
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={selection ? selected : undefined}
      className={`${selected ? 'sel' : ''} ${isCursor ? 'cursor' : ''} ${onOpen ? 'opens' : ''}`}
      style={{ height }}
      onClick={open}
    >
      {selection && (
        <td role="gridcell" className="select" data-phone="mark">
          {row !== undefined && (
            <input
              type="checkbox"
              className="check"
              aria-label={say.selectRow}
              checked={selected}
              onChange={() => undefined}
              onClick={(event) => onPick(index, event.shiftKey)}
            />
          )}
        </td>
      )}
      {columns.map(({ id, cell, end, phone }) => (
        <td key={id} role="gridcell" className={end ? 'right num' : ''} data-phone={phone}>
          {row === undefined ? <span className="skeleton block h-3 w-3/4" /> : cell(row)}
        </td>
      ))}
    </tr>
  )
}
