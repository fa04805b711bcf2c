import { defineMessages } from '../../i18n.ts'

export const shadowMessages = defineMessages({
  en: {
    shadow: 'In shadow mode: Lapwing checks it and records incidents, but tells nobody.',
    end: 'Alert from now on',
    ended: (name: string) => `${name} alerts from now on`,
  },
  de: {
    shadow: 'Im Schattenbetrieb: Lapwing prüft und hält Vorfälle fest, sagt es aber niemandem.',
    end: 'Ab jetzt alarmieren',
    ended: (name) => `${name} alarmiert ab jetzt`,
  },
})
