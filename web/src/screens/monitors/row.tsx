// A monitor as a table row, and as a list item on a phone.
import { Link } from '@tanstack/react-router'
import { type MouseEvent, memo } from 'react'
import { useTranslation } from '../../catalog/use-translation.ts'
import { useNow } from '../../format/now.ts'
import { useFormat } from '../../format/use-format.ts'
import { Bars, Sparkline } from '../../parts/bars.tsx'
import { Tag } from '../../parts/card.tsx'
import { useStatusMessages } from '../../parts/messages.ts'
import { StatusMark, StatusWord } from '../../parts/status-mark.tsx'
import { TooEarly } from '../../parts/time.tsx'
import { useMonitorListMessages } from './messages.ts'
import type { Row } from './rows.ts'

export interface RowProps {
  readonly row: Row
  readonly position: number
  readonly index: number
  readonly selected: boolean
  readonly selectable: boolean
  readonly atCursor: boolean
  readonly onSelect: (position: number, on: boolean, range: boolean) => void
  readonly onFocus: (position: number) => void
}

export const TableRow = memo(function TableRow(props: RowProps) {
  const { row, position, index, selected, selectable, atCursor, onSelect, onFocus } = props
  const t = useMonitorListMessages()
  const words = useTranslation()
  return (
    <tr
      className={`${selected ? 'sel' : ''} ${atCursor ? 'cursor' : ''}`}
      aria-rowindex={index + 2}
      aria-selected={selectable ? selected : undefined}
      onFocus={() => onFocus(position)}
    >
      {selectable && (
        <td className="pick">
          <input
            type="checkbox"
            className="check"
            aria-label={t.selectOne(row.name)}
            checked={selected}
            onChange={() => undefined}
            onClick={(event: MouseEvent) => onSelect(position, !selected, event.shiftKey)}
          />
        </td>
      )}
      <td>
        <ShownStatus row={row} />
      </td>
      <td>
        <Link className="name cut" to="/monitors/$id" params={{ id: row.id }} data-position={position}>
          {row.name}
        </Link>
        <Target row={row} />
      </td>
      <td className="muted cut">{words.text(row.type_name, row.type)}</td>
      <td>
        <RowBars row={row} />
      </td>
      <td>
        <Sparkline points={row.spark} label={t.sparkName(row.name)} quiet={row.status === 'paused'} />
      </td>
      <Figures row={row} />
      <td className="tags-cell">
        <Tags tags={row.tags} />
      </td>
      <td className="right num muted nowrap">
        <Checked row={row} />
      </td>
    </tr>
  )
})

/** The first one, and how many there are besides. */
function Tags({ tags: [first, ...others] }: { tags: readonly string[] }) {
  if (first === undefined) return null
  return (
    <span className="tags" title={[first, ...others].join(', ')}>
      <Tag>{first}</Tag>
      {others.length > 0 && <span className="muted num">+{others.length}</span>}
    </span>
  )
}

function Figures({ row }: { row: Row }) {
  const t = useMonitorListMessages()
  const format = useFormat()
  const checksIn = row.target === null && row.next_due_at !== null && row.status !== 'paused'
  return (
    <>
      <td className="right num nowrap">
        {checksIn ? (
          <span className="muted">{t.next(format.clock(row.next_due_at!))}</span>
        ) : (
          format.response(row.median_ms)
        )}
      </td>
      <td className="right num nowrap">
        {format.uptime(row.uptime_30d)}
        <span className="sub">
          <TooEarly seconds={row.too_early_seconds} />
        </span>
      </td>
    </>
  )
}

/** Truncates long targets in the middle, because their ends differ. */
function Target({ row }: { row: Row }) {
  const t = useMonitorListMessages()
  if (row.target === null) return <span className="sub cut">{t.checksIn}</span>
  if (row.target === row.name) return null
  const end = row.target.length > 16 ? row.target.slice(-12) : ''
  return (
    <span className="sub mono target" title={row.target}>
      <span className="cut">{end ? row.target.slice(0, -12) : row.target}</span>
      <span>{end}</span>
    </span>
  )
}

function ShownStatus({ row }: { row: Row }) {
  const t = useMonitorListMessages()
  const words = useStatusMessages()
  const format = useFormat()
  const why = row.maintenance
    ? t.underMaintenance(words[row.state], row.maintenance.name, format.clock(row.maintenance.ends_at))
    : row.failing_locations.length > 0
      ? t.seenFrom(row.failing_locations.join(', '))
      : undefined
  const isAffected = row.affected_by !== null && row.status === 'down'
  return (
    <span title={isAffected ? t.affectedBy(row.affected_by!) : why}>
      <StatusWord status={row.status}>{isAffected && t.affected}</StatusWord>
    </span>
  )
}

function RowBars({ row }: { row: Row }) {
  const t = useMonitorListMessages()
  return <Bars bars={row.bars} label={t.barsName(row.name, row.bars.split('d').length - 1)} />
}

function Checked({ row }: { row: Row }) {
  const t = useMonitorListMessages()
  const format = useFormat()
  const now = useNow(10)
  if (row.status === 'paused') return '—'
  if (row.last_check_at === null) return t.soon
  const seconds = (now.getTime() - Date.parse(row.last_check_at)) / 1000
  return (
    <time dateTime={row.last_check_at} title={format.fully(row.last_check_at)}>
      {format.roughly(seconds)}
    </time>
  )
}

export const PhoneRow = memo(function PhoneRow({ row }: Pick<RowProps, 'row'>) {
  const words = useStatusMessages()
  const { text } = useTranslation()
  return (
    <Link className="phone-row" to="/monitors/$id" params={{ id: row.id }}>
      <StatusMark status={row.status} size={16} />
      <span className="cut">
        <span className="name cut">{row.name}</span>
        <span className="sub cut">
          {words[row.status]} · {text(row.type_name, row.type)} · <Checked row={row} />
        </span>
      </span>
      <RowBars row={row} />
    </Link>
  )
})
