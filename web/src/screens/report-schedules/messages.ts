import { defineMessages } from '../../i18n.ts'

export const useScheduleMessages = defineMessages({
  title: (count: number) =>
    count === 0
      ? ['No reports are sent by email', 'Es werden keine Berichte per E-Mail verschickt']
      : count === 1
        ? ['1 report is sent by email', '1 Bericht wird per E-Mail verschickt']
        : [`${count} reports are sent by email`, `${count} Berichte werden per E-Mail verschickt`],
  context: (zone: string) => [
    `Sent at 07:00 in ${zone}, with the PDF attached.`,
    `Versand um 07:00 in ${zone}, mit dem PDF im Anhang.`,
  ],
  loading: ['Report schedules', 'Zeitpläne für Berichte'],
  couldNotLoad: ['The schedules could not be loaded.', 'Die Zeitpläne konnten nicht geladen werden.'],
  noMail: [
    'Lapwing has no mail server. The operator has to set one up before reports can be sent.',
    'Lapwing hat keinen Mailserver. Der Betreiber muss einen einrichten, bevor Berichte verschickt werden.',
  ],
  names: {
    daily: ['Daily', 'Täglich'],
    weekly: ['Weekly', 'Wöchentlich'],
    monthly: ['Monthly', 'Monatlich'],
  },
  covers: {
    daily: ['Covers the day before.', 'Umfasst den Tag davor.'],
    weekly: ['Covers the seven days before.', 'Umfasst die sieben Tage davor.'],
    monthly: ['Covers the month before.', 'Umfasst den Monat davor.'],
  },
  on: {
    daily: ['Send daily report', 'Täglichen Bericht verschicken'],
    weekly: ['Send weekly report', 'Wöchentlichen Bericht verschicken'],
    monthly: ['Send monthly report', 'Monatlichen Bericht verschicken'],
  },
  recipients: ['Recipients', 'Empfänger'],
  recipientsHint: ['Up to 5 email addresses, one per line.', 'Bis zu 5 E-Mail-Adressen, eine je Zeile.'],
  day: ['Sent on', 'Versand am'],
  dayOfMonth: (day: number) => [`Day ${day} of the month`, `Tag ${day} des Monats`],
  tagsHint: [
    'Only monitors with one of these tags, separated by commas. Leave empty for all monitors.',
    'Nur Monitore mit einem dieser Tags, durch Kommas getrennt. Leer lassen für alle Monitore.',
  ],
  target: ['Target in percent', 'Ziel in Prozent'],
  next: ['Next', 'Nächster'],
  last: ['Last', 'Letzter'],
  notYet: ['not sent yet', 'noch nicht verschickt'],
  sentTo: (when: string, count: number) => [`${when}, to ${count}`, `${when}, an ${count}`],
  saved: (name: string) => [`${name} report saved`, `Bericht „${name}“ gespeichert`],
  sample: ['Send sample to me', 'Muster an mich schicken'],
  sampleSent: (to: string) => [`Sample sent to ${to}`, `Muster an ${to} verschickt`],
  sendsOn: ['On', 'An'],
})
