// Tells when the first screen has its data. Until then, requests of the frame would compete with it.
import { queries } from './api.ts'
import { createStore, useStore } from './store.ts'

const maxWaitMs = 1500

/** What comes with the session. */
const ofFrame = ['/dashboard/session', '/dashboard/now', '/dashboard/notices', '/dashboard/paging-problems', '/summary']

const hasContent = createStore(false)

export const useHasContent = (): boolean => useStore(hasContent)

/** Call once, when the page opens. */
export function watchFirstContent(): void {
  const stop = queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    if (!ofFrame.includes(String(event.query.queryKey[0]))) open()
  })
  const timer = setTimeout(open, maxWaitMs)
  function open(): void {
    stop()
    clearTimeout(timer)
    hasContent.set(true)
  }
}
