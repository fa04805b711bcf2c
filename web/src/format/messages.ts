import { defineMessages } from '../i18n.ts'

export const durationMessages = defineMessages({
  en: {
    day: 'day',
    days: 'days',
    h: 'h',
    min: 'min',
    s: 's',
    ms: 'ms',
    every: (duration: string) => `every ${duration}`,
    everyMinute: 'every minute',
    everyHour: 'every hour',
    everyDay: 'every day',
  },
  de: {
    day: 'Tag',
    days: 'Tage',
    h: 'h',
    min: 'min',
    s: 's',
    ms: 'ms',
    every: (duration) => `alle ${duration}`,
    everyMinute: 'jede Minute',
    everyHour: 'jede Stunde',
    everyDay: 'jeden Tag',
  },
})

interface UnitNames {
  readonly units: Readonly<Record<string, string>>
}

/** Units that are not listed are shown as the API names them. */
export const unitMessages = defineMessages<UnitNames>({
  en: { units: { percent: '%', celsius: '°C' } },
  de: {
    units: {
      percent: '%',
      celsius: '°C',
      seconds: 'Sekunden',
      hours: 'Stunden',
      days: 'Tage',
      bytes: 'Bytes',
      'bytes/s': 'Bytes/s',
      characters: 'Zeichen',
      score: 'Punkte',
    },
  },
})

export const relativeTimeMessages = defineMessages({
  en: { ago: (text: string) => `${text} ago`, in: (text: string) => `in ${text}`, now: 'just now' },
  de: {
    ago: (text) => `vor ${text.replace('Tage', 'Tagen')}`,
    in: (text) => `in ${text.replace('Tage', 'Tagen')}`,
    now: 'gerade eben',
  },
})
