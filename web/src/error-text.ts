// What went wrong, in the reader's language where Lapwing or the line is at fault; what it objects to as it says it.
import { ApiError } from './api.ts'
import { formatDuration } from './format/duration.ts'
import { currentLook } from './look.ts'
import { defineMessages } from './messages.ts'

export const errorWords = defineMessages({
  en: {
    unreachable: 'Lapwing cannot be reached. Is it running, and is this machine on the network?',
    signedOut: 'You are signed out. Sign in, then try again.',
    tooMany: (wait: string) => `Too many tries. Again in ${wait}.`,
    broke: (status: number) => `Lapwing could not do that (${status}). Try again.`,
  },
  de: {
    unreachable: 'Lapwing ist nicht erreichbar. Läuft es, und ist dieses Gerät im Netz?',
    signedOut: 'Du bist abgemeldet. Melde dich an und versuch es noch einmal.',
    tooMany: (wait) => `Zu viele Versuche. Wieder in ${wait}.`,
    broke: (status) => `Das konnte Lapwing nicht (${status}). Versuch es noch einmal.`,
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
