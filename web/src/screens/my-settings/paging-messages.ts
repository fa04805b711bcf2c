import { defineMessages } from '../../i18n.ts'

export const usePagingMessages = defineMessages({
  title: ['When you are paged', 'Wann du alarmiert wirst'],
  onlyCritical: ['Only critical incidents', 'Nur kritische Vorfälle'],
  onlyCriticalHint: ['Warnings never page you.', 'Bei Warnungen wirst du nie alarmiert.'],
  quietHours: ['Quiet hours', 'Ruhezeiten'],
  quietHoursHint: [
    'Warnings do not page you in these hours. The delivery log lists what was held back.',
    'Bei Warnungen wirst du in diesen Stunden nicht alarmiert. Was zurückgehalten wurde, steht im Zustellprotokoll.',
  ],
  critical: ['Critical incidents page me in quiet hours', 'Kritische Vorfälle alarmieren mich auch in Ruhezeiten'],
  criticalThrough: ['Recommended while you are on call.', 'Empfohlen, solange du Bereitschaft hast.'],
  criticalHeld: [
    'Off: the escalation goes on to the next person at once.',
    'Aus: Die Eskalation geht sofort zur nächsten Person weiter.',
  ],
  saved: ['Paging preferences saved', 'Einstellungen zur Alarmierung gespeichert'],
})
