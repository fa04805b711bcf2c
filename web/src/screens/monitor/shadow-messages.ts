import { defineMessages } from '../../i18n.ts'

export const useShadowMessages = defineMessages({
  shadow: [
    'In shadow mode: Lapwing checks it and records incidents, but sends no alerts.',
    'Im Schattenbetrieb: Lapwing prüft und hält Vorfälle fest, sendet aber keine Alarme.',
  ],
  end: ['Start sending alerts', 'Ab jetzt alarmieren'],
  ended: (name: string) => [`${name} now sends alerts`, `${name} alarmiert ab jetzt`],
})
