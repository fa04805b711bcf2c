import { defineMessages } from '../../messages.ts'

export const viewMessages = defineMessages({
  en: {
    views: 'Views',
    save: 'Save this view…',
    keep: (name: string) => `Keep what is chosen now as ${name}`,
    delete: (name: string) => `Delete ${name}`,
    saved: (name: string) => `${name} is saved`,
    deleted: (name: string) => `${name} is deleted`,
    title: 'Save this view',
    name: 'Name',
    hint: 'Filters, order and time span, for you alone. To share it, send the address.',
    verb: 'Save the view',
    cancel: 'Cancel',
  },
  de: {
    views: 'Ansichten',
    save: 'Diese Ansicht sichern …',
    keep: (name) => `Die jetzige Auswahl als ${name} behalten`,
    delete: (name) => `${name} löschen`,
    saved: (name) => `${name} ist gesichert`,
    deleted: (name) => `${name} ist gelöscht`,
    title: 'Diese Ansicht sichern',
    name: 'Name',
    hint: 'Filter, Reihenfolge und Zeitraum, nur für dich. Zum Teilen genügt die Adresse.',
    verb: 'Ansicht sichern',
    cancel: 'Abbrechen',
  },
})
