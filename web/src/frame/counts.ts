// Counts next to the sections, also shown in the browser tab.
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { queryFor } from '../api.ts'
import { openIncidentCounts } from './tab-title.ts'

export interface Counts {
  readonly monitors: number
  readonly incidents: number
}

export function useCounts(): Counts {
  const isHome = useLocation({ select: ({ pathname }) => pathname === '/' })
  // The overview response contains them, so the overview needs no second request.
  const summary = useQuery({ ...queryFor('/summary'), enabled: !isHome })
  const overview = useQuery({ ...queryFor('/dashboard/overview'), enabled: isHome })
  const data = (isHome ? overview : summary).data ?? summary.data ?? overview.data
  const incidents = data ? data.incidents.firing + data.incidents.acknowledged : 0
  const unattended = data ? data.incidents.critical > 0 && data.incidents.firing > 0 : false
  useEffect(() => openIncidentCounts.set({ incidents, unattended }), [incidents, unattended])
  return { monitors: data?.monitors.total ?? 0, incidents }
}
