import { defineMessages, plural } from '../../../i18n.ts'

export const useSubscriberMessages = defineMessages({
  channels: {
    email: ['Email', 'E-Mail'],
    slack: ['Slack', 'Slack'],
    webhook: ['Webhook', 'Webhook'],
  },
  states: {
    confirmed: ['Confirmed', 'Bestätigt'],
    waiting: ['Not confirmed yet', 'Noch nicht bestätigt'],
    retired: ['Unreachable', 'Nicht erreichbar'],
  },
  search: ['Search addresses', 'Adressen durchsuchen'],
  state: ['State', 'Status'],
  kind: ['Kind', 'Art'],
  since: ['Since', 'Seit'],
  actions: ['Actions', 'Aktionen'],
  gets: ['Gets', 'Erhält'],
  everything: ['everything', 'alles'],
  parts: (count: number) =>
    plural(count, ['1 component', '1 Komponente'], [`${count} components`, `${count} Komponenten`]),
  only: {
    incident: ['only incidents', 'nur Störungen'],
    maintenance: ['only maintenance', 'nur Wartungen'],
  },
  removeText: [
    'The address is deleted and gets no message about it. It can subscribe again.',
    'Die Adresse wird gelöscht und erhält keine Nachricht darüber. Sie kann wieder abonnieren.',
  ],
  import: ['Import', 'Importieren'],
  importTitle: ['Import subscribers', 'Abonnenten importieren'],
  importLabel: ['Addresses', 'Adressen'],
  importHint: [
    'One email address per line, or CSV with a column “email”. Each gets an email and is ' +
      'subscribed after confirming.',
    'Eine E-Mail-Adresse je Zeile, oder CSV mit einer Spalte „email“. Jede erhält eine E-Mail und ist nach der ' +
      'Bestätigung eingetragen.',
  ],
  importVerb: ['Send confirmation emails', 'Bestätigungsmails senden'],
  imported: (count: number) =>
    plural(
      count,
      ['1 confirmation email sent', '1 Bestätigungsmail gesendet'],
      [`${count} confirmation emails sent`, `${count} Bestätigungsmails gesendet`],
    ),
  refused: (line: number, address: string, why: string) => [
    `Line ${line}, ${address}: ${why}`,
    `Zeile ${line}, ${address}: ${why}`,
  ],
  empty: ['No subscribers yet', 'Noch keine Abonnenten'],
  emptyGives: [
    'Visitors subscribe at the foot of the page, by email, Slack or webhook. You can also import addresses.',
    'Besucher abonnieren am Fuß der Seite, per E-Mail, Slack oder Webhook. Du kannst auch Adressen importieren.',
  ],
  noMatch: ['No subscriber matches.', 'Kein Abonnent passt.'],
  viewer: ['Members can see the addresses of subscribers.', 'Mitglieder können die Adressen der Abonnenten sehen.'],
  couldNotLoad: ['The subscribers could not be loaded.', 'Die Abonnenten konnten nicht geladen werden.'],
})
