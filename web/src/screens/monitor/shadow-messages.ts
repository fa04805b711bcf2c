import { defineMessages } from '../../i18n.ts'

export const useShadowMessages = defineMessages({
  shadow: [
    'In shadow mode: Lapwing checks it and records incidents, but sends no alerts.',
    'Im Schattenbetrieb: Lapwing prüft und hält Vorfälle fest, sagt es aber niemandem.',
  ],
  end: ['Alert from now on', 'Ab jetzt alarmieren'],
  ended: (name: string) => [`${name} alerts from now on`, `${name} alarmiert ab jetzt`],
})
