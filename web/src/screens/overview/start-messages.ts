import { defineMessages } from '../../i18n.ts'

export const checklistMessages = defineMessages({
  en: {
    title: 'Getting started',
    close: 'Dismiss getting started',
    done: 'done',
    todo: 'to do',
    monitor: 'Add a monitor',
    channel: 'Set up an alert channel',
    twoFactor: 'Turn on two-factor authentication',
  },
  de: {
    title: 'Erste Schritte',
    close: 'Erste Schritte ausblenden',
    done: 'erledigt',
    todo: 'offen',
    monitor: 'Einen Monitor hinzufügen',
    channel: 'Einen Alarmkanal einrichten',
    twoFactor: 'Zwei-Faktor-Authentifizierung einschalten',
  },
})

export const firstMonitorMessages = defineMessages({
  en: {
    title: 'No monitors yet',
    lead: 'Enter a URL or hostname. Lapwing checks it right away.',
    viewer: 'Ask someone with the member role to add the first monitor.',
    address: 'URL or hostname',
    example: 'https://shop.example.com',
    hint: 'For example a website, host:port, a mail server or a scheduled job.',
    watch: 'Check it',
  },
  de: {
    title: 'Noch keine Monitore',
    lead: 'Gib eine URL oder einen Hostnamen ein. Lapwing prüft das Ziel sofort.',
    viewer: 'Bitte jemanden mit der Rolle „Mitglied“, den ersten Monitor anzulegen.',
    address: 'URL oder Hostname',
    example: 'https://shop.example.com',
    hint: 'Zum Beispiel eine Website, Host:Port, ein Mailserver oder ein geplanter Job.',
    watch: 'Prüfen',
  },
})
