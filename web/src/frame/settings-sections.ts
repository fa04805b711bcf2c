// The pages of the settings, for their tabs and the palette.
import { defineMessages } from '../i18n.ts'

export const organizationSections = [
  'organization',
  'members',
  'keys',
  'variables',
  'plan',
  'activity',
  'locations',
] as const
export const personalSections = ['profile', 'security', 'look'] as const
export type SettingsSection = (typeof organizationSections)[number] | (typeof personalSections)[number]

export const settingsMessages = defineMessages({
  en: {
    settings: 'Settings',
    organization: 'Organization',
    members: 'Members',
    keys: 'API keys',
    variables: 'Variables',
    plan: 'Plan and usage',
    activity: 'Activity',
    locations: 'Locations',
    profile: 'My profile',
    security: 'Security',
    look: 'Preferences',
  },
  de: {
    settings: 'Einstellungen',
    organization: 'Organisation',
    members: 'Mitglieder',
    keys: 'API-Schlüssel',
    variables: 'Variablen',
    plan: 'Tarif und Nutzung',
    activity: 'Aktivität',
    locations: 'Standorte',
    profile: 'Mein Profil',
    security: 'Sicherheit',
    look: 'Darstellung',
  },
})
