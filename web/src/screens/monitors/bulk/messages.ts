import { defineMessages, plural } from '../../../i18n.ts'

const number = { en: new Intl.NumberFormat('en'), de: new Intl.NumberFormat('de') }
const monitors = {
  en: (count: number) => plural(count, '1 monitor', `${number.en.format(count)} monitors`),
  de: (count: number) => plural(count, '1 Monitor', `${number.de.format(count)} Monitoren`),
}

export const useBulkMessages = defineMessages({
  buttons: {
    maintenance: ['Maintenance…', 'Wartung …'],
    locations: ['Locations…', 'Standorte …'],
    interval: ['Interval…', 'Intervall …'],
    groups: ['Groups…', 'Gruppen …'],
  },
  titles: {
    locations: (count: number) => [
      `Set locations for ${monitors.en(count)}`,
      `Standorte von ${monitors.de(count)} festlegen`,
    ],
    interval: (count: number) => [
      `Set check interval for ${monitors.en(count)}`,
      `Prüfintervall von ${monitors.de(count)} festlegen`,
    ],
    groups: (count: number) => [
      `Set contact groups for ${monitors.en(count)}`,
      `Kontaktgruppen von ${monitors.de(count)} festlegen`,
    ],
  },
  choose: [
    'The new value replaces the current one on all selected monitors.',
    'Der neue Wert ersetzt bei allen ausgewählten Monitoren den bisherigen.',
  ],
  counting: ['Checking what would change…', 'Änderungen werden ermittelt …'],
  wouldChange: (changed: number, same: number) =>
    changed === 0
      ? ['Nothing would change.', 'Es würde sich nichts ändern.']
      : same === 0
        ? [`${monitors.en(changed)} would change.`, `Änderung bei ${monitors.de(changed)}.`]
        : [
            `${monitors.en(changed)} would change, ${number.en.format(same)} already ` +
              `${plural(same, 'has', 'have')} this value.`,
            `Änderung bei ${monitors.de(changed)}, ${number.de.format(same)} ${plural(same, 'hat', 'haben')} ` +
              'den Wert schon.',
          ],
  apply: {
    locations: ['Set locations', 'Standorte festlegen'],
    interval: ['Set interval', 'Intervall festlegen'],
    groups: ['Set groups', 'Gruppen festlegen'],
  },
  groups: ['Contact groups', 'Kontaktgruppen'],
  noGroups: ['Without a group, the default group is notified.', 'Ohne Gruppe wird die Standardgruppe benachrichtigt.'],
  seconds: ['Interval in seconds', 'Intervall in Sekunden'],
  secondsHint: [
    'Monitors whose type does not allow this interval are not changed.',
    'Monitore, deren Typ dieses Intervall nicht zulässt, werden nicht geändert.',
  ],
  maintenanceTitle: (count: number) => [`Maintenance for ${monitors.en(count)}`, `Wartung für ${monitors.de(count)}`],
  lasts: ['Duration, starting now', 'Dauer ab jetzt'],
  windowName: (count: number) => [
    `Quick maintenance of ${monitors.en(count)}`,
    `Schnelle Wartung von ${monitors.de(count)}`,
  ],
  effect: (count: number, until: string) => [
    `Until ${until}, nobody is notified about ${monitors.en(count)}, and the time does not count toward uptime.`,
    `Bis ${until} wird zu ${monitors.de(count)} niemand benachrichtigt, und die Zeit zählt nicht zur ` +
      'Verfügbarkeit.',
  ],
  begin: ['Start maintenance', 'Wartung starten'],
  began: (count: number, until: string) => [
    `${monitors.en(count)} in maintenance until ${until}`,
    `Wartung von ${monitors.de(count)} bis ${until}`,
  ],
  tooMany: (most: number) => [
    `A maintenance window can cover at most ${most} monitors. Select fewer.`,
    `Ein Wartungsfenster kann höchstens ${most} Monitore umfassen. Wähle weniger aus.`,
  ],
})
