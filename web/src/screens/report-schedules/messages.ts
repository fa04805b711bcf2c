import { defineMessages } from '../../i18n.ts'

export const scheduleMessages = defineMessages({
  en: {
    title: (count: number) =>
      count === 0
        ? 'No reports are sent by email'
        : count === 1
          ? '1 report is sent by email'
          : `${count} reports are sent by email`,
    context: (zone: string) => `Sent at 07:00 in ${zone}, with the PDF attached.`,
    loading: 'Report schedules',
    couldNotLoad: 'The schedules could not be loaded.',
    noMail: 'Lapwing has no mail server. The operator has to set one up before reports can be sent.',
    names: { daily: 'Daily', weekly: 'Weekly', monthly: 'Monthly' },
    covers: {
      daily: 'Covers the day before.',
      weekly: 'Covers the seven days before.',
      monthly: 'Covers the month before.',
    },
    on: { daily: 'Send daily report', weekly: 'Send weekly report', monthly: 'Send monthly report' },
    recipients: 'Recipients',
    recipientsHint: 'Up to 5 email addresses, one per line.',
    day: 'Sent on',
    dayOfMonth: (day: number) => `Day ${day} of the month`,
    tags: 'Tags',
    tagsHint: 'Only monitors with one of these tags, separated by commas. Leave empty for all monitors.',
    target: 'Target in percent',
    next: 'Next',
    last: 'Last',
    notYet: 'not sent yet',
    sentTo: (when: string, count: number) => `${when}, to ${count}`,
    save: 'Save',
    saved: (name: string) => `${name} report saved`,
    sample: 'Send sample to me',
    sampleSent: (to: string) => `Sample sent to ${to}`,
    off: 'Off',
    sendsOn: 'On',
  },
  de: {
    title: (count) =>
      count === 0
        ? 'Es werden keine Berichte per E-Mail verschickt'
        : count === 1
          ? '1 Bericht wird per E-Mail verschickt'
          : `${count} Berichte werden per E-Mail verschickt`,
    context: (zone) => `Versand um 07:00 in ${zone}, mit dem PDF im Anhang.`,
    loading: 'Zeitpläne für Berichte',
    couldNotLoad: 'Die Zeitpläne konnten nicht geladen werden.',
    noMail: 'Lapwing hat keinen Mailserver. Der Betreiber muss einen einrichten, bevor Berichte verschickt werden.',
    names: { daily: 'Täglich', weekly: 'Wöchentlich', monthly: 'Monatlich' },
    covers: {
      daily: 'Umfasst den Tag davor.',
      weekly: 'Umfasst die sieben Tage davor.',
      monthly: 'Umfasst den Monat davor.',
    },
    on: {
      daily: 'Täglichen Bericht verschicken',
      weekly: 'Wöchentlichen Bericht verschicken',
      monthly: 'Monatlichen Bericht verschicken',
    },
    recipients: 'Empfänger',
    recipientsHint: 'Bis zu 5 E-Mail-Adressen, eine je Zeile.',
    day: 'Versand am',
    dayOfMonth: (day) => `Tag ${day} des Monats`,
    tags: 'Tags',
    tagsHint: 'Nur Monitore mit einem dieser Tags, durch Kommas getrennt. Leer lassen für alle Monitore.',
    target: 'Ziel in Prozent',
    next: 'Nächster',
    last: 'Letzter',
    notYet: 'noch nicht verschickt',
    sentTo: (when, count) => `${when}, an ${count}`,
    save: 'Speichern',
    saved: (name) => `Bericht „${name}“ gespeichert`,
    sample: 'Muster an mich schicken',
    sampleSent: (to) => `Muster an ${to} verschickt`,
    off: 'Aus',
    sendsOn: 'An',
  },
})
