import { defineMessages, plural } from '../../i18n.ts'

export const useContactMessages = defineMessages({
  title: (people: number, groups: number) => [
    `${plural(people, '1 contact', `${people} contacts`)}, ${plural(groups, '1 group', `${groups} groups`)}`,
    `${plural(people, '1 Kontakt', `${people} Kontakte`)}, ${plural(groups, '1 Gruppe', `${groups} Gruppen`)}`,
  ],
  nobody: ['No contacts yet', 'Noch keine Kontakte'],
  tabs: ['Contacts and groups', 'Kontakte und Gruppen'],
  phoneHint: ['With country code, e.g. +49 30 901820', 'Mit Ländervorwahl, z. B. +49 30 901820'],
  default: ['Default', 'Standard'],
  none: ['none', 'keine'],
  newContact: ['New contact', 'Neuer Kontakt'],
  newGroup: ['New group', 'Neue Gruppe'],
  importCsv: ['Import CSV', 'CSV importieren'],
  edit: (name: string) => [`Edit ${name}`, `${name} bearbeiten`],
  actionsHead: ['Actions', 'Aktionen'],
  create: ['Add contact', 'Kontakt hinzufügen'],
  createGroup: ['Add group', 'Gruppe hinzufügen'],
  emptyContacts: [
    'Contacts are people Lapwing can notify by email or phone.',
    'Kontakte sind Personen, die Lapwing per E-Mail oder Telefon benachrichtigen kann.',
  ],
  emptyContactsGives: [
    'Add contacts to groups so that rules can notify a whole group.',
    'Füge Kontakte zu Gruppen hinzu, damit Regeln ganze Gruppen benachrichtigen.',
  ],
  couldNotLoad: ['The contacts could not be loaded.', 'Die Kontakte konnten nicht geladen werden.'],
  couldNotLoadGroups: ['The groups could not be loaded.', 'Die Gruppen konnten nicht geladen werden.'],
  deleteText: (groups: string) =>
    groups
      ? [
          `Alerts for ${groups} no longer reach this contact.`,
          `Alarme für ${groups} erreichen diesen Kontakt nicht mehr.`,
        ]
      : ['This contact is not in any group.', 'Dieser Kontakt ist in keiner Gruppe.'],
  importTitle: ['Import contacts', 'Kontakte importieren'],
  importHint: [
    'One contact per line: name, email, phone (optional). A header line is skipped.',
    'Ein Kontakt pro Zeile: Name, E-Mail, Telefon (optional). Eine Kopfzeile wird übersprungen.',
  ],
  importLabel: ['Contacts', 'Kontakte'],
  importVerb: (count: number) =>
    plural(count, ['Add 1 contact', '1 Kontakt hinzufügen'], [`Add ${count} contacts`, `${count} Kontakte hinzufügen`]),
  importBad: (line: number, text: string) => [`Line ${line}: ${text}`, `Zeile ${line}: ${text}`],
  importMissing: ['a name and an email address are required.', 'Name und E-Mail-Adresse sind erforderlich.'],
  imported: (count: number) =>
    plural(
      count,
      ['1 contact added', '1 Kontakt hinzugefügt'],
      [`${count} contacts added`, `${count} Kontakte hinzugefügt`],
    ),
  importFailed: (name: string, why: string) => [
    `Could not add ${name}: ${why}`,
    `${name} konnte nicht hinzugefügt werden: ${why}`,
  ],
})
