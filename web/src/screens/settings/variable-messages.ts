import { defineMessages } from '../../i18n.ts'

export const variableMessages = defineMessages({
  en: {
    add: 'New variable',
    none: 'No variables yet',
    noneWhy:
      'Journey scripts read variables as process.env.NAME. Use them for passwords and tokens: values are encrypted ' +
      'and masked in everything a run shows.',
    failed: 'The variables could not be loaded.',
    changed: (when: string) => `changed ${when}`,
    edit: 'Edit',
    editNamed: (name: string) => `Edit ${name}`,
    remove: 'Delete',
    removeNamed: (name: string) => `Delete ${name}`,
    removeTitle: (name: string) => `Delete ${name}?`,
    removeText: 'Scripts that read this variable find nothing from their next run on.',
    name: 'Name',
    nameHint: 'Capital letters, digits and underscores.',
    value: 'Value',
    valueHint: 'Lapwing does not show the value again.',
    keepHint: 'Leave empty to keep the stored value.',
    cancel: 'Cancel',
    save: 'Save',
  },
  de: {
    add: 'Neue Variable',
    none: 'Noch keine Variablen',
    noneWhy:
      'Skripte von Abläufen lesen Variablen als process.env.NAME. Nutze sie für Passwörter und Token: Werte sind ' +
      'verschlüsselt und in allem, was ein Lauf zeigt, unkenntlich.',
    failed: 'Die Variablen konnten nicht geladen werden.',
    changed: (when) => `geändert ${when}`,
    edit: 'Bearbeiten',
    editNamed: (name) => `${name} bearbeiten`,
    remove: 'Löschen',
    removeNamed: (name) => `${name} löschen`,
    removeTitle: (name) => `${name} löschen?`,
    removeText: 'Skripte, die diese Variable lesen, finden ab dem nächsten Lauf nichts mehr.',
    name: 'Name',
    nameHint: 'Großbuchstaben, Ziffern und Unterstriche.',
    value: 'Wert',
    valueHint: 'Lapwing zeigt den Wert nicht wieder an.',
    keepHint: 'Leer lassen, um den gespeicherten Wert zu behalten.',
    cancel: 'Abbrechen',
    save: 'Speichern',
  },
})
