import { defineMessages } from '../i18n.ts'

export const managedMessages = defineMessages({
  en: {
    managed: (key: string, source: string) =>
      `Managed by configuration as code: “${key}” in ${source}. Change it there; what you change here shows up ` +
      'as drift.',
  },
  de: {
    managed: (key, source) =>
      `Kommt aus der Konfiguration als Code: „${key}“ in ${source}. Ändere es dort; was du hier änderst, erscheint ` +
      'als Abweichung.',
  },
})
