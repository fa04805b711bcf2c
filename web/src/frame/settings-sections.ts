// The pages of the settings, for their navigation and the palette.
import type { Right } from '../session.ts'

/** The groups of the navigation, in its order. */
export const sectionGroups = {
  general: ['organization', 'members', 'single-sign-on'],
  integrations: ['keys', 'apps', 'variables', 'deployments', 'import'],
  administration: ['plan', 'activity', 'locations', 'backups'],
  account: ['profile', 'security', 'paging', 'look'],
} as const

const { general, integrations, administration, account } = sectionGroups
export const organizationSections = [...general, ...integrations, ...administration] as const
export const personalSections = account
export type SettingsSection = (typeof organizationSections)[number] | (typeof personalSections)[number]

/** The least role for sections that not everyone may open. */
export const sectionRoles: Readonly<Partial<Record<SettingsSection, Right>>> = {
  'single-sign-on': 'owner',
  keys: 'admin',
  import: 'member',
  paging: 'member',
  backups: 'operator',
}
