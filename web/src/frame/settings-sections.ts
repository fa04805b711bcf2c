// The pages of the settings, for their tabs and the palette.
export const organizationSections = [
  'organization',
  'members',
  'keys',
  'apps',
  'variables',
  'plan',
  'activity',
  'locations',
] as const
export const personalSections = ['profile', 'security', 'look'] as const
export type SettingsSection = (typeof organizationSections)[number] | (typeof personalSections)[number]
