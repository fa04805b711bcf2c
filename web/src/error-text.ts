// What went wrong, in the reader's language where Lapwing or the line is at fault; what it objects to as it says it.
import { ApiError } from './api.ts'
import { formatDuration } from './format/duration.ts'
import { currentPreferences } from './preferences.ts'
import { errorMessages } from './error-messages.ts'

export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error)
  const { language } = currentPreferences()
  const t = errorMessages[language]
  const { status, retryAfterSeconds: wait, message } = error
  if (status === 0) return t.unreachable
  if (status === 401) return t.signedOut
  if (status === 429 && wait !== null) return t.tooMany(formatDuration(wait, language))
  return status >= 500 ? t.broke(status) : message
}
