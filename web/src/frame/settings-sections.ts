// The pages of the settings, for their tabs and the palette.
import type { Right } from '../session.ts'

export const organizationSections = [
  'organization',
  'members',
  'single-sign-on',
  'keys',
  'apps',
  'variables',
  'deployments',
  'import',
  'plan',
  'activity',
  'locations',
  'backups',
] as const
export const personalSections = ['profile', 'security', 'paging', 'look'] as const
export type SettingsSection = (typeof organizationSections)[number] | (typeof personalSections)[number]

/** The least role for sections that not everyone may open. */
export const sectionRoles: Readonly<Partial<Record<SettingsSection, Right>>> = {
  'single-sign-on': 'owner',
  keys: 'admin',
  import: 'member',
  paging: 'member',
  backups: 'operator',
}
