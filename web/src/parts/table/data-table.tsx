// A table of any length: the server knows all of it, the page draws what is seen. Walked with j, k and the arrows.
import { type ReactNode, useRef } from 'react'
import { useLook } from '../../look.ts'
import { type Column, Head, TableRow } from './table-row.tsx'
import type { Selection } from './selection.ts'
import { useTableKeys } from './table-keys.ts'
import { useVisibleRows } from './visible-rows.ts'

export type { Column } from './table-row.tsx'
export { type Selection, useSelection } from './selection.ts'

export interface DataTableProps<Row> {
  /** What the rows are, for who cannot see them. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  /** Of all rows, also those that are not loaded. */
  readonly total: number
  /** Undefined while it is on its way. */
  readonly rowAt: (index: number) => Row | undefined
  readonly keyOf: (row: Row) => string
  readonly onOpen?: (row: Row) => void
  /** Where the name leads, for a link in it; Enter goes there. */
  readonly onVisible?: (first: number, last: number) => void
  readonly selection?: Selection
  readonly order?: string
  readonly onOrder?: (order: string) => void
  /** Asked again: a thin line at the top. */
  readonly busy?: boolean
  readonly foot?: ReactNode
}

const heights = { comfortable: 44, compact: 34, phone: 64 }
const phone = matchMedia('(max-width: 760px)')

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, total, rowAt, keyOf, onOpen, onVisible, selection, busy = false } = props
  const { density } = useLook()
  const height = phone.matches ? heights.phone : heights[density]
  const table = useRef<HTMLTableElement>(null)
  const { indexes, before, after, scrollTo } = useVisibleRows({ table, total, height, onVisible })
  const keys = useTableKeys({ table, total, rowAt, keyOf, onOpen, selection, scrollTo })
  return (
    <div className="data-table" aria-busy={busy || undefined}>
      <table
        ref={table}
        role="grid"
        className="table"
        aria-label={label}
        aria-rowcount={total + 1}
        onKeyDown={keys.onKeyDown}
      >
        <colgroup>
          {selection && <col className="w-10" />}
          {columns.map(({ id, width }) => (
            <col key={id} style={{ width }} />
          ))}
        </colgroup>
        <Head columns={columns} selectable={selection !== undefined} order={props.order} onOrder={props.onOrder} />
        <tbody role="rowgroup">
          <Gap height={before} />
          {indexes.map((index) => {
            const row = rowAt(index)
            return (
              <TableRow
                key={row ? keyOf(row) : `waiting ${index}`}
                row={row}
                rowKey={row ? keyOf(row) : null}
                index={index}
                height={height}
                columns={columns}
                selection={selection}
                isCursor={keys.cursor === index}
                onOpen={onOpen}
                onPick={keys.pick}
              />
            )
          })}
          <Gap height={after} />
        </tbody>
      </table>
      {props.foot && <div className="table-foot">{props.foot}</div>}
    </div>
  )
}

const Gap = ({ height }: { height: number }) =>
  height > 0 ? (
    <tr role="presentation" aria-hidden="true" className="gap">
      <td role="presentation" style={{ height }} />
    </tr>
  ) : null
