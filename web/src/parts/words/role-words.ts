import { defineMessages } from '../../messages.ts'

export const roleWords = defineMessages({
  en: { viewer: 'viewer', member: 'member', admin: 'admin', owner: 'owner' },
  de: { viewer: 'Betrachter', member: 'Mitglied', admin: 'Admin', owner: 'Inhaber' },
})

export const roleNotes = defineMessages({
  en: {
    viewer: 'Sees everything, changes nothing',
    member: 'Monitors, channels, incidents, maintenance',
    admin: 'Also members, keys and locations',
    owner: 'Everything, owners too',
  },
  de: {
    viewer: 'Sieht alles, ändert nichts',
    member: 'Monitore, Kanäle, Vorfälle, Wartung',
    admin: 'Auch Mitglieder, Schlüssel und Standorte',
    owner: 'Alles, auch Inhaber',
  },
})
