import type { Text } from '../common-messages.ts'
import { defineMessages } from '../i18n.ts'

export const useDurationMessages = defineMessages({
  day: ['day', 'Tag'],
  days: ['days', 'Tage'],
  h: ['h', 'h'],
  min: ['min', 'min'],
  s: ['s', 's'],
  lessThanSecond: ['less than 1 s', 'weniger als 1 s'],
  every: (duration: string) => [`every ${duration}`, `alle ${duration}`],
  everyMinute: ['every minute', 'jede Minute'],
  everyHour: ['every hour', 'jede Stunde'],
  everyDay: ['every day', 'jeden Tag'],
})

/** Units that are not listed are shown as the API names them. */
const units: Readonly<Record<string, Text>> = {
  percent: ['%', '%'],
  celsius: ['°C', '°C'],
  seconds: ['seconds', 'Sekunden'],
  hours: ['hours', 'Stunden'],
  days: ['days', 'Tage'],
  bytes: ['bytes', 'Bytes'],
  'bytes/s': ['bytes/s', 'Bytes/s'],
  characters: ['characters', 'Zeichen'],
  score: ['score', 'Punkte'],
}

export const useUnitMessages = defineMessages({ units })

export const useRelativeTimeMessages = defineMessages({
  ago: (text: string) => [`${text} ago`, `vor ${text}`],
  in: (text: string) => [`in ${text}`, `in ${text}`],
  now: ['just now', 'gerade eben'],
})
