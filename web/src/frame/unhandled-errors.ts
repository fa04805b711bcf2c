import { ApiError } from '../api.ts'
import { toastError } from '../toast.ts'

/** Shows API errors that nothing else handles as a toast. */
export function toastUnhandledErrors(): () => void {
  const show = (event: PromiseRejectionEvent): void => {
    if (!(event.reason instanceof ApiError)) return
    event.preventDefault()
    toastError(event.reason)
  }
  addEventListener('unhandledrejection', show)
  return () => removeEventListener('unhandledrejection', show)
}
