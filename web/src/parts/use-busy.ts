import { useState } from 'react'
import { type Change, invalidate } from '../invalidation.ts'

type Run = (work: () => Promise<unknown>) => void

/** Runs one action of a button at a time, then refetches. What it throws is shown, as of any other action. */
export function useBusy(...stale: readonly Change[]): [busy: boolean, run: Run] {
  const [busy, setBusy] = useState(false)
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    if (busy) return
    setBusy(true)
    try {
      await work()
    } finally {
      setBusy(false)
      await invalidate(...stale)
    }
  }
  return [busy, (work) => void run(work)]
}
