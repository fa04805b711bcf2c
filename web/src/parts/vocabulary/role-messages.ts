import { defineMessages } from '../../i18n.ts'

export const useRoleMessages = defineMessages({
  viewer: ['Viewer', 'Betrachter'],
  member: ['Member', 'Mitglied'],
  admin: ['Admin', 'Admin'],
  owner: ['Owner', 'Inhaber'],
})

export const useRoleDescriptionMessages = defineMessages({
  viewer: ['Can see everything, but not make changes', 'Kann alles sehen, aber nichts ändern'],
  member: [
    'Can manage monitors, channels, incidents and maintenance',
    'Kann Monitore, Kanäle, Vorfälle und Wartungen verwalten',
  ],
  admin: [
    'Can also manage members, API keys and locations',
    'Kann auch Mitglieder, API-Schlüssel und Standorte verwalten',
  ],
  owner: ['Can do everything, including managing owners', 'Kann alles, auch Inhaber verwalten'],
})
