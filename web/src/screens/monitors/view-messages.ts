import { defineMessages } from '../../i18n.ts'

export const viewMessages = defineMessages({
  en: {
    views: 'Saved views',
    save: 'Save view…',
    keep: (name: string) => `Update ${name} with the current filters`,
    delete: (name: string) => `Delete ${name}`,
    saved: (name: string) => `${name} saved`,
    deleted: (name: string) => `${name} deleted`,
    title: 'Save view',
    name: 'Name',
    hint: 'Saves filters, order and time range for you only. To share a view, send its URL.',
    verb: 'Save view',
    cancel: 'Cancel',
  },
  de: {
    views: 'Gespeicherte Ansichten',
    save: 'Ansicht speichern …',
    keep: (name) => `${name} mit den aktuellen Filtern überschreiben`,
    delete: (name) => `${name} löschen`,
    saved: (name) => `${name} gespeichert`,
    deleted: (name) => `${name} gelöscht`,
    title: 'Ansicht speichern',
    name: 'Name',
    hint: 'Speichert Filter, Reihenfolge und Zeitraum nur für dich. Zum Teilen kannst du die URL weitergeben.',
    verb: 'Ansicht speichern',
    cancel: 'Abbrechen',
  },
})
