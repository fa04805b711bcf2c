import { defineMessages } from '../../../i18n.ts'

export const useCheckInMessages = defineMessages({
  title: ['Check-in', 'Meldung'],
  address: ['Check-in URL', 'URL für Meldungen'],
  copyAddress: ['Copy the check-in URL', 'URL für Meldungen kopieren'],
  how: ['Call it at the end of your job', 'Rufe sie am Ende deines Jobs auf'],
  later: ['Save the monitor to get its check-in URL.', 'Speichere den Monitor, um die URL für Meldungen zu erhalten.'],
  hidden: ['Your role cannot see the check-in URL.', 'Deine Rolle darf die URL für Meldungen nicht sehen.'],
  due: (time: string) => [`Next check-in due ${time}.`, `Nächste Meldung fällig: ${time}.`],
  late: (time: string) => [`It counts as missed ${time} after that.`, `Sie gilt ${time} danach als ausgeblieben.`],
  next: ['Next five times', 'Die nächsten fünf Zeiten'],
  period: (time: string) => [`Every ${time}`, `Alle ${time}`],
  daily: (time: string, zone: string) => [`Every day at ${time} (${zone})`, `Jeden Tag um ${time} (${zone})`],
  weekdays: (days: string, time: string, zone: string) => [
    `${days} at ${time} (${zone})`,
    `${days} um ${time} (${zone})`,
  ],
  monthly: (day: number, time: string, zone: string) => [
    `On day ${day} of each month at ${time} (${zone})`,
    `Am ${day}. jedes Monats um ${time} (${zone})`,
  ],
  expression: (text: string, zone: string) => [
    `By the cron expression ${text} (${zone})`,
    `Nach dem cron-Ausdruck ${text} (${zone})`,
  ],
})
