import { defineMessages } from '../../../i18n.ts'

export const useAnnouncementMessages = defineMessages({
  title: ['Announcements', 'Ankündigungen'],
  automatic: ['Announce critical incidents automatically', 'Kritische Vorfälle automatisch ankündigen'],
  automaticHint: [
    'One announcement per component and outage, a few seconds after it is confirmed. It is resolved when the ' +
      'component recovers.',
    'Eine Ankündigung je Komponente und Ausfall, einige Sekunden nach der Bestätigung. Sie wird als behoben ' +
      'markiert, wenn die Komponente wieder funktioniert.',
  ],
  write: ['Write announcement', 'Ankündigung schreiben'],
  empty: ['No announcements yet', 'Noch keine Ankündigungen'],
  emptyGives: [
    'Tell visitors what is wrong and what you are doing. Subscribers get it by email, Slack or webhook.',
    'Sag Besuchern, was nicht funktioniert und was ihr tut. Abonnenten erhalten es per E-Mail, Slack oder Webhook.',
  ],
  couldNotLoad: ['The announcements could not be loaded.', 'Die Ankündigungen konnten nicht geladen werden.'],
  heading: ['Title', 'Titel'],
  body: ['Message', 'Nachricht'],
  bodyHint: [
    'Plain text. Say what visitors notice, and when you will write again.',
    'Einfacher Text. Sag, was Besucher bemerken und wann du wieder schreibst.',
  ],
  severities: {
    minor: ['Minor', 'Gering'],
    major: ['Major', 'Erheblich'],
    critical: ['Critical', 'Kritisch'],
  },
  severityHint: {
    minor: ['Does not change the status of the page.', 'Ändert den Status der Seite nicht.'],
    major: ['Affected components are shown as degraded.', 'Betroffene Komponenten gelten als beeinträchtigt.'],
    critical: ['Affected components are shown as disrupted.', 'Betroffene Komponenten gelten als gestört.'],
  },
  statuses: {
    investigating: ['Investigating', 'Wird untersucht'],
    identified: ['Identified', 'Ursache gefunden'],
    monitoring: ['Monitoring', 'Wird beobachtet'],
    resolved: ['Resolved', 'Behoben'],
  },
  affected: ['Affected components', 'Betroffene Komponenten'],
  preview: ['What visitors read', 'Was Besucher lesen'],
  publish: ['Publish announcement', 'Ankündigung veröffentlichen'],
  published: ['Announcement published', 'Ankündigung veröffentlicht'],
  affects: (names: string) => [`Affects ${names}`, `Betrifft ${names}`],
  wholePage: ['Concerns the whole page', 'Betrifft die ganze Seite'],
  fromIncident: (number: number) => [
    `Published automatically from incident #${number}`,
    `Automatisch veröffentlicht aus Vorfall #${number}`,
  ],
  maintenance: ['Maintenance window', 'Wartungsfenster'],
  update: ['Add update', 'Update schreiben'],
  updateTitle: (title: string) => [`Update “${title}”`, `Update zu „${title}“`],
  addUpdate: ['Publish update', 'Update veröffentlichen'],
  updated: ['Update published', 'Update veröffentlicht'],
  resolve: ['Resolve', 'Als behoben markieren'],
  removeTitle: (title: string) => [`Remove “${title}”?`, `„${title}“ entfernen?`],
  removeText: [
    'Visitors no longer see it, not even in the history. Emails that were sent cannot be taken back.',
    'Besucher sehen sie nicht mehr, auch nicht im Verlauf. Gesendete E-Mails lassen sich nicht zurückholen.',
  ],
  removeVerb: ['Remove announcement', 'Ankündigung entfernen'],
  removed: ['Announcement removed', 'Ankündigung entfernt'],
})
