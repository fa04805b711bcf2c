import { defineMessages, plural } from '../../i18n.ts'

export const useStatusPagesMessages = defineMessages({
  title: ['Status pages', 'Statusseiten'],
  count: (count: number) =>
    plural(count, ['1 status page', '1 Statusseite'], [`${count} status pages`, `${count} Statusseiten`]),
  empty: ['No status pages yet', 'Noch keine Statusseiten'],
  emptyGives: [
    'A status page shows customers whether your services work, announces incidents and maintenance, and notifies ' +
      'subscribers. Name it, then choose which monitors it shows.',
    'Eine Statusseite zeigt Kunden, ob deine Dienste funktionieren, informiert über Störungen und Wartungen und ' +
      'benachrichtigt Abonnenten. Gib ihr einen Namen und wähle dann, welche Monitore sie zeigt.',
  ],
  add: ['New status page', 'Neue Statusseite'],
  create: ['Create page', 'Seite anlegen'],
  nameHint: [
    'Visitors read it at the top of the page. Your company or product, for example.',
    'Besucher lesen ihn oben auf der Seite. Zum Beispiel deine Firma oder dein Produkt.',
  ],
  slug: ['Address', 'Adresse'],
  slugHint: (url: string) => [`The page will be at ${url}.`, `Die Seite ist dann unter ${url} erreichbar.`],
  private: ['Keep it private while I set it up', 'Privat lassen, während ich sie einrichte'],
  privateHint: [
    'Visitors get a 404 page until you make it public under Access.',
    'Besucher erhalten eine 404-Seite, bis du sie unter „Zugriff“ öffentlich machst.',
  ],
  components: ['Components', 'Komponenten'],
  subscribers: ['Subscribers', 'Abonnenten'],
  isPrivate: ['Private', 'Privat'],
  hasPassword: ['Password', 'Passwort'],
  opens: (url: string) => [`Open ${url} in a new tab`, `${url} in neuem Tab öffnen`],
  overall: {
    operational: ['Operational', 'In Betrieb'],
    degraded: ['Degraded', 'Beeinträchtigt'],
    major_outage: ['Major outage', 'Großer Ausfall'],
    maintenance: ['In maintenance', 'In Wartung'],
  },
  unknown: ['Unknown', 'Unbekannt'],
  couldNotLoad: ['The status pages could not be loaded.', 'Die Statusseiten konnten nicht geladen werden.'],
  created: (name: string) => [`${name} created`, `${name} angelegt`],
})
