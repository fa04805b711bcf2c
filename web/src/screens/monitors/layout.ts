// The layout of the list: rows by position, below the headers of their groups.
export interface TagGroup {
  readonly tag: string | null
  readonly total: number
  readonly statuses: Readonly<Record<string, number>>
}

export type Item =
  | { readonly kind: 'row'; readonly position: number }
  | { readonly kind: 'group'; readonly group: TagGroup; readonly open: boolean }

export interface Heights {
  readonly row: number
  readonly group: number
}

export interface Layout {
  readonly count: number
  readonly height: number
  itemAt(index: number): Item
  /** The index of a row, or of its group header if that is collapsed. */
  indexOf(position: number): number
  /** The top of an item in pixels. */
  offsetOf(index: number): number
  /** The index of the item at an offset. */
  indexAt(offset: number): number
}

interface LayoutInput {
  readonly total: number
  readonly groups: readonly TagGroup[] | null
  readonly closed: ReadonlySet<string>
  readonly heights: Heights
}

export const groupKey = ({ tag }: TagGroup): string => tag ?? ''

export function layoutOf({ total, groups, closed, heights }: LayoutInput): Layout {
  return groups ? grouped(groups, { closed, heights }) : plain(total, heights)
}

function plain(count: number, { row }: Heights): Layout {
  return {
    count,
    height: count * row,
    itemAt: (position) => ({ kind: 'row', position }),
    indexOf: (position) => position,
    offsetOf: (index) => index * row,
    indexAt: (offset) => within(Math.floor(offset / row), count),
  }
}

function grouped(groups: readonly TagGroup[], { closed, heights }: Pick<LayoutInput, 'closed' | 'heights'>): Layout {
  const end = { index: 0, position: 0, offset: 0 }
  const placed = groups.map((group) => {
    const open = !closed.has(groupKey(group))
    const place = { group, open, ...end }
    const shown = open ? group.total : 0
    end.index += 1 + shown
    end.position += group.total
    end.offset += heights.group + shown * heights.row
    return place
  })
  const placeOf = (index: number) => placed.findLast((one) => one.index <= index) ?? placed[0]!
  return {
    count: end.index,
    height: end.offset,
    itemAt(index) {
      const { group, open, position, index: start } = placeOf(index)
      return start === index ? { kind: 'group', group, open } : { kind: 'row', position: position + index - start - 1 }
    },
    indexOf(position) {
      const place = placed.findLast((one) => one.position <= position && one.group.total > 0)
      if (!place) return 0
      return place.open ? place.index + 1 + position - place.position : place.index
    },
    offsetOf(index) {
      const { index: start, offset } = placeOf(index)
      return index === start ? offset : offset + heights.group + (index - start - 1) * heights.row
    },
    indexAt(at) {
      const { index, offset } = placed.findLast((one) => one.offset <= at) ?? placed[0]!
      const below = at - offset - heights.group
      return within(below < 0 ? index : index + 1 + Math.floor(below / heights.row), end.index)
    },
  }
}

const within = (index: number, count: number): number => Math.max(0, Math.min(index, count - 1))
