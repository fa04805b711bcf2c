// The row at the cursor and its shortcuts.
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useCommands } from '../../frame/commands.ts'
import { isOnScreen, nextPosition } from '../../parts/next-position.ts'
import { useCan } from '../../session.ts'
import { checkNow, pauseMonitor, resumeMonitor } from '../monitor/actions/monitor-actions.ts'
import type { Bulk } from './bulk/bulk.ts'
import { useMonitorListMessages } from './messages.ts'
import type { Row } from './rows.ts'
import type { Selection } from './selection.ts'

interface RowActions {
  readonly total: number
  readonly rowAt: (position: number) => Row | undefined
  readonly selection: Selection
  readonly bulk: Bulk
}

export function useRowActions({ total, rowAt, selection, bulk }: RowActions) {
  const [cursor, setCursor] = useState<number | null>(null)
  const anchor = useRef<number | null>(null)
  const rows = useRef(rowAt)
  useLayoutEffect(() => {
    rows.current = rowAt
  })
  const { toggle } = selection
  const select = useCallback(
    (position: number, on: boolean, range: boolean) => {
      const from = range ? (anchor.current ?? position) : position
      anchor.current = position
      const [low, high] = [Math.min(from, position), Math.max(from, position)]
      const ids = Array.from({ length: high - low + 1 }, (_, index) => rows.current(low + index)?.id)
      toggle(
        ids.filter((id) => id !== undefined),
        on,
      )
    },
    [toggle],
  )
  useRowKeys({ total, selection, bulk, cursor, setCursor, select, row: cursor === null ? undefined : rowAt(cursor) })
  return { cursor, setCursor, select }
}

/** The positions of the rows on the screen, in order. */
function visiblePositions(): number[] {
  return [...document.querySelectorAll<HTMLElement>('.monitor-table [data-position]')]
    .filter(isOnScreen)
    .map(({ dataset }) => Number(dataset['position']))
}

interface RowKeys extends Omit<RowActions, 'rowAt'> {
  readonly row: Row | undefined
  readonly cursor: number | null
  readonly setCursor: (position: number) => void
  readonly select: (position: number, on: boolean, range: boolean) => void
}

function useRowKeys({ row, total, selection, bulk, cursor, setCursor, select }: RowKeys): void {
  const { verbs: t, checking } = useMonitorListMessages()
  const can = useCan()
  const navigate = useNavigate()
  const move = (step: 1 | -1): void => setCursor(nextPosition({ cursor, step, total, visible: visiblePositions() }))
  const some = selection.all || selection.ids.size > 0
  const moves = [
    { label: t.next, keys: 'j', keyOnly: true, run: () => move(1) },
    { label: t.previous, keys: 'k', keyOnly: true, run: () => move(-1) },
    { label: t.next, keys: 'ArrowDown', keyOnly: true, run: () => move(1) },
    { label: t.previous, keys: 'ArrowUp', keyOnly: true, run: () => move(-1) },
  ]
  const changes = row
    ? [
        { label: t.select, keys: 'x', keyOnly: true, run: () => select(cursor!, !selection.has(row.id), false) },
        {
          label: t.pause,
          keys: 'p',
          keyOnly: true,
          run: () => void (row.state === 'paused' ? resumeMonitor(row) : pauseMonitor(row)),
        },
        {
          label: t.edit,
          keys: 'e',
          keyOnly: true,
          run: () => void navigate({ to: '/monitors/$id/edit', params: { id: row.id } }),
        },
        { label: t.check, keys: 'r', keyOnly: true, run: () => void checkNow(row, checking(row.name)) },
      ]
    : []
  const many = some
    ? [
        { label: t.clear, keys: 'Escape', keyOnly: true, run: selection.clear },
        { label: t.pauseSelected, keys: 'Shift+P', run: () => void bulk.pause() },
      ]
    : []
  useCommands([...moves, ...(can('member') ? [...changes, ...many] : [])])
}
