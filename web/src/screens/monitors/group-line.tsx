// The header of a tag group: count, statuses, and a toggle.
import { useStatusMessages } from '../../parts/messages.ts'
import { useFormat } from '../../format/use-format.ts'
import { Icon } from '../../parts/icon.tsx'
import { states } from '../../parts/states.ts'
import { StatusMark } from '../../parts/status-mark.tsx'
import { type Item, groupKey } from './layout.ts'
import { useMonitorListMessages } from './messages.ts'

interface GroupLineProps {
  readonly item: Extract<Item, { kind: 'group' }>
  readonly index: number
  /** Number of table columns; undefined in a list. */
  readonly columns?: number
  readonly onFold: (key: string) => void
}

export function GroupLine({ item, index, columns, onFold }: GroupLineProps) {
  if (columns === undefined) return <Line item={item} onFold={onFold} />
  return (
    <tr className="group-line" aria-rowindex={index + 2}>
      <td colSpan={columns + 1}>
        <Line item={item} onFold={onFold} />
      </td>
    </tr>
  )
}

function Line({ item: { group, open }, onFold }: Pick<GroupLineProps, 'item' | 'onFold'>) {
  const t = useMonitorListMessages()
  const words = useStatusMessages()
  const format = useFormat()
  return (
    <button type="button" className="group-fold" aria-expanded={open} onClick={() => onFold(groupKey(group))}>
      <Icon name={open ? 'down' : 'forward'} size={12} />
      <span className="strong">{t.group(group.tag)}</span>
      <span className="muted">{t.groupCount(group.total)}</span>
      {states
        .filter((state) => state !== 'up' && (group.statuses[state] ?? 0) > 0)
        .map((state) => (
          <span key={state} className="row gap-1">
            <StatusMark status={state} size={11} label={words[state]} />
            <span className="num">{format.number(group.statuses[state]!)}</span>
          </span>
        ))}
    </button>
  )
}
