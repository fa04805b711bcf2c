// The groups and the cell at the pointer.
import { useStatusMessages } from '../../../parts/messages.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryFor } from '../../../api.ts'
import { useMonitorTypes } from '../../../catalog/catalog.ts'
import { stateByLetter } from '../../../parts/states.ts'
import type { CellPosition, Grouping, PointedCell } from './grid-data.ts'
import { GridGroup } from './group.tsx'
import { useStatusGridMessages } from './messages.ts'
import type { Widths } from './use-widths.ts'

interface GroupsProps {
  readonly groups: readonly { readonly key: string; readonly cells: string }[]
  readonly by: Grouping
  readonly tag: string
  readonly widths: Widths
}

/** Larger groups span all columns. */
const maxInColumn = 400

export function Groups({ groups, by, tag, widths }: GroupsProps) {
  const total = groups.reduce((sum, { cells }) => sum + cells.length, 0)
  const nameOf = useGroupNames(by)
  const [place, point] = useState<CellPosition | null>(null)
  const pointed = usePointedCell(place, { groups, by, tag })
  return groups.map(({ key, cells }) => {
    const spansAll = cells.length > maxInColumn
    return (
      <GridGroup
        key={key}
        group={key}
        name={nameOf(key)}
        by={by}
        cells={cells}
        total={total}
        spansAll={spansAll}
        width={spansAll ? widths.all : widths.column}
        pointed={place?.group === key ? pointed : null}
        point={point}
      />
    )
  })
}

/** The name of a group; its key until the name is loaded. */
function useGroupNames(by: Grouping): (key: string) => string {
  const { data: locations } = useQuery({ ...queryFor('/locations'), enabled: by === 'location' })
  const { data: types } = useMonitorTypes({ enabled: by === 'type' })
  if (by === 'location') return (key) => locations?.data.find(({ id }) => id === key)?.name ?? key
  if (by === 'type') return (key) => types?.find(({ type }) => type === key)?.name ?? key
  return (key) => key
}

const namesPerRequest = 100

/** Loads names on demand, 100 at a time. */
function usePointedCell(
  place: CellPosition | null,
  { groups, by, tag }: Omit<GroupsProps, 'widths'>,
): PointedCell | null {
  const t = useStatusGridMessages()
  const words = useStatusMessages()
  const { group = '', at = 0 } = place ?? {}
  const from = Math.floor(at / namesPerRequest) * namesPerRequest
  const query = { by, ...(tag && { tag }), from, count: namesPerRequest }
  const { data } = useQuery({
    ...queryFor('/dashboard/status-grid/{group}', { params: { group }, query }),
    enabled: place !== null,
  })
  if (!place) return null
  const cell = groups.find(({ key }) => key === group)?.cells[at]
  const state = words[stateByLetter[cell ?? 'n'] ?? 'unknown']
  const member = data?.data[at - from]
  return { at, id: member?.id ?? null, text: member ? t.member(member.name, state) : state }
}
