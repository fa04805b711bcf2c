// Chooses monitors by searching among all of them.
import { RemovableTag } from '../card.tsx'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryFor } from '../../api.ts'
import { useDebounced } from '../../debounced.ts'
import { QueryResult } from '../content-states.tsx'
import { Check, TextField } from './field.tsx'
import { useMonitorPickerMessages } from '../messages.ts'
import { toggled } from '../../toggled.ts'

interface MonitorPickerProps {
  readonly label: string
  readonly chosen: readonly string[]
  readonly onChange: (ids: string[]) => void
}

const maxFound = 8
const maxNamed = 20

export function MonitorPicker({ label, chosen, onChange }: MonitorPickerProps) {
  const t = useMonitorPickerMessages()
  const [text, setText] = useState('')
  const q = useDebounced(text.trim().slice(0, 200), 200) || undefined
  const found = useQuery({
    ...queryFor('/dashboard/monitors', { query: { q, limit: maxFound, order: 'name', facets: 'false' } }),
    placeholderData: keepPreviousData,
  })
  const toggle = (id: string): void => onChange(toggled(chosen, id))
  return (
    <fieldset className="stack">
      <legend className="label">{label}</legend>
      <ChosenMonitors ids={chosen} onRemove={toggle} />
      <TextField label={t.find} type="search" value={text} onChange={setText} />
      <QueryResult query={found}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="muted">{t.none}</p>
          ) : (
            <ul className="grid gap-2">
              {data.map(({ id, name }) => (
                <li key={id}>
                  <Check label={name} checked={chosen.includes(id)} onChange={() => toggle(id)} />
                </li>
              ))}
            </ul>
          )
        }
      </QueryResult>
    </fieldset>
  )
}

function ChosenMonitors({ ids, onRemove }: { ids: readonly string[]; onRemove: (id: string) => void }) {
  const t = useMonitorPickerMessages()
  const shown = ids.slice(0, maxNamed)
  const monitors = useQueries({ queries: shown.map((id) => queryFor('/monitors/{id}', { params: { id } })) })
  if (ids.length === 0) return null
  return (
    <ul className="row wrap" aria-label={t.chosen}>
      {shown.map((id, index) => {
        const { data, isError } = monitors[index]!
        const name = data?.name ?? (isError ? t.unknown : '…')
        return <RemovableTag key={id} as="li" name={name} label={t.remove(name)} onRemove={() => onRemove(id)} />
      })}
      {ids.length > maxNamed && <li className="muted">{t.more(ids.length - maxNamed)}</li>}
    </ul>
  )
}
