// Filters, order and time range of the list, stored in the URL.
import type { InputOf } from '../../api.ts'
import { parseSearch, splitList, stringifySearch, useChoices } from '../../url.ts'
import { toggled } from '../../toggled.ts'

export const facetNames = ['type', 'tag', 'location', 'interval'] as const
export type FacetName = (typeof facetNames)[number]

const defaultChoices = {
  q: '',
  status: '',
  type: '',
  tag: '',
  location: '',
  interval: '',
  order: 'trouble',
  group: '',
  span: '24h',
  view: '',
}

export type ListFilters = Readonly<Record<keyof typeof defaultChoices, string>>
export type MonitorQuery = NonNullable<InputOf<'/dashboard/monitors', 'get'>['query']>

const filters = ['q', 'status', ...facetNames] as const

export type ListChoices = ReturnType<typeof useListChoices>

export function useListChoices() {
  const [chosen, choose] = useChoices(defaultChoices)
  return {
    chosen: chosen as ListFilters,
    choose,
    toggle: (name: 'status' | FacetName, value: string) =>
      choose({ [name]: toggled(splitList(chosen[name]), value).join(',') }),
    clear: () => choose(Object.fromEntries([...filters, 'view'].map((name) => [name, '']))),
  }
}

const orders = ['trouble', 'name', 'uptime', 'slow', 'new'] as const
const spans = ['24h', '7d', '90d'] as const
export type Order = (typeof orders)[number]
export type Span = (typeof spans)[number]
export { orders, spans }

/** The query string that a saved view stores. */
export function queryOf(chosen: ListFilters): string {
  const kept = Object.entries(chosen).filter(
    ([name, value]) => name !== 'view' && value !== defaultChoices[name as keyof ListFilters],
  )
  return stringifySearch(Object.fromEntries(kept)).slice(1)
}

/** All choices of a saved view; others are reset. */
export const choicesIn = (query: string): ListFilters => ({ ...defaultChoices, ...parseSearch(query) })

/** Only the filters, for bulk changes. */
export function filterOf(chosen: ListFilters): Partial<Record<(typeof filters)[number], string>> {
  return Object.fromEntries(filters.filter((name) => chosen[name] !== '').map((name) => [name, chosen[name]]))
}

export const spanOf = ({ span }: ListFilters): Span => spans.find((known) => known === span) ?? '24h'

export function monitorQueryOf(chosen: ListFilters): MonitorQuery {
  return {
    ...filterOf(chosen),
    order: orders.find((known) => known === chosen.order) ?? 'trouble',
    span: spanOf(chosen),
    ...(chosen.group === 'tag' && { group: 'tag' as const }),
  }
}
