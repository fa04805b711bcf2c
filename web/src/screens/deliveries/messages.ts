import { defineMessages, plural } from '../../i18n.ts'

export const useDeliveryMessages = defineMessages({
  failed: (count: number) =>
    plural(
      count,
      ['1 delivery failed', '1 Zustellung fehlgeschlagen'],
      [`${count} deliveries failed`, `${count} Zustellungen fehlgeschlagen`],
    ),
  allArrived: ['All alerts were delivered', 'Alle Alarme wurden zugestellt'],
  nothing: ['No deliveries yet', 'Noch keine Zustellungen'],
  nothingGives: [
    'This log lists every alert that Lapwing sends or suppresses, with the result.',
    'Dieses Protokoll zeigt jeden Alarm, den Lapwing sendet oder unterdrückt, mit dem Ergebnis.',
  ],
  openChannels: ['Open channels and send a test', 'Kanäle öffnen und Test senden'],
  noMatch: ['No matching deliveries', 'Keine passenden Zustellungen'],
  clear: ['Clear filters', 'Filter zurücksetzen'],
  failedOnes: ['Failed', 'Fehlgeschlagen'],
  silent: ['Suppressed', 'Unterdrückt'],
  channel: ['Channel', 'Kanal'],
  anyChannel: ['All channels', 'Alle Kanäle'],
  when: ['Time', 'Zeit'],
  what: ['Alert', 'Alarm'],
  result: ['Result', 'Ergebnis'],
  took: ['Duration', 'Dauer'],
  firing: ['Firing', 'Ausgelöst'],
  page: ['on-call page', 'Bereitschaft'],
  test: ['Test', 'Test'],
  testMessage: ['Test message', 'Testnachricht'],
  attempt: (count: number) => plural(count, ['1 attempt', '1 Versuch'], [`${count} attempts`, `${count} Versuche`]),
  answered: (status: number) => [`response ${status}`, `Antwort ${status}`],
  retryAll: (count: number) =>
    plural(count, ['Resend 1', '1 erneut senden'], [`Resend ${count}`, `${count} erneut senden`]),
  retried: ['Resending', 'Wird erneut gesendet'],
  retriedMany: (count: number) =>
    plural(
      count,
      ['Resending 1 alert', '1 Alarm wird erneut gesendet'],
      [`Resending ${count} alerts`, `${count} Alarme werden erneut gesendet`],
    ),
  actionsHead: ['Actions', 'Aktionen'],
  retryOf: (id: number) => [`resend of delivery ${id}`, `Wiederholung von Zustellung ${id}`],
  couldNotLoad: ['The deliveries could not be loaded.', 'Die Zustellungen konnten nicht geladen werden.'],
  reasons: {
    maintenance: ['maintenance window', 'Wartungsfenster'],
    shadow: ['shadow mode', 'Schattenbetrieb'],
    severity_filter: ['channel does not send this severity', 'Kanal sendet diesen Schweregrad nicht'],
    dependency: ['already notified for the related incident', 'bereits über den zugehörigen Vorfall benachrichtigt'],
    flapping: ['monitor is flapping', 'Monitor wechselt ständig den Zustand'],
    disabled: ['channel is turned off', 'Kanal ist ausgeschaltet'],
    quiet_hours: ['quiet hours', 'Ruhezeit'],
    recovered: ['already over', 'bereits vorbei'],
    obsolete: ['replaced by a later alert', 'durch eine spätere Meldung ersetzt'],
    same_address: ['sent to the same address another way', 'auf anderem Weg an dieselbe Adresse gesendet'],
  },
})
