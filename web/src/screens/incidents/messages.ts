import { defineMessages, plural } from '../../i18n.ts'

export const useIncidentListMessages = defineMessages({
  open: (firing: number, acknowledged: number) => [
    `${firing + acknowledged} open: ${firing} firing, ${acknowledged} acknowledged`,
    `${firing + acknowledged} offen: ${firing} unbestätigt, ${acknowledged} bestätigt`,
  ],
  onlyFiring: (count: number) =>
    plural(
      count,
      ['1 incident is firing', '1 offener Vorfall, nicht bestätigt'],
      [`${count} incidents are firing`, `${count} offene Vorfälle, keiner bestätigt`],
    ),
  onlyAcknowledged: (count: number) =>
    plural(
      count,
      ['1 open incident, acknowledged', '1 offener Vorfall, bestätigt'],
      [`${count} open incidents, all acknowledged`, `${count} offene Vorfälle, alle bestätigt`],
    ),
  nothingOpen: ['No open incidents', 'Keine offenen Vorfälle'],
  emptyGives: [
    'Lapwing opens an incident when enough checks from enough locations violate a rule.',
    'Lapwing öffnet einen Vorfall, wenn genug Prüfungen von genug Standorten eine Regel verletzen.',
  ],
  noMatch: ['No matching incidents', 'Keine passenden Vorfälle'],
  clear: ['Clear filters', 'Filter zurücksetzen'],
  show: ['Status filter', 'Statusfilter'],
  openTab: ['Open', 'Offen'],
  resolvedTab: ['Resolved', 'Behoben'],
  allTab: ['All', 'Alle'],
  search: ['Search incidents', 'Vorfälle durchsuchen'],
  any: ['All severities', 'Alle Schweregrade'],
  mine: ['Assigned to me', 'Mir zugewiesen'],
  state: ['Status', 'Status'],
  what: ['Incident', 'Vorfall'],
  started: ['Started', 'Beginn'],
  lasted: ['Duration', 'Dauer'],
  seenFrom: ['Failing from', 'Betroffene Standorte'],
  seenOf: (seen: number, all: number) =>
    plural(
      all,
      [`${seen} of 1 location`, `${seen} von 1 Standort`],
      [`${seen} of ${all} locations`, `${seen} von ${all} Standorten`],
    ),
  who: ['Acknowledged by', 'Bestätigt von'],
  nobody: ['not acknowledged', 'nicht bestätigt'],
  assignedTo: (name: string) => [`assigned to ${name}`, `${name} zugewiesen`],
  delivered: ['Alerts delivered', 'Alarme zugestellt'],
  deliveredOf: (sent: number, total: number) => [`${sent} of ${total}`, `${sent} von ${total}`],
  next: ['Next incident', 'Nächster Vorfall'],
  previous: ['Previous incident', 'Voriger Vorfall'],
  acknowledge: ['Acknowledge the incident', 'Vorfall bestätigen'],
  folded: (count: number, shared: string) => [
    `${count} incidents, possibly one cause: ${shared}`,
    `${count} Vorfälle, möglicherweise eine Ursache: ${shared}`,
  ],
  unfold: ['Show all', 'Alle anzeigen'],
  fold: ['Group', 'Gruppieren'],
  couldNotLoad: ['The incidents could not be loaded.', 'Die Vorfälle konnten nicht geladen werden.'],
  statsFailed: ['The statistics could not be loaded.', 'Die Statistik konnte nicht geladen werden.'],
  total: ['Incidents, last 7 days', 'Vorfälle, letzte 7 Tage'],
  toAcknowledge: ['Mean time to acknowledge', 'Mittlere Zeit bis zur Bestätigung'],
  toResolve: ['Mean time to resolve', 'Mittlere Zeit bis zur Behebung'],
  between: ['Mean time between incidents', 'Mittlere Zeit zwischen Vorfällen'],
  tooEarly: ['Too early to tell', 'Noch zu früh'],
  falseAlarms: ['False positives', 'Fehlalarme'],
  takeMany: (count: number) => [`Acknowledge ${count}`, `${count} bestätigen`],
  takenMany: (count: number) =>
    plural(
      count,
      ['1 incident acknowledged', '1 Vorfall bestätigt'],
      [`${count} incidents acknowledged`, `${count} Vorfälle bestätigt`],
    ),
  select: (number: number) => [`Select #${number}`, `#${number} auswählen`],
  selection: ['Selected incidents', 'Ausgewählte Vorfälle'],
  selected: (count: number) => [`${count} selected`, `${count} ausgewählt`],
  none: ['Clear selection', 'Auswahl aufheben'],
})
