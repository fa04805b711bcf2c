import { defineMessages } from '../../i18n.ts'

export const numberFieldMessages = defineMessages({
  en: { range: (min: string, max: string) => `${min} to ${max}` },
  de: { range: (min: string, max: string) => `${min} bis ${max}` },
})

export const catalogFormMessages = defineMessages({
  en: {
    groups: {
      request: 'Request',
      login: 'Authentication',
      answer: 'Response',
      connection: 'Connection',
      report: 'Report',
      alarm: 'Alert rules',
      routing: 'Routing',
    },
    more: 'More settings',
    defaults: 'all defaults',
    differ: (names: string) => `changed: ${names}`,
  },
  de: {
    groups: {
      request: 'Anfrage',
      login: 'Anmeldung',
      answer: 'Antwort',
      connection: 'Verbindung',
      report: 'Meldung',
      alarm: 'Alarmregeln',
      routing: 'Weiterleitung',
    },
    more: 'Weitere Einstellungen',
    defaults: 'alle Standardwerte',
    differ: (names: string) => `geändert: ${names}`,
  },
})

export const fieldMessages = defineMessages({
  en: { required: 'required' },
  de: { required: 'Pflichtfeld' },
})

export const jsonFieldMessages = defineMessages({
  en: { notJson: 'Not valid JSON.' },
  de: { notJson: 'Kein gültiges JSON.' },
})

export const rowsFieldMessages = defineMessages({
  en: { add: 'Add', remove: (row: number) => `Remove row ${row}` },
  de: { add: 'Hinzufügen', remove: (row: number) => `Zeile ${row} entfernen` },
})

export const groupsFieldMessages = defineMessages({
  en: { none: 'No contact groups yet.' },
  de: { none: 'Noch keine Kontaktgruppen.' },
})

export const itemsFieldMessages = defineMessages({
  en: {
    view: (label: string) => `${label}: view as`,
    form: 'Form',
    add: 'Add',
    item: (number: number) => `Step ${number}`,
    remove: (title: string) => `Remove ${title}`,
    handle: (title: string) => `Move ${title}`,
    handleHint: 'Drag, or press ↑ or ↓',
    moved: (title: string, place: number) => `${title} is now number ${place}`,
    parts: 'Parts',
    general: 'Request',
    run: 'Run step',
    runToHere: 'Run to here',
    running: 'Running…',
    passed: 'Passed',
    response: 'Response',
    pickHint: 'Select a value to check it or to use it in a later step.',
  },
  de: {
    view: (label: string) => `${label}: Ansicht`,
    form: 'Formular',
    add: 'Hinzufügen',
    item: (number: number) => `Schritt ${number}`,
    remove: (title: string) => `${title} entfernen`,
    handle: (title: string) => `${title} verschieben`,
    handleHint: 'Ziehen oder ↑ oder ↓ drücken',
    moved: (title: string, place: number) => `${title} ist jetzt Nummer ${place}`,
    parts: 'Teile',
    general: 'Anfrage',
    run: 'Schritt ausführen',
    runToHere: 'Bis hierher ausführen',
    running: 'Läuft …',
    passed: 'Erfolgreich',
    response: 'Antwort',
    pickHint: 'Wähle einen Wert, um ihn zu prüfen oder in einem späteren Schritt zu verwenden.',
  },
})

export const scriptFieldMessages = defineMessages({
  en: {
    line: (line: number) => `Line ${line}`,
    problems: 'Problems in the script',
    found: (tests: number, steps: number) =>
      `${tests === 1 ? '1 test' : `${tests} tests`}, ${steps === 1 ? '1 step' : `${steps} steps`}`,
  },
  de: {
    line: (line: number) => `Zeile ${line}`,
    problems: 'Fehler im Skript',
    found: (tests: number, steps: number) =>
      `${tests === 1 ? '1 Test' : `${tests} Tests`}, ${steps === 1 ? '1 Schritt' : `${steps} Schritte`}`,
  },
})

export const secretFieldMessages = defineMessages({
  en: {
    stored: 'A value is stored, encrypted. Leave empty to keep it.',
    remove: 'Remove',
    removed: 'Will be removed when you save.',
    keep: 'Keep',
  },
  de: {
    stored: 'Ein Wert ist verschlüsselt gespeichert. Leer lassen, um ihn zu behalten.',
    remove: 'Entfernen',
    removed: 'Wird beim Speichern entfernt.',
    keep: 'Behalten',
  },
})

export const tokensFieldMessages = defineMessages({
  en: {
    remove: (item: string) => `Remove ${item}`,
    add: 'Type a value and press Enter',
    count: (now: number, most: number) => `${now} of ${most}`,
  },
  de: {
    remove: (item: string) => `${item} entfernen`,
    add: 'Wert eingeben, dann Enter drücken',
    count: (now: number, most: number) => `${now} von ${most}`,
  },
})
