import { Fragment, useState } from 'react'
import type { IncidentRow } from '../../api-types.ts'
import { Button } from '../../parts/button.tsx'
import { useIncidentTexts } from '../../parts/vocabulary/incident-texts.ts'
import { StatusWord } from '../../parts/status-mark.tsx'
import { Duration, Timestamp } from '../../parts/time.tsx'
import { type Line, linesOf } from './folds.ts'
import { useIncidentKeys } from './incident-keys.ts'
import { useIncidentListMessages } from './messages.ts'
import { toggled } from '../../toggled.ts'
import { IncidentLink } from '../../parts/links.tsx'

interface IncidentTableProps {
  readonly rows: readonly IncidentRow[]
  readonly selected: readonly number[]
  /** Null for viewers. */
  readonly onSelect: ((ids: readonly number[]) => void) | null
  readonly onAcknowledge: ((ids: readonly number[]) => void) | null
}

export function IncidentTable({ rows, selected, onSelect, onAcknowledge }: IncidentTableProps) {
  const t = useIncidentListMessages()
  const table = useIncidentKeys(onAcknowledge)
  const [unfolded, setUnfolded] = useState<readonly string[]>([])
  const toggle = (shared: string): void => setUnfolded((before) => toggled(before, shared))
  return (
    <table ref={table} className="table stacked">
      <Head />
      <tbody>{linesOf(rows).map(drawn)}</tbody>
    </table>
  )

  function drawn(line: Line<IncidentRow>) {
    if (line.kind === 'one') return row(line.row)
    const { shared, rows: together } = line
    const isOpen = unfolded.includes(shared)
    return (
      <Fragment key={`together ${shared}`}>
        <tr data-firing={firingIn(together)}>
          <td>
            <StatusWord status={together.some(({ status }) => status === 'firing') ? 'firing' : together[0]!.status} />
          </td>
          <td colSpan={5}>
            <span className="name">{t.folded(together.length, shared)}</span>
          </td>
          <td>
            <Button small aria-expanded={isOpen} label={isOpen ? t.fold : t.unfold} onClick={() => toggle(shared)} />
          </td>
        </tr>
        {isOpen && together.map(row)}
      </Fragment>
    )
  }

  function row(incident: IncidentRow) {
    const { id } = incident
    const select = (on: boolean): void => onSelect?.(on ? [...selected, id] : selected.filter((other) => other !== id))
    return (
      <Row
        key={id}
        incident={incident}
        isSelected={selected.includes(id)}
        onSelect={onSelect && incident.status === 'firing' ? select : null}
      />
    )
  }
}

const firingIn = (incidents: readonly IncidentRow[]): string =>
  incidents
    .filter(({ status }) => status === 'firing')
    .map(({ id }) => id)
    .join(' ')

function Head() {
  const t = useIncidentListMessages()
  return (
    <thead>
      <tr>
        <th scope="col">{t.state}</th>
        <th scope="col">{t.what}</th>
        <th scope="col">{t.started}</th>
        <th scope="col">{t.lasted}</th>
        <th scope="col">{t.seenFrom}</th>
        <th scope="col">{t.who}</th>
        <th scope="col">{t.delivered}</th>
      </tr>
    </thead>
  )
}

interface RowProps {
  readonly incident: IncidentRow
  readonly isSelected: boolean
  readonly onSelect: ((on: boolean) => void) | null
}

function Row({ incident, isSelected, onSelect }: RowProps) {
  const t = useIncidentListMessages()
  const { titleOf } = useIncidentTexts()
  const { id, status, severity, failing_since: since, resolved_at: until } = incident
  const about = incident.monitor ?? incident.slo ?? incident.location
  const { seen_from: seen, locations, acknowledged_by: who, assignee, deliveries } = incident
  return (
    <tr className={isSelected ? 'sel' : ''} data-firing={firingIn([incident])}>
      <td>
        <span className="row">
          {onSelect && (
            <input
              type="checkbox"
              className="check"
              aria-label={t.select(id)}
              checked={isSelected}
              onChange={(event) => onSelect(event.target.checked)}
            />
          )}
          <StatusWord status={status} />
        </span>
      </td>
      <td className="min-w-0">
        <IncidentLink className="name" number={id} text={titleOf(incident)} />
        <span className="sub">
          #{id} · {t[severity]}
          {about && <> · {about.name}</>}
        </span>
      </td>
      <td className="nowrap">
        <Timestamp at={since} />
      </td>
      <td className="nowrap">
        <Duration from={since} until={until} />
      </td>
      <td data-label={t.seenFrom} title={seen.join(', ')}>
        {locations > 0 && t.seenOf(seen.length, locations)}
      </td>
      <td data-label={who ? t.who : undefined}>
        {who ?? (status === 'firing' && !assignee ? <span className="faint">{t.nobody}</span> : '')}
        {assignee && assignee.name !== who && <span className="sub">{t.assignedTo(assignee.name)}</span>}
      </td>
      <td data-label={t.delivered} className={deliveries.failed > 0 ? 'num text-down-text' : 'num'}>
        {deliveries.total > 0 && t.deliveredOf(deliveries.sent, deliveries.total)}
      </td>
    </tr>
  )
}
