import { useState } from 'react'
import { ApiError } from '../../api.ts'
import { errorText } from '../../error-text.ts'
import { toast } from '../../toast.ts'
import { invalidate } from '../../invalidation.ts'

/** Runs an action on an incident, one at a time, and refetches. */
export function useIncidentAction(
  incidentId: number,
): [busy: boolean, act: (work: () => Promise<unknown>, done?: string) => void] {
  const [busy, setBusy] = useState(false)
  const act = async (work: () => Promise<unknown>, done?: string): Promise<void> => {
    if (busy) return
    setBusy(true)
    try {
      await work()
      if (done) toast({ text: done })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast({ text: `#${incidentId}: ${errorText(error)}`, tone: 'error' })
    } finally {
      setBusy(false)
      await invalidate('incident', 'delivery')
    }
  }
  return [busy, (work, done) => void act(work, done)]
}
