import { defineMessages } from '../../i18n.ts'

export const roleMessages = defineMessages({
  en: { viewer: 'Viewer', member: 'Member', admin: 'Admin', owner: 'Owner' },
  de: { viewer: 'Betrachter', member: 'Mitglied', admin: 'Admin', owner: 'Inhaber' },
})

export const roleDescriptionMessages = defineMessages({
  en: {
    viewer: 'Can see everything, but not make changes',
    member: 'Can manage monitors, channels, incidents and maintenance',
    admin: 'Can also manage members, API keys and locations',
    owner: 'Can do everything, including managing owners',
  },
  de: {
    viewer: 'Kann alles sehen, aber nichts ändern',
    member: 'Kann Monitore, Kanäle, Vorfälle und Wartungen verwalten',
    admin: 'Kann auch Mitglieder, API-Schlüssel und Standorte verwalten',
    owner: 'Kann alles, auch Inhaber verwalten',
  },
})
