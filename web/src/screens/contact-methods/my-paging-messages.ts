import { defineMessages, plural } from '../../i18n.ts'

export const useMyPagingMessages = defineMessages({
  /** Of what the switch creates. */
  names: {
    method: ['Email', 'E-Mail'],
    schedule: ['Primary', 'Erste Linie'],
    layer: ['Weekly', 'Wöchentlich'],
    policy: ['On-call', 'Bereitschaft'],
  },
  title: ['How a page reaches me', 'So erreicht mich ein Alarm'],
  couldNotLoad: ['Your paging settings could not be loaded.', 'Deine Alarmierung konnte nicht geladen werden.'],
  way: (name: string, recipient: string | null) =>
    recipient === null ? [name, name] : [`${name} (${recipient})`, `${name} (${recipient})`],
  reaches: (ways: string) => [`A page would reach you now by ${ways}.`, `Ein Alarm erreicht dich jetzt über ${ways}.`],
  quiet: (ways: string) => [
    `Your own settings hold back pages now. Otherwise they reach you by ${ways}.`,
    `Deine eigenen Einstellungen halten Alarme gerade zurück. Sonst erreichen sie dich über ${ways}.`,
  ],
  unreachable: ["You can't be paged.", 'Kein Alarm kann dich erreichen.'],
  nothingPages: ['No escalation policy pages you yet.', 'Noch alarmiert dich keine Eskalation.'],
  shift: (schedule: string, until: string | null) =>
    until === null ? [schedule, schedule] : [`${schedule} until ${until}`, `${schedule} bis ${until}`],
  onCall: (shifts: string, policies: string) => [
    `You are on call: ${shifts}. Incidents page you through ${policies}.`,
    `Du hast Bereitschaft: ${shifts}. Vorfälle alarmieren dich über ${policies}.`,
  ],
  notNow: (policies: string) => [
    `You are not on call now. When it is your turn, ${policies} will page you.`,
    `Du hast gerade keine Bereitschaft. Wenn du an der Reihe bist, wirst du über ${policies} alarmiert.`,
  ],
  email: ['Wake me by email', 'Per E-Mail wecken'],
  emailHint: [
    'Sets up what is missing: your contact method, and a schedule and an escalation policy if there are none.',
    'Richtet ein, was fehlt: deinen Kontaktweg sowie Bereitschaftsplan und Eskalation, falls es noch keine gibt.',
  ],
  emailMissing: [
    'There is no mail server yet. An admin can add an email channel, or the operator can set up a mail server.',
    'Es gibt noch keinen Mailserver. Ein Admin kann einen E-Mail-Kanal hinzufügen, oder der Betreiber kann einen ' +
      'Mailserver einrichten.',
  ],
  turnedOn: ['You are woken by email', 'Du wirst per E-Mail geweckt'],
  turnedOff: ['You are no longer woken by email', 'Du wirst nicht mehr per E-Mail geweckt'],
  send: ['Page me now', 'Jetzt probeweise alarmieren'],
  sent: (ways: number) =>
    plural(
      ways,
      ['Test page sent. Check that it arrived.', 'Testalarm gesendet. Prüfe, ob er ankommt.'],
      [
        `Test page sent in ${ways} ways. Check that they arrived.`,
        `Testalarm über ${ways} Wege gesendet. Prüfe, ob er ankommt.`,
      ],
    ),
})
