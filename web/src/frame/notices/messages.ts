import { defineMessages } from '../../i18n.ts'

export const useNoticeMessages = defineMessages({
  title: ['Notifications', 'Mitteilungen'],
  inbox: (unread: number) =>
    unread === 0
      ? ['Notifications', 'Mitteilungen']
      : [`Notifications: ${unread} unread`, `Mitteilungen: ${unread} ungelesen`],
  none: [
    'No notifications. Critical incidents, failing channels and offline locations appear here.',
    'Keine Mitteilungen. Hier erscheinen kritische Vorfälle, fehlerhafte Kanäle und Standorte, die offline sind.',
  ],
  unread: ['Unread', 'Ungelesen'],
  somebody: ['Someone', 'Jemand'],
  kinds: {
    incident_opened: (name: string, _by: string) => [`Critical incident: ${name}`, `Kritischer Vorfall: ${name}`],
    confirmation_requested: (name: string, by: string) => [
      `${by} asks for your confirmation: ${name}`,
      `${by} bittet um Bestätigung: ${name}`,
    ],
    channel_failing: (name: string, _by: string) => [
      `${name} is not delivering alerts`,
      `${name} stellt keine Alarme zu`,
    ],
    location_silent: (name: string, _by: string) => [
      `${name} is offline: no checks run from there`,
      `${name} ist offline: Von dort laufen keine Prüfungen`,
    ],
    monitor_quarantined: (name: string, _by: string) => [
      `${name} is not checked for an hour because its check crashed repeatedly`,
      `${name} wird eine Stunde lang nicht geprüft, weil die Prüfung mehrmals abgestürzt ist`,
    ],
    member_invited: (name: string, by: string) => [`${by} invited ${name}`, `${by} hat ${name} eingeladen`],
    member_joined: (name: string, _by: string) => [`${name} joined`, `${name} ist beigetreten`],
  },
})
