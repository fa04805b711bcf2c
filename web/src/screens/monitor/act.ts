// What people do to one monitor: done at once, told, and taken back where there is a way back.
import { client, invalidate } from '../../api.ts'
import { errorText } from '../../error-text.ts'
import { type Toast, toast } from '../../frame/toasts.tsx'
import { currentPreferences } from '../../preferences.ts'
import { actionMessages } from './action-messages.ts'

interface Named {
  readonly id: string
  readonly name: string
}

/** What was changed is asked for again; what went wrong is told. */
export async function act(change: () => Promise<unknown>, told?: Toast): Promise<boolean> {
  try {
    await change()
  } catch (error) {
    toast({ text: errorText(error), tone: 'error' })
    return false
  } finally {
    void invalidate('/monitors', '/dashboard/monitors', '/summary', '/dashboard/overview')
  }
  if (told) toast(told)
  return true
}

const pause = ({ id }: Named): Promise<unknown> => client.post('/monitors/{id}/pause', { params: { id } })
const resume = ({ id }: Named): Promise<unknown> => client.post('/monitors/{id}/resume', { params: { id } })

export const pauseMonitor = (monitor: Named): Promise<boolean> =>
  act(() => pause(monitor), {
    text: actionMessages[currentPreferences().language].paused(monitor.name),
    undo: () => act(() => resume(monitor)),
  })

export const resumeMonitor = (monitor: Named): Promise<boolean> =>
  act(() => resume(monitor), {
    text: actionMessages[currentPreferences().language].resumed(monitor.name),
    undo: () => act(() => pause(monitor)),
  })

export const checkNow = ({ id }: Named, text: string): Promise<boolean> =>
  act(() => client.post('/monitors/{id}/check-now', { params: { id } }), { text })
