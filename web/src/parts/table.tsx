import type { ReactNode } from 'react'

interface Column {
  readonly label: string
  readonly className?: string
  /** For screen readers only, such as the heading of a column of buttons. */
  readonly isHidden?: boolean
}

/** The heading of a column of numbers. */
export const right = (label: string): Column => ({ label, className: 'right' })

interface TableProps {
  /** The heading of each column; one that is false is left out. */
  readonly columns: readonly (string | Column | false)[]
  /** Becomes a list of entries where it has no room. */
  readonly stacked?: boolean
  readonly className?: string
  readonly label?: string
  /** The rows. */
  readonly children: ReactNode
}

export function Table({ columns, stacked = false, className = '', label, children }: TableProps) {
  return (
    <table className={`table ${stacked ? 'stacked' : ''} ${className}`} aria-label={label}>
      <thead>
        <tr>
          {columns
            .filter((column) => column !== false)
            .map((column) => (typeof column === 'string' ? { label: column } : column))
            .map((column: Column, index) => (
              <th key={index} scope="col" className={column.className}>
                {column.isHidden ? <span className="sr">{column.label}</span> : column.label}
              </th>
            ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}
