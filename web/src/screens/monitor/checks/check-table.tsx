import { Fragment } from 'react'
import { useNow } from '../../../format/now.ts'
import { useFormat } from '../../../format/use-format.ts'
import { Button } from '../../../parts/button.tsx'
import { StatusWord } from '../../../parts/status-mark.tsx'
import { CheckDetails } from './check-details.tsx'
import { useCheckMessages } from './check-messages.ts'
import type { CheckRow, Monitor } from '../monitor-data.ts'
import { Table, right } from '../../../parts/table.tsx'

interface CheckTableProps {
  readonly monitor: Monitor
  readonly checks: readonly CheckRow[]
  /** The id of the expanded check. */
  readonly open: string
  readonly onOpen: (id: string) => void
}

export function CheckTable({ monitor, checks, open, onOpen }: CheckTableProps) {
  const { columns } = useCheckMessages()
  return (
    <Table
      columns={[
        columns.result,
        columns.at,
        columns.location,
        columns.got,
        right(columns.took),
        { label: columns.details, isHidden: true },
      ]}
      className="checks"
    >
      {checks.map((check) => (
        <Fragment key={check.id}>
          <Check check={check} isOpen={check.id === open} onOpen={onOpen} />
          {check.id === open && (
            <tr className="opened">
              <td colSpan={6}>
                <CheckDetails monitor={monitor} id={check.id} />
              </td>
            </tr>
          )}
        </Fragment>
      ))}
    </Table>
  )
}

function Check({ check, isOpen, onOpen }: { check: CheckRow; isOpen: boolean; onOpen: (id: string) => void }) {
  const t = useCheckMessages()
  const format = useFormat()
  const toggle = (): void => onOpen(isOpen ? '' : check.id)
  const status = check.infrastructure ? 'unknown' : check.success ? 'up' : 'down'
  const isToday = new Date(check.at).toDateString() === useNow(60).toDateString()
  return (
    <tr className={isOpen ? 'sel' : ''}>
      <td>
        <StatusWord status={status}>{check.infrastructure ? t.ours : check.success ? t.passed : t.failed}</StatusWord>
      </td>
      <td className="num nowrap">
        <time dateTime={check.at} title={format.fully(check.at)}>
          {isToday ? format.clockSeconds(check.at) : `${format.day(check.at)}, ${format.clockSeconds(check.at)}`}
        </time>
      </td>
      <td>{check.location?.name ?? '—'}</td>
      <td className="got">{check.error ?? (check.status_code ? t.status(check.status_code) : t.fine)}</td>
      {/* Reports of hosts and jobs have no response time. */}
      <td className="right num nowrap">{check.duration_ms === 0 ? '' : format.response(check.duration_ms)}</td>
      <td className="right">
        <Button
          small
          weight="ghost"
          icon={isOpen ? 'up' : 'down'}
          aria-label={isOpen ? t.close : t.open}
          aria-expanded={isOpen}
          onClick={toggle}
        />
      </td>
    </tr>
  )
}
