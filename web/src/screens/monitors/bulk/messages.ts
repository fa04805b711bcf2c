import { defineMessages, plural } from '../../../messages.ts'

const number = { en: new Intl.NumberFormat('en'), de: new Intl.NumberFormat('de') }
const monitors = {
  en: (count: number) => plural('en', count, { one: '1 monitor', other: `${number.en.format(count)} monitors` }),
  de: (count: number) => plural('de', count, { one: '1 Monitor', other: `${number.de.format(count)} Monitoren` }),
}

export const bulkMessages = defineMessages({
  en: {
    buttons: { maintenance: 'Maintenance…', locations: 'Locations…', interval: 'Interval…', groups: 'Groups…' },
    titles: {
      locations: (count: number) => `Where ${monitors.en(count)} are checked from`,
      interval: (count: number) => `How often ${monitors.en(count)} are checked`,
      groups: (count: number) => `Who is told about ${monitors.en(count)}`,
    },
    choose: 'Choose what all of them should have instead of what they have now.',
    counting: 'Counting…',
    wouldChange: (changed: number, same: number) =>
      changed === 0
        ? 'All of them are that way already.'
        : same === 0
          ? `${number.en.format(changed)} would change.`
          : `${number.en.format(changed)} would change, ${number.en.format(same)} are that way already.`,
    apply: { locations: 'Set the locations', interval: 'Set the interval', groups: 'Set the groups' },
    locations: 'Locations',
    groups: 'Contact groups',
    noGroups: 'None: the default group is told.',
    interval: 'Interval',
    seconds: 'Seconds between two checks',
    secondsHint: 'A type that cannot be checked that often refuses it.',
    maintenanceTitle: (count: number) => `Maintenance for ${monitors.en(count)}`,
    lasts: 'From now, for',
    name: 'Name',
    windowName: (count: number) => `${monitors.en(count)}, by hand`,
    effect: (count: number, until: string) =>
      `Nobody is told about ${monitors.en(count)} until ${until}, and the time does not count.`,
    begin: 'Begin now',
    began: (count: number, until: string) => `${monitors.en(count)} in maintenance until ${until}`,
    tooMany: (most: number) => `One window covers ${most} monitors at most. Select fewer.`,
    cancel: 'Cancel',
  },
  de: {
    buttons: { maintenance: 'Wartung …', locations: 'Standorte …', interval: 'Abstand …', groups: 'Gruppen …' },
    titles: {
      locations: (count) => `Standorte von ${monitors.de(count)}`,
      interval: (count) => `Abstand der Prüfungen von ${monitors.de(count)}`,
      groups: (count) => `Wer von ${monitors.de(count)} erfährt`,
    },
    choose: 'Wähle, was sie alle statt des Bisherigen haben sollen.',
    counting: 'Wird gezählt …',
    wouldChange: (changed, same) =>
      changed === 0
        ? 'Alle sind schon so.'
        : same === 0
          ? `${number.de.format(changed)} würden sich ändern.`
          : `${number.de.format(changed)} würden sich ändern, ${number.de.format(same)} sind schon so.`,
    apply: { locations: 'Standorte setzen', interval: 'Abstand setzen', groups: 'Gruppen setzen' },
    locations: 'Standorte',
    groups: 'Kontaktgruppen',
    noGroups: 'Keine: Die Standardgruppe erfährt davon.',
    interval: 'Abstand',
    seconds: 'Sekunden zwischen zwei Prüfungen',
    secondsHint: 'Ein Typ, der sich nicht so oft prüfen lässt, lehnt es ab.',
    maintenanceTitle: (count) => `Wartung von ${monitors.de(count)}`,
    lasts: 'Ab jetzt, für',
    name: 'Name',
    windowName: (count) => `Wartung von ${monitors.de(count)}, von Hand`,
    effect: (count, until) => `Bis ${until} erfährt niemand etwas von ${monitors.de(count)}, und die Zeit zählt nicht.`,
    begin: 'Jetzt beginnen',
    began: (count, until) => `Wartung von ${monitors.de(count)} bis ${until}`,
    tooMany: (most) => `Ein Wartungsfenster umfasst höchstens ${most} Monitore. Wähle weniger aus.`,
    cancel: 'Abbrechen',
  },
})
