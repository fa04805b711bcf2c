import { Chip, Segments } from '../../parts/choose.tsx'
import { useIncidentListMessages } from './messages.ts'
import { Select } from '../../parts/form/select.tsx'

export const defaultFilters = {
  status: 'open',
  severity: '',
  q: '',
  mine: '',
  monitor: '',
  tag: '',
  cause: '',
  since: '',
  until: '',
}
export type IncidentFilters = { readonly [K in keyof typeof defaultFilters]: string }

export const isFiltered = ({ status: _, ...chosen }: IncidentFilters): boolean =>
  Object.values(chosen).some((value) => value !== '')

interface FiltersProps {
  readonly chosen: IncidentFilters
  readonly choose: (change: Partial<IncidentFilters>) => void
}

export function Filters({ chosen, choose }: FiltersProps) {
  const t = useIncidentListMessages()
  return (
    <div className="row wrap">
      <Segments
        label={t.show}
        value={chosen.status}
        onChange={(status) => choose({ status })}
        choices={[
          { value: 'open', label: t.openTab },
          { value: 'resolved', label: t.resolvedTab },
          { value: 'all', label: t.allTab },
        ]}
      />
      <input
        className="input w-auto"
        type="search"
        aria-label={t.search}
        placeholder={t.search}
        value={chosen.q}
        onChange={(event) => choose({ q: event.target.value })}
      />
      <Select
        className="input w-auto"
        aria-label={t.severity}
        value={chosen.severity}
        none={t.any}
        options={[
          ['critical', t.critical],
          ['warning', t.warning],
        ]}
        onChange={(severity) => choose({ severity })}
      />
      <Chip on={chosen.mine === '1'} onClick={() => choose({ mine: chosen.mine ? '' : '1' })}>
        {t.mine}
      </Chip>
    </div>
  )
}
