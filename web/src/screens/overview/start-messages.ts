import { defineMessages } from '../../i18n.ts'

export const useChecklistMessages = defineMessages({
  title: ['Getting started', 'Erste Schritte'],
  close: ['Dismiss getting started', 'Erste Schritte ausblenden'],
  done: ['done', 'erledigt'],
  todo: ['to do', 'offen'],
  monitor: ['Add a monitor', 'Einen Monitor hinzufügen'],
  channel: ['Set up an alert channel', 'Einen Alarmkanal einrichten'],
  twoFactor: ['Turn on two-factor authentication', 'Zwei-Faktor-Authentifizierung einschalten'],
})

export const useFirstMonitorMessages = defineMessages({
  title: ['No monitors yet', 'Noch keine Monitore'],
  lead: [
    'Enter a URL or hostname. Lapwing checks it right away.',
    'Gib eine URL oder einen Hostnamen ein. Lapwing prüft das Ziel sofort.',
  ],
  viewer: [
    'Ask someone with the member role to add the first monitor.',
    'Bitte jemanden mit der Rolle „Mitglied“, den ersten Monitor anzulegen.',
  ],
  address: ['URL or hostname', 'URL oder Hostname'],
  example: ['https://shop.example.com', 'https://shop.example.com'],
  hint: [
    'For example a website, host:port, a mail server or a scheduled job.',
    'Zum Beispiel eine Website, Host:Port, ein Mailserver oder ein geplanter Job.',
  ],
  watch: ['Check it', 'Prüfen'],
})
