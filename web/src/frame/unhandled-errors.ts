import { ApiError } from '../api.ts'
import { errorText } from '../error-text.ts'
import { toast } from '../toast.ts'

/** Shows API errors that nothing else handles as a toast. */
export function toastUnhandledErrors(): () => void {
  const show = (event: PromiseRejectionEvent): void => {
    if (!(event.reason instanceof ApiError)) return
    event.preventDefault()
    toast({ text: errorText(event.reason), tone: 'error' })
  }
  addEventListener('unhandledrejection', show)
  return () => removeEventListener('unhandledrejection', show)
}
