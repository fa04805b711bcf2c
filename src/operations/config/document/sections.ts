// The sections of a configuration document, in the order in which their objects are created.
export const sections = [
  'contacts',
  'onCallSchedules',
  'contactGroups',
  'channels',
  'escalationPolicies',
  'monitors',
  'maintenanceWindows',
  'statusPages',
  'objectives',
  'deploymentWebhooks',
] as const
export type ConfigSection = (typeof sections)[number]

/** What a reference can lead to. Locations and users are not part of a document. */
export type ReferenceTarget = ConfigSection | 'locations' | 'users'

export const nounOf: Readonly<Record<ReferenceTarget, string>> = {
  contacts: 'contact',
  onCallSchedules: 'on-call schedule',
  contactGroups: 'contact group',
  channels: 'notification channel',
  escalationPolicies: 'escalation policy',
  monitors: 'monitor',
  maintenanceWindows: 'maintenance window',
  statusPages: 'status page',
  objectives: 'objective',
  deploymentWebhooks: 'deployment webhook',
  locations: 'location',
  users: 'user',
}

export type ObjectId = string | number
/** The body of an object, as the API takes it to create one. */
export type ConfigBody = Readonly<Record<string, unknown>>

/** An object of a document. */
export interface ConfigObject {
  readonly section: ConfigSection
  readonly key: string
  /** Everything but the key. */
  readonly body: ConfigBody
  /** What its document is called; it manages the object. */
  readonly source: string
  /** The position of its document among those that were sent. */
  readonly document: number
}

/** Sections whose objects have numbers as ids. */
export const numbered: ReadonlySet<ReferenceTarget> = new Set(['onCallSchedules', 'channels'])
