import { defineMessages, plural } from '../../i18n.ts'

export const useContactGroupMessages = defineMessages({
  nobodyYet: [
    'No members yet. Alerts for this group only go to channels.',
    'Noch keine Mitglieder. Alarme für diese Gruppe gehen nur an Kanäle.',
  ],
  context: (count: number) => plural(count, ['1 member', '1 Mitglied'], [`${count} members`, `${count} Mitglieder`]),
  default: ['Default', 'Standard'],
  noPolicy: ['None', 'Keine'],
  policyHint: [
    'Without a policy, Lapwing notifies channels and members at once and pages nobody in steps.',
    'Ohne Regel benachrichtigt Lapwing Kanäle und Mitglieder sofort und alarmiert niemanden stufenweise.',
  ],
  allMembers: ['All members of the organization', 'Alle Mitglieder der Organisation'],
  allMembersHint: [
    'Everyone who can sign in, except viewers. They need no contact.',
    'Alle, die sich anmelden können, außer Betrachtern. Sie brauchen keinen Kontakt.',
  ],
  about: ['About this group', 'Über diese Gruppe'],
  find: ['Search contacts', 'Kontakte durchsuchen'],
  noMatch: ['No matching contacts.', 'Keine passenden Kontakte.'],
  noContacts: ['No contacts yet.', 'Noch keine Kontakte.'],
  addContact: ['Add a contact', 'Kontakt hinzufügen'],
  deleteText: ['Its members remain as contacts.', 'Die Mitglieder bleiben als Kontakte erhalten.'],
  forceVerb: ['Remove everywhere and delete', 'Überall entfernen und löschen'],
  added: (contact: string, group: string) => [`${contact} added to ${group}`, `${contact} zu ${group} hinzugefügt`],
  removed: (contact: string, group: string) => [`${contact} removed from ${group}`, `${contact} aus ${group} entfernt`],
  couldNotLoad: ['The group could not be loaded.', 'Die Gruppe konnte nicht geladen werden.'],
  defaultHint: [
    'Alerts without a group go to the default group, so it cannot be deleted.',
    'Alarme ohne Gruppe gehen an die Standardgruppe. Sie kann deshalb nicht gelöscht werden.',
  ],
})
