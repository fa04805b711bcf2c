// Saves a moment after the last change.
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { errorText } from '../../error-text.ts'

const typingMs = 500

interface Autosave {
  readonly isSaving: boolean
  readonly schedule: () => void
  readonly cancel: () => void
  /** Ends the state that `schedule` began, for a save by other means. */
  readonly markSaved: () => void
}

/** `onError` must be the same function on every render. */
export function useAutosave(save: () => Promise<void>, onError: (text: string) => void): Autosave {
  const [isSaving, setIsSaving] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latestSave = useRef(save)
  useLayoutEffect(() => {
    latestSave.current = save
  })
  const cancel = useCallback((): void => {
    clearTimeout(timer.current)
    timer.current = undefined
  }, [])
  const saveNow = useCallback(async (): Promise<void> => {
    cancel()
    try {
      await latestSave.current()
    } catch (error) {
      onError(errorText(error))
    } finally {
      setIsSaving(timer.current !== undefined)
    }
  }, [cancel, onError])
  // A change just before the screen closes must not be lost.
  useEffect(
    () => () => {
      if (timer.current !== undefined) void saveNow()
    },
    [saveNow],
  )
  const schedule = (): void => {
    setIsSaving(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void saveNow(), typingMs)
  }
  return { isSaving, schedule, cancel, markSaved: () => setIsSaving(false) }
}
