import { defineMessages, plural } from '../../../i18n.ts'

const number = { en: new Intl.NumberFormat('en'), de: new Intl.NumberFormat('de') }
const monitors = {
  en: (count: number) => plural('en', count, { one: '1 monitor', other: `${number.en.format(count)} monitors` }),
  de: (count: number) => plural('de', count, { one: '1 Monitor', other: `${number.de.format(count)} Monitoren` }),
}

export const bulkMessages = defineMessages({
  en: {
    buttons: { maintenance: 'Maintenance…', locations: 'Locations…', interval: 'Interval…', groups: 'Groups…' },
    titles: {
      locations: (count: number) => `Set locations for ${monitors.en(count)}`,
      interval: (count: number) => `Set check interval for ${monitors.en(count)}`,
      groups: (count: number) => `Set contact groups for ${monitors.en(count)}`,
    },
    choose: 'The new value replaces the current one on all selected monitors.',
    counting: 'Checking what would change…',
    wouldChange: (changed: number, same: number) =>
      changed === 0
        ? 'Nothing would change.'
        : same === 0
          ? `${monitors.en(changed)} would change.`
          : `${monitors.en(changed)} would change, ${number.en.format(same)} already have this value.`,
    apply: { locations: 'Set locations', interval: 'Set interval', groups: 'Set groups' },
    locations: 'Locations',
    groups: 'Contact groups',
    noGroups: 'Without a group, the default group is notified.',
    interval: 'Interval',
    seconds: 'Interval in seconds',
    secondsHint: 'Monitors whose type does not allow this interval are not changed.',
    maintenanceTitle: (count: number) => `Maintenance for ${monitors.en(count)}`,
    lasts: 'Duration, starting now',
    name: 'Name',
    windowName: (count: number) => `Quick maintenance of ${monitors.en(count)}`,
    effect: (count: number, until: string) =>
      `Until ${until}, nobody is notified about ${monitors.en(count)}, and the time does not count toward uptime.`,
    begin: 'Start maintenance',
    began: (count: number, until: string) => `${monitors.en(count)} in maintenance until ${until}`,
    tooMany: (most: number) => `A maintenance window can cover at most ${most} monitors. Select fewer.`,
    cancel: 'Cancel',
  },
  de: {
    buttons: { maintenance: 'Wartung …', locations: 'Standorte …', interval: 'Intervall …', groups: 'Gruppen …' },
    titles: {
      locations: (count) => `Standorte von ${monitors.de(count)} festlegen`,
      interval: (count) => `Prüfintervall von ${monitors.de(count)} festlegen`,
      groups: (count) => `Kontaktgruppen von ${monitors.de(count)} festlegen`,
    },
    choose: 'Der neue Wert ersetzt bei allen ausgewählten Monitoren den bisherigen.',
    counting: 'Änderungen werden ermittelt …',
    wouldChange: (changed, same) =>
      changed === 0
        ? 'Es würde sich nichts ändern.'
        : same === 0
          ? `Änderung bei ${monitors.de(changed)}.`
          : `Änderung bei ${monitors.de(changed)}, ${number.de.format(same)} haben den Wert schon.`,
    apply: { locations: 'Standorte festlegen', interval: 'Intervall festlegen', groups: 'Gruppen festlegen' },
    locations: 'Standorte',
    groups: 'Kontaktgruppen',
    noGroups: 'Ohne Gruppe wird die Standardgruppe benachrichtigt.',
    interval: 'Intervall',
    seconds: 'Intervall in Sekunden',
    secondsHint: 'Monitore, deren Typ dieses Intervall nicht zulässt, werden nicht geändert.',
    maintenanceTitle: (count) => `Wartung für ${monitors.de(count)}`,
    lasts: 'Dauer ab jetzt',
    name: 'Name',
    windowName: (count) => `Schnelle Wartung von ${monitors.de(count)}`,
    effect: (count, until) =>
      `Bis ${until} wird niemand über ${monitors.de(count)} benachrichtigt, und die Zeit zählt nicht zur ` +
      'Verfügbarkeit.',
    begin: 'Wartung starten',
    began: (count, until) => `Wartung von ${monitors.de(count)} bis ${until}`,
    tooMany: (most) => `Ein Wartungsfenster kann höchstens ${most} Monitore umfassen. Wähle weniger aus.`,
    cancel: 'Abbrechen',
  },
})
