import { defineMessages } from '../../i18n.ts'

export const useNumberFieldMessages = defineMessages({
  range: (min: string, max: string) => [`${min} to ${max}`, `${min} bis ${max}`],
})

export const useCatalogFormMessages = defineMessages({
  groups: {
    request: ['Request', 'Anfrage'],
    login: ['Authentication', 'Anmeldung'],
    answer: ['Response', 'Antwort'],
    connection: ['Connection', 'Verbindung'],
    report: ['Report', 'Meldung'],
    alarm: ['Alert rules', 'Alarmregeln'],
    routing: ['Routing', 'Weiterleitung'],
  },
  more: ['More settings', 'Weitere Einstellungen'],
  defaults: ['all defaults', 'alle Standardwerte'],
  differ: (names: string) => [`changed: ${names}`, `geändert: ${names}`],
})

export const useFieldMessages = defineMessages({
  required: ['required', 'Pflichtfeld'],
})

export const useJsonFieldMessages = defineMessages({
  notJson: ['Not valid JSON.', 'Kein gültiges JSON.'],
})

export const useRowsFieldMessages = defineMessages({
  add: ['Add', 'Hinzufügen'],
  remove: (row: number) => [`Remove row ${row}`, `Zeile ${row} entfernen`],
})

export const useGroupsFieldMessages = defineMessages({
  none: ['No contact groups yet.', 'Noch keine Kontaktgruppen.'],
})

export const useItemsFieldMessages = defineMessages({
  view: (label: string) => [`${label}: view as`, `${label}: Ansicht`],
  form: ['Form', 'Formular'],
  add: ['Add', 'Hinzufügen'],
  item: (number: number) => [`Step ${number}`, `Schritt ${number}`],
  remove: (title: string) => [`Remove ${title}`, `${title} entfernen`],
  handle: (title: string) => [`Move ${title}`, `${title} verschieben`],
  handleHint: ['Drag, or press ↑ or ↓', 'Ziehen oder ↑ oder ↓ drücken'],
  moved: (title: string, place: number) => [`${title} is now number ${place}`, `${title} ist jetzt Nummer ${place}`],
  parts: ['Parts', 'Teile'],
  general: ['Request', 'Anfrage'],
  run: ['Run step', 'Schritt ausführen'],
  runToHere: ['Run to here', 'Bis hierher ausführen'],
  running: ['Running…', 'Läuft …'],
  passed: ['Passed', 'Erfolgreich'],
  response: ['Response', 'Antwort'],
  pickHint: [
    'Select a value to check it or to use it in a later step.',
    'Wähle einen Wert, um ihn zu prüfen oder in einem späteren Schritt zu verwenden.',
  ],
})

export const useScriptFieldMessages = defineMessages({
  line: (line: number) => [`Line ${line}`, `Zeile ${line}`],
  problems: ['Problems in the script', 'Fehler im Skript'],
  found: (tests: number, steps: number) => [
    `${tests === 1 ? '1 test' : `${tests} tests`}, ${steps === 1 ? '1 step' : `${steps} steps`}`,
    `${tests === 1 ? '1 Test' : `${tests} Tests`}, ${steps === 1 ? '1 Schritt' : `${steps} Schritte`}`,
  ],
})

export const useSecretFieldMessages = defineMessages({
  stored: [
    'A value is stored, encrypted. Leave empty to keep it.',
    'Ein Wert ist verschlüsselt gespeichert. Leer lassen, um ihn zu behalten.',
  ],
  remove: ['Remove', 'Entfernen'],
  removed: ['Will be removed when you save.', 'Wird beim Speichern entfernt.'],
  keep: ['Keep', 'Behalten'],
})

export const useTokensFieldMessages = defineMessages({
  remove: (item: string) => [`Remove ${item}`, `${item} entfernen`],
  add: ['Type a value and press Enter', 'Wert eingeben, dann Enter drücken'],
  count: (now: number, most: number) => [`${now} of ${most}`, `${now} von ${most}`],
})
