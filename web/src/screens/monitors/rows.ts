// Loads monitors by position, 100 at a time, for the visible range only.
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type AnswerOf, queryFor, queries } from '../../api.ts'
import { onLiveEvent } from '../../live/live.ts'
import type { MonitorQuery } from './choices.ts'

export type Page = AnswerOf<'/dashboard/monitors', 'get'>
export type Row = Page['data'][number]

const pageSize = 100
const settleMs = 60

export interface VisibleRange {
  readonly first: number
  readonly last: number
}

export function useRows(filters: MonitorQuery, seen: VisibleRange) {
  const head = useQuery({ ...pageQuery(filters, 0), placeholderData: keepPreviousData })
  const pages = useSettled(pagesOf(seen)).filter((page) => page > 0)
  const others = useQueries({ queries: pages.map((page) => pageQuery(filters, page)) })
  const known = new Map<number, readonly Row[]>(pages.map((page, index) => [page, others[index]?.data?.data ?? []]))
  if (head.data) known.set(0, head.data.data)
  const rowAt = (position: number): Row | undefined => known.get(Math.floor(position / pageSize))?.[position % pageSize]
  return { head, rowAt, loaded: () => [...known.values()].flat() }
}

function pageQuery(filters: MonitorQuery, page: number) {
  const facets = page === 0 ? ('true' as const) : ('false' as const)
  return queryFor('/dashboard/monitors', { query: { ...filters, facets, offset: page * pageSize, limit: pageSize } })
}

function pagesOf({ first, last }: VisibleRange): string {
  const from = Math.floor(first / pageSize)
  const until = Math.floor(last / pageSize)
  return Array.from({ length: until - from + 1 }, (_, index) => from + index).join()
}

/** Dragging the scroll bar passes many pages; load only where it stops. */
function useSettled(pages: string): number[] {
  const [settled, settle] = useState(pages)
  useEffect(() => {
    if (pages === settled) return
    const timer = setTimeout(settle, settleMs, pages)
    return () => clearTimeout(timer)
  }, [pages, settled])
  return settled.split(',').map(Number)
}

interface Change {
  readonly id: string
  /** Null when it was deleted. */
  readonly state: Row['state'] | null
  readonly last_check_at: string | null
}

/** Applies live changes to rows immediately; the refetch follows within two seconds. */
export function useLivePatches(): void {
  useEffect(
    () =>
      onLiveEvent(({ type, data }) => {
        if (type !== 'monitor') return
        const changes = new Map((data as { monitors: readonly Change[] }).monitors.map((change) => [change.id, change]))
        queries.setQueriesData<Page>(
          { queryKey: ['/dashboard/monitors'], type: 'active' },
          (page) => page && patchPage(page, changes),
        )
      }),
    [],
  )
}

function patchPage(page: Page, changes: ReadonlyMap<string, Change>): Page {
  if (!page.data.some(({ id }) => changes.has(id))) return page
  return { ...page, data: page.data.map((row) => patchRow(row, changes.get(row.id))) }
}

function patchRow(row: Row, change: Change | undefined): Row {
  if (!change || change.state === null) return row
  const { state, last_check_at: checkedAt } = change
  const status = row.status === 'maintenance' && state !== 'paused' ? row.status : state
  return { ...row, state, status, last_check_at: checkedAt ?? row.last_check_at }
}
