// What went wrong, in the reader's language where Lapwing or the line is at fault; what it objects to as it says it.
import { ApiError } from './api.ts'
import { formatDuration } from './format/duration.ts'
import { currentLook } from './look.ts'
import { defineMessages } from './messages.ts'

export const errorWords = defineMessages({
  en: {
    unreachable: "Can't reach Lapwing. Check that it is running and that this device is online.",
    signedOut: 'You have been signed out. Sign in and try again.',
    tooMany: (wait: string) => `Too many attempts. Try again in ${wait}.`,
    broke: (status: number) => `Something went wrong on the server (error ${status}). Try again.`,
  },
  de: {
    unreachable: 'Lapwing ist nicht erreichbar. Prüfe, ob es läuft und ob dieses Gerät online ist.',
    signedOut: 'Du wurdest abgemeldet. Melde dich an und versuche es noch einmal.',
    tooMany: (wait) => `Zu viele Versuche. Versuche es in ${wait} noch einmal.`,
    broke: (status) => `Auf dem Server ist etwas schiefgegangen (Fehler ${status}). Versuche es noch einmal.`,
  },
})

export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error)
  const { language } = currentLook()
  const say = errorWords[language]
  const { status, retryAfterSeconds: wait, message } = error
  if (status === 0) return say.unreachable
  if (status === 401) return say.signedOut
  if (status === 429 && wait !== null) return say.tooMany(formatDuration(wait, language))
  return status >= 500 ? say.broke(status) : message
}
