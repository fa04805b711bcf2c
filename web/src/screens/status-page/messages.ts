import { defineMessages, plural } from '../../i18n.ts'

export const useStatusPageMessages = defineMessages({
  pages: ['Status pages', 'Statusseiten'],
  loading: ['Status page', 'Statusseite'],
  tabs: ['Parts of this status page', 'Teile dieser Statusseite'],
  tab: {
    components: ['Components', 'Komponenten'],
    look: ['Appearance', 'Aussehen'],
    announcements: ['Announcements', 'Ankündigungen'],
    subscribers: ['Subscribers', 'Abonnenten'],
    access: ['Access', 'Zugriff'],
    embed: ['Embed', 'Einbetten'],
  },
  empty: ['Visitors see an empty page', 'Besucher sehen eine leere Seite'],
  allUp: (count: number) =>
    plural(
      count,
      ['Visitors see 1 component, operational', 'Besucher sehen 1 Komponente, in Betrieb'],
      [`Visitors see ${count} components, all operational`, `Besucher sehen ${count} Komponenten, alle in Betrieb`],
    ),
  failing: (bad: number, count: number) =>
    plural(
      count,
      ['Visitors see 1 component with problems', 'Besucher sehen 1 Komponente mit Problemen'],
      [
        `Visitors see ${bad} of ${count} components with problems`,
        `Besucher sehen ${bad} von ${count} Komponenten mit Problemen`,
      ],
    ),
  some: (count: number) =>
    plural(
      count,
      ['Visitors see 1 component', 'Besucher sehen 1 Komponente'],
      [`Visitors see ${count} components`, `Besucher sehen ${count} Komponenten`],
    ),
  hidden: ['Visitors cannot see this page yet', 'Besucher können diese Seite noch nicht sehen'],
  isPublic: ['public', 'öffentlich'],
  isPrivate: ['private', 'privat'],
  hasPassword: ['with a password', 'mit Passwort'],
  subscribers: (count: number) =>
    plural(count, ['1 subscriber', '1 Abonnent'], [`${count} subscribers`, `${count} Abonnenten`]),
  changed: (ago: string) => [`changed ${ago}`, `geändert ${ago}`],
  view: ['View page', 'Seite ansehen'],
  write: ['Write announcement', 'Ankündigung schreiben'],
  couldNotLoad: ['The status page could not be loaded.', 'Die Statusseite konnte nicht geladen werden.'],
  unpublished: (count: number) =>
    plural(
      count,
      ['1 unpublished change', '1 unveröffentlichte Änderung'],
      [`${count} unpublished changes`, `${count} unveröffentlichte Änderungen`],
    ),
  saving: ['Saving draft…', 'Entwurf wird gespeichert …'],
  publish: ['Publish', 'Veröffentlichen'],
  discard: ['Discard', 'Verwerfen'],
  published: (name: string) => [`${name} published`, `${name} veröffentlicht`],
  discardTitle: ['Discard all unpublished changes?', 'Alle unveröffentlichten Änderungen verwerfen?'],
  discardText: [
    'Visitors keep seeing the page as it was last published.',
    'Besucher sehen die Seite weiterhin so, wie sie zuletzt veröffentlicht wurde.',
  ],
  discardVerb: ['Discard changes', 'Änderungen verwerfen'],
  draftFailed: (why: string) => [
    `The draft could not be saved: ${why}`,
    `Der Entwurf konnte nicht gespeichert werden: ${why}`,
  ],
  change: {
    added: (name: string) => [`${name} added`, `${name} hinzugefügt`],
    removed: (name: string) => [`${name} removed`, `${name} entfernt`],
    changed: (name: string) => [`${name} changed`, `${name} geändert`],
    order: ['Order changed', 'Reihenfolge geändert'],
  },
  field: {
    name: ['Name changed', 'Name geändert'],
    description: ['Description changed', 'Beschreibung geändert'],
    footer: ['Footer changed', 'Fußzeile geändert'],
    supportUrl: ['Support link changed', 'Support-Link geändert'],
    theme: ['Theme changed', 'Design geändert'],
    language: ['Language changed', 'Sprache geändert'],
    daysShown: ['Number of days changed', 'Anzahl der Tage geändert'],
    dimUntrackedDays: ['Days without data changed', 'Tage ohne Daten geändert'],
  },
})
