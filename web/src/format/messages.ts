import { defineMessages } from '../i18n.ts'

export const durationMessages = defineMessages({
  en: { day: 'day', days: 'days', h: 'h', min: 'min', s: 's', ms: 'ms' },
  de: { day: 'Tag', days: 'Tage', h: 'h', min: 'min', s: 's', ms: 'ms' },
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
