import { ApiError } from '../api.ts'
import { errorText } from '../error-text.ts'
import { toast } from '../toast.ts'

/** What the server refused and no form shows at its fields is said in a notice. */
export function toastUnhandledErrors(): () => void {
  const show = (event: PromiseRejectionEvent): void => {
    if (!(event.reason instanceof ApiError)) return
    event.preventDefault()
    toast({ text: errorText(event.reason), tone: 'error' })
  }
  addEventListener('unhandledrejection', show)
  return () => removeEventListener('unhandledrejection', show)
}
