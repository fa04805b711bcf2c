import { defineMessages } from '../../i18n.ts'

export const useViewMessages = defineMessages({
  views: ['Saved views', 'Gespeicherte Ansichten'],
  save: ['Save view…', 'Ansicht speichern …'],
  keep: (name: string) => [
    `Update ${name} with the current filters`,
    `${name} mit den aktuellen Filtern überschreiben`,
  ],
  delete: (name: string) => [`Delete ${name}`, `${name} löschen`],
  title: ['Save view', 'Ansicht speichern'],
  hint: [
    'Saves filters, order and time range for you only. To share a view, send its URL.',
    'Speichert Filter, Reihenfolge und Zeitraum nur für dich. Zum Teilen kannst du die URL weitergeben.',
  ],
  verb: ['Save view', 'Ansicht speichern'],
})
