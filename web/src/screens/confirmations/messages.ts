import { defineMessages, plural } from '../../i18n.ts'

export const useConfirmationMessages = defineMessages({
  confirmations: ['Confirmations', 'Bestätigungen'],
  waiting: (count: number) =>
    plural(
      count,
      ['1 change needs your confirmation', '1 Änderung wartet auf deine Bestätigung'],
      [`${count} changes need your confirmation`, `${count} Änderungen warten auf deine Bestätigung`],
    ),
  noneWaiting: ['No change needs your confirmation', 'Keine Änderung wartet auf deine Bestätigung'],
  context: [
    'Before an assistant can pause, silence or delete a monitor that is failing, a person must confirm it.',
    'Bevor ein Assistent einen gestörten Monitor pausieren, stummschalten oder löschen kann, muss eine Person ' +
      'das bestätigen.',
  ],
  none: ['No requests in the last seven days', 'Keine Anfragen in den letzten sieben Tagen'],
  noneGives: [
    'When an assistant wants to do something risky, its request appears here.',
    'Wenn ein Assistent etwas Riskantes tun will, erscheint seine Anfrage hier.',
  ],
  failed: ['The confirmations could not be loaded.', 'Die Bestätigungen konnten nicht geladen werden.'],
  question: (summary: string) => [`${summary}?`, `${summary}?`],
  asks: (program: string) => [`${program} asks`, `${program} fragt an`],
  asksFor: (program: string, user: string) => [
    `${program} asks on behalf of ${user}`,
    `${program} fragt im Auftrag von ${user} an`,
  ],
  statuses: {
    pending: ['Waiting', 'Wartet'],
    confirmed: ['Confirmed', 'Bestätigt'],
    refused: ['Refused', 'Abgelehnt'],
    expired: ['Expired', 'Abgelaufen'],
    used: ['Done', 'Erledigt'],
  },
  decidedBy: {
    confirmed: (name: string) => [`Confirmed by ${name}`, `Bestätigt von ${name}`],
    refused: (name: string) => [`Refused by ${name}`, `Abgelehnt von ${name}`],
  },
  would: ['What would change', 'Was sich ändern würde'],
  reason: ['Reason given by the assistant', 'Grund, den der Assistent nennt'],
  noReason: ['The assistant gave no reason.', 'Der Assistent hat keinen Grund genannt.'],
  effects: {
    create: ['Would be created', 'Würde angelegt'],
    update: ['Would be changed', 'Würde geändert'],
    pause: ['Would be paused', 'Würde pausiert'],
    resume: ['Would be resumed', 'Würde fortgesetzt'],
    silence: ['Would be silenced', 'Würde stummgeschaltet'],
    delete: ['Would be deleted', 'Würde gelöscht'],
  },
  failing: ['It is failing now', 'Ist gerade gestört'],
  consequence: [
    'Nobody is alerted about a monitor that is paused, silenced or deleted.',
    'Zu einem pausierten, stummgeschalteten oder gelöschten Monitor wird niemand alarmiert.',
  ],
  after: [
    'If you confirm, the assistant can make this change once, until the request expires.',
    'Wenn du bestätigst, kann der Assistent diese Änderung einmal ausführen, bis die Anfrage abläuft.',
  ],
  confirm: ['Confirm', 'Bestätigen'],
  refuse: ['Refuse', 'Ablehnen'],
  confirmed: [
    'Confirmed. The assistant can make the change now.',
    'Bestätigt. Der Assistent kann die Änderung jetzt ausführen.',
  ],
  refused: ['Refused. Nothing changes.', 'Abgelehnt. Es ändert sich nichts.'],
})
