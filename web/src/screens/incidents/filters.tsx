import { useMessages } from '../../messages.ts'
import { Chip, Segments } from '../../parts/choose.tsx'
import { words } from './messages.ts'

export const usual = {
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
export type Choices = { readonly [K in keyof typeof usual]: string }

export const isFiltered = ({ status: _, ...chosen }: Choices): boolean =>
  Object.values(chosen).some((value) => value !== '')

interface FiltersProps {
  readonly chosen: Choices
  readonly choose: (change: Partial<Choices>) => void
}

export function Filters({ chosen, choose }: FiltersProps) {
  const say = useMessages(words)
  return (
    <div className="row wrap">
      <Segments
        label={say.show}
        value={chosen.status}
        onChange={(status) => choose({ status })}
        choices={[
          { value: 'open', label: say.openTab },
          { value: 'resolved', label: say.resolvedTab },
          { value: 'all', label: say.allTab },
        ]}
      />
      <input
        className="input w-auto"
        type="search"
        aria-label={say.search}
        placeholder={say.search}
        value={chosen.q}
        onChange={(event) => choose({ q: event.target.value })}
      />
      <select
        className="input w-auto"
        aria-label={say.severity}
        value={chosen.severity}
        onChange={(event) => choose({ severity: event.target.value })}
      >
        <option value="">{say.any}</option>
        <option value="critical">{say.critical}</option>
        <option value="warning">{say.warning}</option>
      </select>
      <Chip on={chosen.mine === '1'} onClick={() => choose({ mine: chosen.mine ? '' : '1' })}>
        {say.mine}
      </Chip>
    </div>
  )
}
