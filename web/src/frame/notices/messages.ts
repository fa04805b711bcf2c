import { defineMessages } from '../../i18n.ts'

export const noticeMessages = defineMessages({
  en: {
    title: 'Notifications',
    inbox: (unread: number) => (unread === 0 ? 'Notifications' : `Notifications: ${unread} unread`),
    none: 'No notifications. Critical incidents, failing channels and offline locations appear here.',
    unread: 'Unread',
    somebody: 'Someone',
    kinds: {
      incident_opened: (name: string, _by: string) => `Critical incident: ${name}`,
      confirmation_requested: (name: string, by: string) => `${by} asks for your confirmation: ${name}`,
      channel_failing: (name: string, _by: string) => `${name} is not delivering alerts`,
      location_silent: (name: string, _by: string) => `${name} is offline: no checks run from there`,
      monitor_quarantined: (name: string, _by: string) =>
        `${name} is not checked for an hour because its check crashed repeatedly`,
      member_invited: (name: string, by: string) => `${by} invited ${name}`,
      member_joined: (name: string, _by: string) => `${name} joined`,
    },
  },
  de: {
    title: 'Mitteilungen',
    inbox: (unread) => (unread === 0 ? 'Mitteilungen' : `Mitteilungen: ${unread} ungelesen`),
    none: 'Keine Mitteilungen. Hier erscheinen kritische Vorfälle, fehlerhafte Kanäle und Standorte, die offline sind.',
    unread: 'Ungelesen',
    somebody: 'Jemand',
    kinds: {
      incident_opened: (name: string) => `Kritischer Vorfall: ${name}`,
      confirmation_requested: (name: string, by: string) => `${by} bittet um Bestätigung: ${name}`,
      channel_failing: (name) => `${name} stellt keine Alarme zu`,
      location_silent: (name) => `${name} ist offline: Von dort laufen keine Prüfungen`,
      monitor_quarantined: (name) =>
        `${name} wird eine Stunde lang nicht geprüft, weil die Prüfung mehrmals abgestürzt ist`,
      member_invited: (name: string, by: string) => `${by} hat ${name} eingeladen`,
      member_joined: (name) => `${name} ist beigetreten`,
    },
  },
})
