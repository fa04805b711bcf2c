// The form state of a channel and its request body.
import type { ChannelKind, NotificationChannel } from '../../api-types.ts'
import { type Config, mask } from '../../parts/catalog-form/shape.ts'
import { changedFields } from '../../parts/form/changed-fields.ts'

type Severity = NotificationChannel['severity_filter'][number]

export interface ChannelDraft {
  readonly name: string
  readonly isDefault: boolean
  readonly groupIds: readonly string[]
  readonly severities: readonly Severity[]
  readonly fallbackId: number | null
  readonly config: Config
}

const groupKey = 'contact_group_ids'
const stored = '__redacted__'

export function draftOf(kind: ChannelKind, channel?: NotificationChannel): ChannelDraft {
  if (!channel)
    return {
      name: kind.name,
      isDefault: true,
      groupIds: [],
      severities: ['critical', 'warning'],
      fallbackId: null,
      config: {},
    }
  const { [groupKey]: _, ...config } = channel.config
  return {
    name: channel.name,
    isDefault: channel.is_default,
    groupIds: channel.routes.map((route) => route.contact_group.id),
    severities: channel.severity_filter,
    fallbackId: channel.fallback_channel_id,
    config: Object.fromEntries(Object.entries(config).map(([key, value]) => [key, value === stored ? mask : value])),
  }
}

export const fieldsOf = ({ name, isDefault, severities, fallbackId }: ChannelDraft) => ({
  name,
  isDefault,
  severityFilter: severities,
  fallbackChannelId: fallbackId,
})

/** Only changed keys. Stored secrets are omitted, which keeps them; removed keys are null. */
export const configChanges = (draft: ChannelDraft, before: ChannelDraft): Record<string, unknown> =>
  changedFields(withGroups(draft), withGroups(before))

const withGroups = ({ config, isDefault, groupIds }: ChannelDraft): Config => ({
  ...config,
  [groupKey]: isDefault ? [] : groupIds,
})
