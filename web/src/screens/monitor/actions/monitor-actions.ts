// Actions on one monitor, with a toast and an undo.
import { toast, toastError } from '../../../toast.ts'
import { client } from '../../../api.ts'
import type { Toast } from '../../../toast.ts'
import { currentPreferences } from '../../../preferences.ts'
import { useActionMessages } from './action-messages.ts'
import { invalidate } from '../../../invalidation.ts'

interface NamedMonitor {
  readonly id: string
  readonly name: string
}

/** Runs a change, refetches, and shows a toast. */
export async function runAction(change: () => Promise<unknown>, message?: Toast): Promise<boolean> {
  try {
    await change()
  } catch (error) {
    toastError(error)
    return false
  } finally {
    void invalidate('monitor')
  }
  if (message) toast(message)
  return true
}

const pause = ({ id }: NamedMonitor): Promise<unknown> => client.post('/monitors/{id}/pause', { params: { id } })
const resume = ({ id }: NamedMonitor): Promise<unknown> => client.post('/monitors/{id}/resume', { params: { id } })

export const pauseMonitor = (monitor: NamedMonitor): Promise<boolean> =>
  runAction(() => pause(monitor), {
    text: useActionMessages.in(currentPreferences().language).paused(monitor.name),
    undo: () => runAction(() => resume(monitor)),
  })

export const resumeMonitor = (monitor: NamedMonitor): Promise<boolean> =>
  runAction(() => resume(monitor), {
    text: useActionMessages.in(currentPreferences().language).resumed(monitor.name),
    undo: () => runAction(() => pause(monitor)),
  })

export const checkNow = ({ id }: NamedMonitor, text: string): Promise<boolean> =>
  runAction(() => client.post('/monitors/{id}/check-now', { params: { id } }), { text })
