import { defineMessages } from '../../i18n.ts'

export const useVariableMessages = defineMessages({
  add: ['New variable', 'Neue Variable'],
  none: ['No variables yet', 'Noch keine Variablen'],
  noneWhy: [
    'Journey scripts read variables as process.env.NAME. Use them for passwords and tokens: values are encrypted ' +
      'and masked in everything a run shows.',
    'Skripte von Abläufen lesen Variablen als process.env.NAME. Nutze sie für Passwörter und Token: Werte sind ' +
      'verschlüsselt und in allem, was ein Lauf zeigt, unkenntlich.',
  ],
  failed: ['The variables could not be loaded.', 'Die Variablen konnten nicht geladen werden.'],
  changed: (when: string) => [`changed ${when}`, `geändert ${when}`],
  editNamed: (name: string) => [`Edit ${name}`, `${name} bearbeiten`],
  removeText: [
    'Scripts that read this variable get no value from their next run on.',
    'Skripte, die diese Variable lesen, finden ab dem nächsten Lauf nichts mehr.',
  ],
  nameHint: ['Capital letters, digits and underscores.', 'Großbuchstaben, Ziffern und Unterstriche.'],
  value: ['Value', 'Wert'],
  valueHint: ['Lapwing does not show the value again.', 'Lapwing zeigt den Wert nicht wieder an.'],
  keepHint: ['Leave empty to keep the stored value.', 'Leer lassen, um den gespeicherten Wert zu behalten.'],
})
