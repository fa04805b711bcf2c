// Search, filters, time range and order of the list.
import { useStatusMessages } from '../../parts/messages.ts'
import { useQuery } from '@tanstack/react-query'
import { type Ref, useEffect, useState } from 'react'
import { queryFor } from '../../api.ts'
import { useFormat } from '../../format/use-format.ts'
import { Segments } from '../../parts/choose.tsx'
import { Icon } from '../../parts/icon.tsx'
import { states } from '../../parts/states.ts'
import { StatusMark } from '../../parts/status-mark.tsx'
import { splitList } from '../../url.ts'
import {
  type ListFilters,
  type FacetName,
  type ListChoices,
  type Order,
  facetNames,
  orders,
  spanOf,
  spans,
} from './choices.ts'
import { useMonitorListMessages } from './messages.ts'
import type { Page } from './rows.ts'
import { useTypeNames } from './type-names.ts'
import { Views } from './views.tsx'
import { Select } from '../../parts/form/field.tsx'
import { MultiSelect, type MultiSelectOption } from '../../parts/overlay/multi-select.tsx'

type Facets = Page['facets']
const typingMs = 120

interface Chooser {
  readonly chosen: ListFilters
  readonly choose: ListChoices['choose']
  readonly toggle: ListChoices['toggle']
}

/** Status filter chips with counts. */
export function StatusChips({ facets, chosen, choose, toggle }: Chooser & { facets: Facets }) {
  const t = useMonitorListMessages()
  const words = useStatusMessages()
  const format = useFormat()
  const pressed = splitList(chosen.status)
  const counts = new Map(facets?.status.map(({ value, count }) => [value, count]))
  const shown = ['down', ...states.filter((state) => state !== 'down' && state !== 'up')].toSpliced(2, 0, 'up')
  const sum = [...counts.values()].reduce((total, count) => total + count, 0)
  return (
    <div className="state-chips" role="group" aria-label={t.statuses}>
      <button type="button" className="chip" aria-pressed={pressed.length === 0} onClick={() => choose({ status: '' })}>
        {t.all} <span className="num">{format.number(sum)}</span>
      </button>
      {(shown as (typeof states)[number][]).map((state) => (
        <button
          key={state}
          type="button"
          className="chip"
          aria-pressed={pressed.includes(state)}
          onClick={() => toggle('status', state)}
        >
          <StatusMark status={state} size={12} />
          {words[state]} <span className="num">{format.number(counts.get(state) ?? 0)}</span>
        </button>
      ))}
    </div>
  )
}

export function Tools({
  facets,
  chosen,
  choose,
  toggle,
  field,
}: Chooser & { facets: Facets; field: Ref<HTMLInputElement> }) {
  const t = useMonitorListMessages()
  // Names of choices are requested when somebody is about to choose.
  const [isNear, setNear] = useState(false)
  const near = (): void => setNear(true)
  const needsNames = isNear || chosen.type !== '' || chosen.location !== ''
  const optionsOf = useFacetOptions(facets, needsNames)
  const order = chosen.group === 'tag' ? 'tag' : (orders.find((known) => known === chosen.order) ?? 'trouble')
  const choices: readonly (Order | 'tag')[] = ['trouble', 'name', 'tag']
  const rarer: readonly Order[] = ['uptime', 'slow', 'new']
  const reorder = (to: string): void =>
    to === 'tag' ? choose({ group: 'tag', order: 'trouble' }) : choose({ group: '', order: to })
  return (
    <div className="list-tools" onPointerEnter={near} onFocusCapture={near}>
      <Search value={chosen.q} onChange={(q) => choose({ q })} field={field} />
      {facetNames.map((name) => (
        <MultiSelect
          key={name}
          label={t.facets[name]}
          options={optionsOf(name)}
          chosen={splitList(chosen[name])}
          onToggle={(value) => toggle(name, value)}
          onClear={() => choose({ [name]: '' })}
        />
      ))}
      <Views chosen={chosen} choose={choose} isNear={isNear} />
      <span className="list-view">
        <Segments
          label={t.span}
          choices={spans.map((value) => ({ value, label: t.spans[value] }))}
          value={spanOf(chosen)}
          onChange={(span) => choose({ span })}
        />
        <span className="wide">
          <Segments
            label={t.order}
            choices={choices.map((value) => ({ value, label: t.orders[value] }))}
            value={order as Order | 'tag'}
            onChange={reorder}
          />
        </span>
        <Select
          className="input list-order"
          aria-label={t.order}
          value={order}
          options={[...choices, ...rarer].map((value) => [value, t.orders[value]])}
          onChange={reorder}
        />
      </span>
    </div>
  )
}

interface SearchProps {
  readonly value: string
  readonly onChange: (text: string) => void
  readonly field: Ref<HTMLInputElement>
}

function Search({ value, onChange, field }: SearchProps) {
  const t = useMonitorListMessages()
  const [text, setText] = useState(value)
  const [reported, setReported] = useState(value)
  if (value !== reported) {
    setReported(value)
    setText(value)
  }
  useEffect(() => {
    if (text === reported) return
    const timer = setTimeout(() => {
      setReported(text)
      onChange(text)
    }, typingMs)
    return () => clearTimeout(timer)
  }, [text, reported, onChange])
  return (
    <label className="input list-search">
      <Icon name="search" size={14} />
      <input
        ref={field}
        type="search"
        aria-label={t.search}
        placeholder={t.search}
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      />
      <kbd aria-hidden="true">/</kbd>
    </label>
  )
}

/** The values of a facet with display names. */
function useFacetOptions(facets: Facets, enabled: boolean): (name: FacetName) => readonly MultiSelectOption[] {
  const format = useFormat()
  const typeName = useTypeNames({ enabled })
  const { data: locations } = useQuery({ ...queryFor('/locations'), enabled })
  const nameOf: Record<FacetName, (value: string) => string> = {
    type: typeName,
    tag: (value) => value,
    location: (value) => locations?.data.find(({ id }) => id === value)?.name ?? value,
    interval: (value) => format.every(Number(value)),
  }
  return (name) => (facets?.[name] ?? []).map(({ value, count }) => ({ value, count, label: nameOf[name](value) }))
}
