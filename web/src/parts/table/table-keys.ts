// The keys of a table: j and k or the arrows move, Enter opens, x selects, Shift with a click selects up to there, Escape clears.
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { useVerbs } from '../../frame/verbs.ts'
import { defineMessages, useMessages } from '../../messages.ts'
import type { Selection } from './selection.ts'

interface TableKeysOptions<Row> {
  readonly table: RefObject<HTMLTableElement | null>
  readonly total: number
  readonly rowAt: (index: number) => Row | undefined
  readonly keyOf: (row: Row) => string
  readonly onOpen: ((row: Row) => void) | undefined
  readonly selection: Selection | undefined
  readonly scrollTo: (index: number) => void
}

interface TableKeys {
  /** The row that keys act on; the first can be reached with Tab. */
  readonly cursor: number
  readonly pick: (index: number, range: boolean) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

const words = defineMessages({
  en: { next: 'Next row', previous: 'Previous row', select: 'Select the row' },
  de: { next: 'Nächste Zeile', previous: 'Vorige Zeile', select: 'Zeile auswählen' },
})

export function useTableKeys<Row>(options: TableKeysOptions<Row>): TableKeys {
  const { table, total, rowAt, keyOf, onOpen, selection, scrollTo } = options
  const say = useMessages(words)
  const [cursor, setCursor] = useState(0)
  const anchor = useRef(0)
  const go = (index: number): void => {
    const next = Math.max(0, Math.min(index, total - 1))
    setCursor(next)
    scrollTo(next)
    requestAnimationFrame(() =>
      table.current?.querySelector<HTMLElement>(`tr[data-index="${next}"]`)?.focus({ preventScroll: true }),
    )
  }
  const pick = (index: number, range: boolean): void => {
    const from = range ? Math.min(anchor.current, index) : index
    const rows = Array.from({ length: Math.max(anchor.current, index) - from + 1 }, (_, n) => rowAt(from + n))
    anchor.current = index
    if (range) return selection?.add(rows.flatMap((row) => (row === undefined ? [] : [keyOf(row)])))
    const row = rowAt(index)
    if (row !== undefined) selection?.toggle(keyOf(row))
  }
  // Before it is entered the table starts at its first row.
  const isInside = (): boolean => table.current?.contains(document.activeElement) === true
  const step = (by: number) => () => go(isInside() ? cursor + by : cursor)
  useVerbs([
    { label: say.next, keys: 'j', keyOnly: true, run: step(1) },
    { label: say.previous, keys: 'k', keyOnly: true, run: step(-1) },
    ...(selection ? [{ label: say.select, keys: 'x', keyOnly: true, run: () => pick(cursor, false) }] : []),
  ])
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = {
      ArrowDown: cursor + 1,
      ArrowUp: cursor - 1,
      Home: 0,
      End: total - 1,
      PageDown: cursor + 10,
      PageUp: cursor - 10,
    }[event.key]
    const row = rowAt(cursor)
    const onRow = event.target instanceof HTMLTableRowElement
    if (next !== undefined && onRow) go(next)
    else if (event.key === 'Enter' && onRow && row !== undefined) onOpen?.(row)
    else if (event.key === 'Escape' && selection && selection.keys.size > 0) selection.clear()
    else return
    event.preventDefault()
  }
  return { cursor: Math.min(cursor, Math.max(0, total - 1)), pick, onKeyDown }
}
