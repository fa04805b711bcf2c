// The pages of the settings, for their tabs and the palette.
import type { Role } from '../session.ts'

export const organizationSections = [
  'organization',
  'members',
  'single-sign-on',
  'keys',
  'apps',
  'variables',
  'import',
  'plan',
  'activity',
  'locations',
] as const
export const personalSections = ['profile', 'security', 'look'] as const
export type SettingsSection = (typeof organizationSections)[number] | (typeof personalSections)[number]

/** The least role for sections that not everyone may open. */
export const sectionRoles: Readonly<Partial<Record<SettingsSection, Role>>> = {
  'single-sign-on': 'owner',
  keys: 'admin',
  import: 'member',
}
