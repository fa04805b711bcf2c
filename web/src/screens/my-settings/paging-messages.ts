import { defineMessages } from '../../i18n.ts'

export const pagingMessages = defineMessages({
  en: {
    title: 'When you are paged',
    onlyCritical: 'Only critical incidents',
    onlyCriticalHint: 'Warnings never page you.',
    quietHours: 'Quiet hours',
    quietHoursHint: 'Warnings do not page you in these hours. The delivery log lists what was held back.',
    zone: 'Time zone',
    critical: 'Critical incidents page me in quiet hours',
    criticalThrough: 'Recommended while you are on call.',
    criticalHeld: 'Off: the escalation goes on to the next person at once.',
    save: 'Save',
    saved: 'Paging preferences saved',
  },
  de: {
    title: 'Wann du gerufen wirst',
    onlyCritical: 'Nur kritische Vorfälle',
    onlyCriticalHint: 'Bei Warnungen wirst du nie gerufen.',
    quietHours: 'Ruhezeiten',
    quietHoursHint:
      'Bei Warnungen wirst du in diesen Stunden nicht gerufen. Was zurückgehalten wurde, steht im Zustellprotokoll.',
    zone: 'Zeitzone',
    critical: 'Kritische Vorfälle rufen mich auch in Ruhezeiten',
    criticalThrough: 'Empfohlen, solange du Bereitschaft hast.',
    criticalHeld: 'Aus: Die Eskalation geht sofort zur nächsten Person weiter.',
    save: 'Speichern',
    saved: 'Einstellungen für Rufe gespeichert',
  },
})
