import { defineMessages } from './i18n.ts'

export const useErrorMessages = defineMessages({
  unreachable: [
    "Can't reach Lapwing. Check that it is running and that this device is online.",
    'Lapwing ist nicht erreichbar. Prüfe, ob es läuft und ob dieses Gerät online ist.',
  ],
  signedOut: [
    'You have been signed out. Sign in and try again.',
    'Du wurdest abgemeldet. Melde dich an und versuche es noch einmal.',
  ],
  tooMany: (wait: string) => [
    `Too many attempts. Try again in ${wait}.`,
    `Zu viele Versuche. Versuche es in ${wait} noch einmal.`,
  ],
  broke: (status: number) => [
    `Something went wrong on the server (error ${status}). Try again.`,
    `Auf dem Server ist etwas schiefgegangen (Fehler ${status}). Versuche es noch einmal.`,
  ],
})
