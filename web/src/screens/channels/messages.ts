import { defineMessages, plural } from '../../i18n.ts'

export const useChannelListMessages = defineMessages({
  title: ['Channels', 'Kanäle'],
  working: (count: number) =>
    plural(
      count,
      ['1 channel is working', '1 Kanal funktioniert'],
      [`All ${count} channels are working`, `Alle ${count} Kanäle funktionieren`],
    ),
  failing: (name: string) => [`${name} is failing`, `${name} stellt nicht zu`],
  failingMany: (count: number) => [`${count} channels are failing`, `${count} Kanäle stellen nicht zu`],
  empty: ['No channels yet', 'Noch keine Kanäle'],
  emptyGives: [
    'Channels send alerts by chat, email, pager, phone or webhook. Add one so that someone is notified.',
    'Kanäle senden Alarme per Chat, E-Mail, Pager, Telefon oder Webhook. Füge einen hinzu, damit jemand ' +
      'benachrichtigt wird.',
  ],
  add: ['New channel', 'Neuer Kanal'],
  log: ['Delivery log', 'Zustellprotokoll'],
  everything: ['all alerts', 'alle Alarme'],
  only: (severity: string) => [`only ${severity} alerts`, `nur ${severity}`],
  critical: ['critical', 'kritische Alarme'],
  warning: ['warning', 'Warnungen'],
  takes: (what: string) => [`Sends ${what}`, `Sendet ${what}`],
  everyGroup: ['for all groups', 'für alle Gruppen'],
  ofGroups: (groups: string) => [`for ${groups}`, `für ${groups}`],
  ofNobody: ['for no group yet', 'noch für keine Gruppe'],
  fallback: (name: string) => [`Fallback: ${name}`, `Ersatzkanal: ${name}`],
  neverUsed: ['Nothing sent yet.', 'Noch nichts gesendet.'],
  sentLast: (ago: string, latency: string) => [`Sent ${ago}, ${latency}`, `Gesendet ${ago}, ${latency}`],
  failedLast: (ago: string, why: string) => [`Failed ${ago}: ${why}`, `Fehlgeschlagen ${ago}: ${why}`],
  noReason: ['no reason given', 'kein Grund angegeben'],
  day: (sent: number, failed: number) => [
    `24 h: ${sent} sent, ${failed} failed`,
    `24 h: ${sent} gesendet, ${failed} fehlgeschlagen`,
  ],
  waiting: (count: number, ago: string) =>
    plural(
      count,
      [
        `1 message is waiting for a slow receiver, queued ${ago}`,
        `1 Nachricht wartet auf einen langsamen Empfänger (${ago} erstellt)`,
      ],
      [
        `${count} messages are waiting for a slow receiver, the oldest queued ${ago}`,
        `${count} Nachrichten warten auf einen langsamen Empfänger (die älteste ${ago} erstellt)`,
      ],
    ),
  test: ['Send test', 'Test senden'],
  testSent: (name: string) => [
    `Test sent through ${name}. Check that it arrived.`,
    `Test über ${name} gesendet. Prüfe, ob er angekommen ist.`,
  ],
  testSilent: (name: string, why: string) => [
    `No test sent through ${name}: ${why}`,
    `Kein Test über ${name} gesendet: ${why}`,
  ],
  switchOff: (name: string) => [`${name} turned off`, `${name} ausgeschaltet`],
  switchOn: (name: string) => [`${name} turned on`, `${name} eingeschaltet`],
  toggle: (name: string) => [`Enable ${name}`, `${name} aktivieren`],
  couldNotLoad: ['The channels could not be loaded.', 'Die Kanäle konnten nicht geladen werden.'],
})
