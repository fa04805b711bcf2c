import { defineMessages, plural } from '../../../i18n.ts'

export const useComponentMessages = defineMessages({
  title: ['Components', 'Komponenten'],
  order: ['Drag to reorder, or focus a handle and press', 'Ziehen zum Sortieren, oder Griff fokussieren und drücken:'],
  empty: [
    'A component is one line of the page, such as “Checkout”.',
    'Eine Komponente ist eine Zeile der Seite, zum Beispiel „Bestellung“.',
  ],
  emptyGives: [
    'It shows the worst status of the monitors behind it, and bars for each day.',
    'Sie zeigt den schlechtesten Status der Monitore dahinter und Balken für jeden Tag.',
  ],
  add: ['Add component', 'Komponente hinzufügen'],
  addService: ['Add third-party service', 'Dienst von Dritten hinzufügen'],
  newName: ['New component', 'Neue Komponente'],
  handle: (name: string, place: number, count: number) => [
    `Move ${name}, ${place} of ${count}`,
    `${name} verschieben, ${place} von ${count}`,
  ],
  moved: (name: string, place: number, count: number) => [
    `${name} is now ${place} of ${count}`,
    `${name} ist jetzt ${place} von ${count}`,
  ],
  optional: ['optional, shown below the name', 'optional, unter dem Namen'],
  monitors: ['Monitors and tags', 'Monitore und Tags'],
  monitorsHint: [
    'Type a name or tag:… and choose from the list. Monitors tagged later are added automatically.',
    'Namen oder tag:… eingeben und aus der Liste wählen. Monitore, die das Tag später erhalten, kommen dazu.',
  ],
  pickPlaceholder: ['Add a monitor or tag', 'Monitor oder Tag hinzufügen'],
  remove: (name: string) => [`Remove ${name}`, `${name} entfernen`],
  tag: (tag: string) => [`tag:${tag}`, `tag:${tag}`],
  matches: (count: number) =>
    plural(
      count,
      ['1 monitor matches now', '1 Monitor passt gerade'],
      [`${count} monitors match now`, `${count} Monitore passen gerade`],
    ),
  matchesNone: ['No monitor matches. Visitors see “Unknown”.', 'Kein Monitor passt. Besucher sehen „Unbekannt“.'],
  display: ['Display', 'Darstellung'],
  mode: {
    rolled_up: ['Rolled up', 'Zusammengefasst'],
    expanded: ['Expanded', 'Ausführlich'],
    collapsible_group: ['Group', 'Gruppe'],
  },
  modeHint: {
    rolled_up: [
      'One status and one row of bars. The worst monitor counts.',
      'Ein Status und eine Reihe Balken. Der schlechteste Monitor zählt.',
    ],
    expanded: [
      'Lists every monitor by name, with bars and response times.',
      'Zeigt jeden Monitor mit Namen, Balken und Antwortzeiten.',
    ],
    collapsible_group: [
      'Lists the monitors as parts. Opens when one has a problem.',
      'Zeigt die Monitore als Teile. Klappt auf, wenn einer ein Problem hat.',
    ],
  },
  cause: ['Cause shown to visitors', 'Ursache für Besucher'],
  causes: {
    hidden: ['Hidden', 'Verborgen'],
    cause: ['Cause', 'Ursache'],
    full: ['Full', 'Vollständig'],
  },
  causeHint: {
    hidden: ['Only that it is disrupted', 'Nur dass es gestört ist'],
    cause: ['In plain words, no details', 'In einfachen Worten, ohne Details'],
    full: ['With the status code or error', 'Mit Statuscode oder Fehler'],
  },
  sample: (sentence: string) => [`Example: “${sentence}”`, `Beispiel: „${sentence}“`],
  sampleOf: {
    hidden: (name: string) => [`${name} is disrupted.`, `${name} ist gestört.`],
    cause: (name: string) => [`${name} returns errors.`, `${name} antwortet mit Fehlern.`],
    full: (name: string) => [
      `${name} returns errors. 503; expected: 200.`,
      `${name} antwortet mit Fehlern. 503; erwartet: 200.`,
    ],
  },
  service: ['Service', 'Dienst'],
  serviceParts: ['Parts of the service', 'Teile des Dienstes'],
  servicePartsHint: [
    'Their names as on its status page, separated by commas. Leave empty for the whole service.',
    'Namen wie auf seiner Statusseite, durch Kommas getrennt. Leer lassen für den ganzen Dienst.',
  ],
  thirdParty: ['Third-party', 'Dienst von Dritten'],
  count: (count: number) => plural(count, ['1 monitor', '1 Monitor'], [`${count} monitors`, `${count} Monitore`]),
  parts: (count: number) => plural(count, ['1 part', '1 Teil'], [`${count} parts`, `${count} Teile`]),
  removeComponent: ['Remove from page', 'Von der Seite entfernen'],
  removed: (name: string) => [`${name} removed from the draft`, `${name} aus dem Entwurf entfernt`],
})
