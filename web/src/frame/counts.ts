// Counts next to the sections, also shown in the browser tab, and the on-call duty of the user.
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type AnswerOf, queryFor } from '../api.ts'
import { useHasContent } from '../first-content.ts'
import { openIncidentCounts } from './tab-title.ts'

export interface Counts {
  readonly monitors: number
  readonly incidents: number
  readonly maintenance: number
}

const useIsHome = (): boolean => useLocation({ select: ({ pathname }) => pathname === '/' })

export function useCounts(): Counts {
  const isHome = useIsHome()
  // The overview response contains them, so the overview needs no second request.
  const hasContent = useHasContent()
  const summary = useQuery({ ...queryFor('/summary'), enabled: !isHome && hasContent })
  const overview = useQuery({ ...queryFor('/dashboard/overview'), enabled: isHome })
  const data = (isHome ? overview : summary).data ?? summary.data ?? overview.data
  const incidents = data ? data.incidents.firing + data.incidents.acknowledged : 0
  const unattended = data ? data.incidents.critical > 0 && data.incidents.firing > 0 : false
  useEffect(() => openIncidentCounts.set({ incidents, unattended }), [incidents, unattended])
  return { monitors: data?.monitors.total ?? 0, incidents, maintenance: useCurrent()?.maintenance.length ?? 0 }
}

type Current = Pick<AnswerOf<'/dashboard/now', 'get'>, 'on_call' | 'maintenance'>

/** Who is on call and the maintenance that is on. */
export function useCurrent(): Current | undefined {
  const isHome = useIsHome()
  const hasContent = useHasContent()
  const now = useQuery({
    ...queryFor('/dashboard/now'),
    enabled: !isHome && hasContent,
    refetchInterval: ({ state }) => untilNextChangeMs(state.data, Date.now()),
  })
  const overview = useQuery({ ...queryFor('/dashboard/overview'), enabled: isHome })
  return (isHome ? overview : now).data ?? now.data ?? overview.data
}

const [minWaitMs, maxWaitMs] = [10_000, 600_000]

/** The server sends no event when a shift or a window begins or ends. */
function untilNextChangeMs(current: Current | undefined, nowMs: number): number {
  const shifts = current?.on_call.flatMap(({ until, next }) => [until, next?.starts_at]) ?? []
  const ends = current?.maintenance.map(({ ends_at: end }) => end) ?? []
  const changes = [...shifts, ...ends].flatMap((at) => (at ? Date.parse(at) - nowMs : []))
  return Math.min(maxWaitMs, ...changes.map((ms) => Math.max(ms + 1000, minWaitMs)))
}
