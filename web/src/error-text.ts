// Error messages: connection and server errors and problems with fields are translated, other messages of the API are
// shown as they are.
import { ApiError } from './api.ts'
import { problemsInWords } from './catalog/problems.ts'
import { formatDuration } from './format/duration.ts'
import { currentPreferences } from './preferences.ts'
import { useErrorMessages } from './error-messages.ts'

export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error)
  const { language } = currentPreferences()
  const t = useErrorMessages.in(language)
  const { status, retryAfterSeconds: wait, message } = error
  if (status === 0) return t.unreachable
  if (status === 401) return t.signedOut
  if (status === 429 && wait !== null) return t.tooMany(formatDuration(wait, language))
  if (status >= 500) return t.broke(status)
  const isOfField = error.code === 'invalid_request' || /^[a-z]\w*: /.test(message)
  return isOfField ? problemsInWords(message) : message
}
